# `cmake --install`: the command with its packs, runtimes and scenarios, what somebody needs to compile a pack of his
# own kernels, the schemas of what is read and written, the documentation, and what completes words in shells. The
# command looks for packs in ../lib and for scenarios in ../share/sphlab/scenarios of its own folder, so that the tree
# may be moved.
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
install(DIRECTORY ${CMAKE_SOURCE_DIR}/harness/records/ DESTINATION share/sphlab/schemas
        FILES_MATCHING PATTERN "*.schema.json")
install(DIRECTORY ${CMAKE_SOURCE_DIR}/examples DESTINATION share/sphlab)
install(FILES ${CMAKE_SOURCE_DIR}/LICENSE ${CMAKE_SOURCE_DIR}/README.md ${CMAKE_SOURCE_DIR}/CHANGELOG.md
              ${CMAKE_SOURCE_DIR}/CITATION.cff DESTINATION share/doc/sphlab)
install(DIRECTORY ${CMAKE_SOURCE_DIR}/docs DESTINATION share/doc/sphlab FILES_MATCHING PATTERN "*.md")

# Libraries of the harness that lie outside of the system's folders, as those of a package manager do, are found
# where they were when it was linked.
set_target_properties(sphlab PROPERTIES INSTALL_RPATH_USE_LINK_PATH ON)

configure_package_config_file(${CMAKE_SOURCE_DIR}/cmake/sphlabConfig.cmake.in ${CMAKE_BINARY_DIR}/sphlabConfig.cmake
                              INSTALL_DESTINATION ${package_folder} PATH_VARS CMAKE_INSTALL_BINDIR sphlab_headers)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/sphlabConfigVersion.cmake COMPATIBILITY ExactVersion)
install(FILES ${CMAKE_BINARY_DIR}/sphlabConfig.cmake ${CMAKE_BINARY_DIR}/sphlabConfigVersion.cmake
        DESTINATION ${package_folder})
