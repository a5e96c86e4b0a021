# kernels_pack_build_cost: no pack has many times the kernels of tests/expectations/build_cost.json.
# kernels_pack_resources_<toolchain>: none of its kernels has gained a stack frame or spills over
# tests/expectations/kernel_resources. Skipped where there is no expectation for it.
find_package(Python3 REQUIRED COMPONENTS Interpreter)
get_property(toolchains GLOBAL PROPERTY SPHLAB_DEVICE_TOOLCHAINS)
foreach(toolchain IN LISTS toolchains)
  set(name kernels_pack_resources_${toolchain})
  add_test(NAME ${name}
           COMMAND ${Python3_EXECUTABLE} -m analysis.kernels resources
                   ${CMAKE_LIBRARY_OUTPUT_DIRECTORY} --check --toolchain ${toolchain}
           WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
  set_tests_properties(${name} PROPERTIES SKIP_RETURN_CODE 21)
endforeach()
add_test(NAME kernels_pack_build_cost
         COMMAND ${Python3_EXECUTABLE} -m analysis.kernels build-cost ${CMAKE_BINARY_DIR} --check
         WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
set_tests_properties(kernels_pack_build_cost PROPERTIES SKIP_RETURN_CODE 21)
