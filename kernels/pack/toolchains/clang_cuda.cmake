# clang as a CUDA compiler: one pack a version of SPHLAB_CLANG_VERSIONS.

set(shadow_root ${CMAKE_CURRENT_BINARY_DIR}/cuda-for-clang)
sphlab_make_shadow_cuda_root(${shadow_root})

function(sphlab_clang_pack version)
  set(toolchain clang-${version})
  find_program(SPHLAB_CLANG_${version} clang++-${version})
  set(compiler ${SPHLAB_CLANG_${version}})
  if(NOT compiler)
    sphlab_toolchain_missing(${SPHLAB_CUDA} ${toolchain}
                             "not found (apt-get install clang-${version})")
    return()
  endif()

  # What -use_fast_math is to nvcc, for the device alone: flushed denormals, approximate division,
  # square root and transcendentals, contraction. -ffast-math also allows reassociation, which nvcc
  # has no option for; the promise that nothing is infinite or NaN is taken back, since nvcc makes
  # none and checks for divergence must survive.
  set(device_math "")
  foreach(flag -ffast-math -fno-finite-math-only -fgpu-flush-denormals-to-zero
               -fcuda-approx-transcendentals)
    list(APPEND device_math -Xarch_device ${flag})
  endforeach()
  set(command
      ${compiler} -x cuda -std=c++20 -O3 --cuda-path=${shadow_root} --no-cuda-include-ptx=all
      -Wno-unknown-cuda-version -ffp-contract=fast ${device_math} -mllvm -nvptx-prec-divf32=0
      -mllvm -nvptx-prec-sqrtf32=0 -fPIC -fvisibility=hidden -Wall -Wextra -Wpedantic -Wshadow
      -Werror -I${CMAKE_SOURCE_DIR})

  sphlab_supported_architectures(supported ${toolchain} FLAG_PREFIX --cuda-gpu-arch=
                                 ARCHITECTURES ${cuda_architectures} COMMAND ${command})
  if(NOT supported)
    sphlab_toolchain_missing(${SPHLAB_CUDA} ${toolchain}
                             "compiles for none of ${cuda_architectures}")
    return()
  endif()
  list(TRANSFORM supported PREPEND --cuda-gpu-arch= OUTPUT_VARIABLE architecture_flags)
  sphlab_version_line(line ${compiler})
  sphlab_device_pack(
    TOOLCHAIN ${toolchain} COMPILER_LINE "${line}" HOST_COMPILER_LINE "${line}" REPORT_FORMAT ptxas
    ARCHITECTURES ${supported} COMMAND ${command} -Xcuda-ptxas -v ${architecture_flags}
    LIBRARIES ${cuda_libraries})
endfunction()

foreach(version IN LISTS SPHLAB_CLANG_VERSIONS)
  sphlab_clang_pack(${version})
endforeach()
