# find_package(scpp) gives scpp::scpp: the static library, its public headers, and the libraries it was linked with.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

install(TARGETS scpp EXPORT scpp_targets)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/scpp ${PROJECT_BINARY_DIR}/generated/scpp
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.hpp")

set(package ${CMAKE_INSTALL_LIBDIR}/cmake/scpp)
install(EXPORT scpp_targets NAMESPACE scpp:: DESTINATION ${package})
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/scppConfig.cmake.in
  ${PROJECT_BINARY_DIR}/scppConfig.cmake INSTALL_DESTINATION ${package})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/scppConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/scppConfig.cmake ${PROJECT_BINARY_DIR}/scppConfigVersion.cmake
  DESTINATION ${package})
