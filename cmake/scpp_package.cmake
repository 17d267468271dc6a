# `cmake --build BUILD --target package` makes scpp_VERSION_ARCH.deb in BUILD: program, man page, completions, libraries and headers.
if(NOT PROJECT_IS_TOP_LEVEL OR EMSCRIPTEN)
  return()
endif()
set(SCPP_MAINTAINER "The scpp authors <scpp@example.org>" CACHE STRING "Who maintains the Debian package: name and address")

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME scpp)
set(CPACK_PACKAGE_CONTACT ${SCPP_MAINTAINER})
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "clusters of tables with many columns, and the views that show them")
set(CPACK_PACKAGE_DESCRIPTION "Finds clusters in tables with many columns, says how many there are and how
clear each of them is, and shows for every split the plane in which its two
sides part. This package holds the command line, which writes labels, models
and an interactive report, and the C++ libraries with their headers.")
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# What programs that use the libraries are built with.
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "g++, cmake, zlib1g-dev, libzstd-dev, libhdf5-dev")
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGE_DIRECTORY ${PROJECT_BINARY_DIR})
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
    OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)

# What Debian wants of every package, added to its files before they are packed.
string(TIMESTAMP SCPP_PACKAGE_DATE "%a, %d %b %Y %H:%M:%S +0000" UTC)
configure_file(${PROJECT_SOURCE_DIR}/cmake/debian_files.cmake.in ${PROJECT_BINARY_DIR}/debian_files.cmake @ONLY)
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_BINARY_DIR}/debian_files.cmake)
include(CPack)
