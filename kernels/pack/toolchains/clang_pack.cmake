# clang as a CUDA compiler of packs.

set(SPHLAB_CLANG_VERSIONS 19 16 14 CACHE STRING "clang versions that make a CUDA pack each")
include(${CMAKE_CURRENT_LIST_DIR}/shadow_cuda_root.cmake)

# The newest that clang 14 knows.
set(architecture_of_clang_14 sm_86)

# out = clang with the flags of every source, and without an architecture
function(sphlab_clang_command out compiler cuda_root)
  # What -use_fast_math is to nvcc, for the device alone: flushed denormals, approximate division,
  # square root and transcendentals, contraction. -ffast-math also allows reassociation, which nvcc
  # has no option for; the promise that nothing is infinite or NaN is taken back, since nvcc makes
  # none and checks for divergence must survive.
  set(device_math "")
  foreach(flag -ffast-math -fno-finite-math-only -fgpu-flush-denormals-to-zero
               -fcuda-approx-transcendentals)
    list(APPEND device_math -Xarch_device ${flag})
  endforeach()
  # CUDA's headers are named once more, since a copy in the system's folders would go before those
  # of --cuda-path.
  set(${out}
      ${compiler} -x cuda -std=c++20 -O3 --cuda-path=${cuda_root} -isystem ${cuda_root}/include
      --no-cuda-include-ptx=all -Wno-unknown-cuda-version -ffp-contract=fast ${device_math}
      -mllvm -nvptx-prec-divf32=0 -mllvm -nvptx-prec-sqrtf32=0 -fPIC -fvisibility=hidden -Wall
      -Wextra -Wpedantic -Wshadow -Werror -I${SPHLAB_ROOT}
      PARENT_SCOPE)
endfunction()

# The pack of clang-<version>, where that is found and compiles for an architecture.
function(sphlab_clang_pack version)
  set(toolchain ${SPHLAB_TOOLCHAIN_PREFIX}clang-${version})
  find_program(SPHLAB_CLANG_${version} clang++-${version})
  set(compiler ${SPHLAB_CLANG_${version}})
  if(NOT compiler)
    sphlab_toolchain_missing(${SPHLAB_CUDA} ${toolchain}
                             "not found (apt-get install clang-${version})")
    return()
  endif()
  sphlab_version_line(line ${compiler})
  set(device_line "${line}")

  set(root ${CMAKE_CURRENT_BINARY_DIR}/cuda-for-clang)
  sphlab_make_shadow_cuda_root(${root})
  sphlab_clang_command(command ${compiler} ${root})
  sphlab_supported_architectures(supported ${toolchain} FLAG_PREFIX --cuda-gpu-arch=
                                 ARCHITECTURES ${cuda_architectures} COMMAND ${command})
  set(embedded ${supported})
  if(NOT supported)
    # A clang older than the GPU: the PTX it writes for an older one is assembled for this one.
    list(GET cuda_architectures 0 embedded)
    set(root ${CMAKE_CURRENT_BINARY_DIR}/cuda-for-${toolchain})
    sphlab_make_shadow_cuda_root(${root} ASSEMBLE ${architecture_of_clang_14} FOR ${embedded})
    sphlab_clang_command(command ${compiler} ${root})
    sphlab_supported_architectures(supported ${toolchain} FLAG_PREFIX --cuda-gpu-arch=
                                   ARCHITECTURES ${architecture_of_clang_14} COMMAND ${command})
    string(APPEND device_line ", PTX of ${architecture_of_clang_14}")
  endif()
  if(NOT supported)
    sphlab_toolchain_missing(${SPHLAB_CUDA} ${toolchain}
                             "compiles for none of ${cuda_architectures}")
    return()
  endif()
  list(TRANSFORM supported PREPEND --cuda-gpu-arch= OUTPUT_VARIABLE architecture_flags)
  sphlab_device_pack(
    TOOLCHAIN ${toolchain} COMPILER_LINE "${device_line}" HOST_COMPILER_LINE "${line}"
    REPORT_FORMAT ptxas ARCHITECTURES ${embedded}
    COMMAND ${command} -Xcuda-ptxas -v ${architecture_flags}
    LIBRARIES ${SPHLAB_CUDART_STATIC} ${cudart_needs})
endfunction()
