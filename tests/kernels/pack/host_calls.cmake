# kernels_pack_host_calls_<toolchain>: no host code of nvcc's packs calls a function of the device.
find_package(Python3 REQUIRED COMPONENTS Interpreter)
get_property(toolchains GLOBAL PROPERTY SPHLAB_DEVICE_TOOLCHAINS)
list(FILTER toolchains INCLUDE REGEX "^nvcc-")
foreach(toolchain IN LISTS toolchains)
  add_test(NAME kernels_pack_host_calls_${toolchain}
           COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/host_calls.py
                   ${CMAKE_BINARY_DIR}/kernels/${toolchain})
endforeach()
