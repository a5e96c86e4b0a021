# hipcc: its pack and the hip runtime.

find_program(SPHLAB_HIPCC hipcc HINTS /opt/rocm/bin)
if(NOT SPHLAB_HIPCC)
  sphlab_toolchain_missing(${SPHLAB_HIP} hipcc "not found (apt-get install hipcc)")
  return()
endif()

execute_process(COMMAND ${SPHLAB_HIPCC} --version OUTPUT_VARIABLE version_text ERROR_QUIET)
string(REGEX MATCH "HIP version: ([0-9]+\\.[0-9]+)[^\n]*" hip_line "${version_text}")
set(toolchain hipcc-${CMAKE_MATCH_1})
string(REGEX MATCH "[^\n]*clang version[^\n]*" clang_line "${version_text}")
find_library(SPHLAB_AMDHIP64 amdhip64 HINTS /opt/rocm/lib)
if(NOT hip_line OR NOT SPHLAB_AMDHIP64)
  sphlab_toolchain_missing(${SPHLAB_HIP} hipcc "incomplete (apt-get install hipcc libamdhip64-dev)")
  return()
endif()

include(${CMAKE_CURRENT_LIST_DIR}/hip_device_library.cmake)
sphlab_hip_device_library(device_library ${SPHLAB_HIPCC} ARCHITECTURES ${hip_architectures})
# A loop that this compiler does not unroll is slower, and no error.
set(hipcc_command
    ${SPHLAB_HIPCC} -x hip -std=c++20 -O3 -fPIC -fvisibility=hidden -Wall -Wextra -Wpedantic
    -Wshadow -Werror -Wno-pass-failed ${device_library} -I${CMAKE_SOURCE_DIR})
sphlab_supported_architectures(supported ${toolchain} FLAG_PREFIX --offload-arch=
                               ARCHITECTURES ${hip_architectures} COMMAND ${hipcc_command})
if(NOT supported)
  sphlab_toolchain_missing(${SPHLAB_HIP} ${toolchain} "compiles for none of ${hip_architectures}")
  return()
endif()

# Host code counts in wave fronts, too, so that a pack is of one width: 64 lanes for gfx9, 32 for gfx10
# and later.
set(of_32_lanes ${supported})
list(FILTER of_32_lanes INCLUDE REGEX "^gfx1[0-9][0-9a-f][0-9a-f]$")
set(of_64_lanes ${supported})
list(REMOVE_ITEM of_64_lanes ${of_32_lanes})

# out = hipcc with the flags of sources that run on wave fronts of so many lanes
function(sphlab_hip_command out lanes)
  list(TRANSFORM ARGN PREPEND --offload-arch= OUTPUT_VARIABLE architecture_flags)
  set(${out} ${hipcc_command} -DSPHLAB_WARP_WIDTH=${lanes} ${architecture_flags} PARENT_SCOPE)
endfunction()

# The counterpart of clang's flags for CUDA (clang_cuda.cmake says why each stands there), with
# hardware atomics on floats.
set(device_math "")
foreach(flag -ffast-math -fno-finite-math-only -fgpu-flush-denormals-to-zero
             -munsafe-fp-atomics)
  list(APPEND device_math -Xarch_device ${flag})
endforeach()

# The pack of the architectures in ARGN, if there are any.
function(sphlab_hip_pack name lanes)
  if(NOT ARGN)
    return()
  endif()
  sphlab_hip_command(command ${lanes} ${ARGN})
  sphlab_device_pack(
    TOOLCHAIN ${name} COMPILER_LINE "${hip_line}, ${clang_line}"
    HOST_COMPILER_LINE "${clang_line}" REPORT_FORMAT amdgpu ARCHITECTURES ${ARGN}
    COMMAND ${command} -ffp-contract=fast ${device_math} -Rpass-analysis=kernel-resource-usage
    LIBRARIES ${SPHLAB_AMDHIP64})
endfunction()
sphlab_hip_pack(${toolchain} 64 ${of_64_lanes})
sphlab_hip_pack(${toolchain}-w32 32 ${of_32_lanes})

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
