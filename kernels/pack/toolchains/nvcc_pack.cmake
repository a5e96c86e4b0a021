# nvcc as a compiler of packs.

# out = nvcc of a CUDA root with the flags of every source
function(sphlab_nvcc_command out root)
  set(${out}
      ${root}/bin/nvcc -ccbin ${CMAKE_CXX_COMPILER} -std=c++20 -O3
      -Xcompiler=-fPIC,-fvisibility=hidden,-Wall,-Wextra,-Wshadow -Werror all-warnings
      -I${SPHLAB_ROOT}
      PARENT_SCOPE)
endfunction()

# The pack of the nvcc in `root`, called ${SPHLAB_TOOLCHAIN_PREFIX}nvcc-<version>. out_command and out_architectures tell the caller what nvcc is
# called with: empty architectures where it compiles for none.
function(sphlab_nvcc_pack out_command out_architectures root)
  sphlab_nvcc_version(version version_line ${root})
  set(toolchain ${SPHLAB_TOOLCHAIN_PREFIX}nvcc-${version})
  sphlab_nvcc_command(host_command ${root})
  sphlab_supported_architectures(supported ${toolchain} FLAG_PREFIX -arch=
                                 ARCHITECTURES ${cuda_architectures} COMMAND ${host_command})
  set(${out_architectures} ${supported} PARENT_SCOPE)
  if(NOT supported)
    sphlab_toolchain_missing(${SPHLAB_CUDA} ${toolchain}
                             "compiles for none of ${cuda_architectures}")
    return()
  endif()

  # Machine code only: PTX that the driver compiles at load would be another compiler's work.
  set(command ${host_command})
  foreach(architecture IN LISTS supported)
    string(REPLACE "sm_" "compute_" virtual ${architecture})
    list(APPEND command -gencode arch=${virtual},code=${architecture})
  endforeach()
  set(${out_command} ${command} PARENT_SCOPE)

  # What nvcc generates for the host belongs to the headers and the runtime of its own version; a
  # driver runs every runtime of its major version.
  sphlab_cudart_static(cudart ${root})
  sphlab_version_line(host_line ${CMAKE_CXX_COMPILER})
  sphlab_device_pack(
    TOOLCHAIN ${toolchain} COMPILER_LINE "${version_line}" HOST_COMPILER_LINE "${host_line}"
    REPORT_FORMAT ptxas ARCHITECTURES ${supported} COMMAND ${command} -use_fast_math -Xptxas -v
    LIBRARIES ${cudart} ${cudart_needs})
endfunction()
