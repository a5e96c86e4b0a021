# `cmake --install`: the command with its packs, runtimes and scenarios, and what somebody needs to compile a pack
# of his own kernels. Shells complete its words. The command looks for packs in ../lib and for scenarios in ../share/sphlab/scenarios of its
# own folder, so that the tree may be moved.
include(CMakePackageConfigHelpers)
set(CMAKE_INSTALL_BINDIR bin)
set(sphlab_headers include/sphlab)
set(package_folder lib/cmake/sphlab)

install(TARGETS sphlab RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(DIRECTORY ${CMAKE_LIBRARY_OUTPUT_DIRECTORY}/ DESTINATION lib
        FILES_MATCHING PATTERN "libsphlab-*" PATTERN "audit" EXCLUDE)
install(DIRECTORY ${CMAKE_SOURCE_DIR}/scenarios/ DESTINATION share/sphlab/scenarios FILES_MATCHING PATTERN "*.json")
install(DIRECTORY ${CMAKE_SOURCE_DIR}/kernels/ DESTINATION ${sphlab_headers}/kernels
        PATTERN "CMakeLists.txt" EXCLUDE PATTERN "audit" EXCLUDE PATTERN "audit_packs.cmake" EXCLUDE
        PATTERN "host_packs.cmake" EXCLUDE PATTERN "device_packs.cmake" EXCLUDE PATTERN "__pycache__" EXCLUDE)
set(completions ${CMAKE_BINARY_DIR}/completions)
install(FILES ${completions}/sphlab.bash DESTINATION share/bash-completion/completions RENAME sphlab)
install(FILES ${completions}/sphlab.zsh DESTINATION share/zsh/site-functions RENAME _sphlab)
install(FILES ${completions}/sphlab.fish DESTINATION share/fish/vendor_completions.d)
install(FILES ${CMAKE_SOURCE_DIR}/LICENSE DESTINATION share/doc/sphlab)

configure_package_config_file(${CMAKE_SOURCE_DIR}/cmake/sphlabConfig.cmake.in ${CMAKE_BINARY_DIR}/sphlabConfig.cmake
                              INSTALL_DESTINATION ${package_folder} PATH_VARS CMAKE_INSTALL_BINDIR sphlab_headers)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/sphlabConfigVersion.cmake COMPATIBILITY ExactVersion)
install(FILES ${CMAKE_BINARY_DIR}/sphlabConfig.cmake ${CMAKE_BINARY_DIR}/sphlabConfigVersion.cmake
        DESTINATION ${package_folder})
