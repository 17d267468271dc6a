# find_package(scpp) gives scpp::scpp, and scpp::io and scpp::report where what they need is installed: static
# libraries, their public headers, and the libraries they were linked with, by name, never by path.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(package ${CMAKE_INSTALL_LIBDIR}/cmake/scpp)
install(TARGETS scpp EXPORT scpp_core)
install(EXPORT scpp_core NAMESPACE scpp:: DESTINATION ${package})
foreach(part io report)
  if(TARGET scpp_${part})
    install(TARGETS scpp_${part} EXPORT scpp_${part})
    install(EXPORT scpp_${part} NAMESPACE scpp:: DESTINATION ${package})
  endif()
endforeach()
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/scpp ${PROJECT_BINARY_DIR}/generated/scpp
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.hpp")

configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/scppConfig.cmake.in
  ${PROJECT_BINARY_DIR}/scppConfig.cmake INSTALL_DESTINATION ${package})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/scppConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/scppConfig.cmake ${PROJECT_BINARY_DIR}/scppConfigVersion.cmake
  DESTINATION ${package})
