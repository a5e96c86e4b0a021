# hipcc: its packs and the hip runtime.
include(${CMAKE_CURRENT_LIST_DIR}/hipcc_pack.cmake)
if(NOT supported)
  return()
endif()

find_path(SPHLAB_ROCPRIM_INCLUDE rocprim/rocprim.hpp HINTS /opt/rocm/include)
if(NOT SPHLAB_ROCPRIM_INCLUDE)
  sphlab_toolchain_missing(${SPHLAB_HIP} "hip runtime"
                           "rocPRIM not found (apt-get install librocprim-dev)")
  return()
endif()
# Naming the compiler's own include folder again would break its #include_next chain.
set(rocprim_flags "")
if(NOT SPHLAB_ROCPRIM_INCLUDE STREQUAL "/usr/include")
  set(rocprim_flags -isystem ${SPHLAB_ROCPRIM_INCLUDE})
endif()
list(TRANSFORM supported PREPEND --offload-arch= OUTPUT_VARIABLE architecture_flags)
# for devices of either width: the runtime's kernels hold no warp operation
sphlab_device_runtime(
  NAME hip TOOLCHAIN ${toolchain} SOURCE ${CMAKE_SOURCE_DIR}/harness/runtimes/hip/runtime.cpp
  COMMAND ${hipcc_command} -DSPHLAB_WARP_WIDTH=64 ${rocprim_flags} ${architecture_flags}
  LIBRARIES ${SPHLAB_AMDHIP64})
# of one width, too
if(of_64_lanes)
  sphlab_hip_command(benchmark_command 64 ${of_64_lanes})
else()
  sphlab_hip_command(benchmark_command 32 ${of_32_lanes})
endif()
sphlab_device_benchmark(NAME hip TOOLCHAIN ${toolchain} COMMAND ${benchmark_command} ${rocprim_flags}
                        LIBRARIES ${SPHLAB_AMDHIP64})
