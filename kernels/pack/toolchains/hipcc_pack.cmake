# hipcc: its packs, one for wave fronts of 64 lanes and one for those of 32. Leaves `supported`, the architectures
# that it compiles for: none where it is not found.
set(SPHLAB_HIP_ARCHITECTURES gfx90a CACHE STRING "Architectures of the HIP packs")
set(hip_architectures ${SPHLAB_HIP_ARCHITECTURES})
list(SORT hip_architectures)
set(supported "")

find_program(SPHLAB_HIPCC hipcc HINTS /opt/rocm/bin)
if(NOT SPHLAB_HIPCC)
  sphlab_toolchain_missing(${SPHLAB_HIP} hipcc "not found (apt-get install hipcc)")
  return()
endif()

execute_process(COMMAND ${SPHLAB_HIPCC} --version OUTPUT_VARIABLE version_text ERROR_QUIET)
string(REGEX MATCH "HIP version: ([0-9]+\\.[0-9]+)[^\n]*" hip_line "${version_text}")
set(toolchain ${SPHLAB_TOOLCHAIN_PREFIX}hipcc-${CMAKE_MATCH_1})
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
    -Wshadow -Werror -Wno-pass-failed ${device_library} -I${SPHLAB_ROOT})
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

# The counterpart of clang's flags for CUDA (clang_pack.cmake says why each stands there), with
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
