# nvcc: its pack and the cuda runtime.

set(nvcc_host_command
    ${SPHLAB_CUDA_ROOT}/bin/nvcc -ccbin ${CMAKE_CXX_COMPILER} -std=c++20 -O3
    -Xcompiler=-fPIC,-fvisibility=hidden,-Wall,-Wextra,-Wshadow -Werror all-warnings
    -I${CMAKE_SOURCE_DIR})
set(toolchain nvcc-${SPHLAB_CUDA_VERSION})
sphlab_supported_architectures(supported ${toolchain} FLAG_PREFIX -arch=
                               ARCHITECTURES ${cuda_architectures} COMMAND ${nvcc_host_command})
if(NOT supported)
  sphlab_toolchain_missing(${SPHLAB_CUDA} ${toolchain} "compiles for none of ${cuda_architectures}")
  return()
endif()

# Machine code only: PTX that the driver compiles at load would be another compiler's work.
set(generate "")
foreach(architecture IN LISTS supported)
  string(REPLACE "sm_" "compute_" virtual ${architecture})
  list(APPEND generate -gencode arch=${virtual},code=${architecture})
endforeach()

sphlab_version_line(host_line ${CMAKE_CXX_COMPILER})
sphlab_device_pack(
  TOOLCHAIN ${toolchain} COMPILER_LINE "${SPHLAB_CUDA_VERSION_LINE}"
  HOST_COMPILER_LINE "${host_line}" REPORT_FORMAT ptxas ARCHITECTURES ${supported}
  COMMAND ${nvcc_host_command} -use_fast_math -Xptxas -v ${generate}
  LIBRARIES ${cuda_libraries})

# The runtime keeps PTX as well: it holds sort, scan and reduce, and must run where no pack does.
string(REPLACE "sm_" "compute_" newest_virtual "${supported}")
list(GET newest_virtual -1 newest_virtual)
sphlab_device_runtime(
  NAME cuda TOOLCHAIN ${toolchain} SOURCE ${CMAKE_SOURCE_DIR}/harness/runtimes/cuda/runtime.cu
  COMMAND ${nvcc_host_command} ${generate} -gencode arch=${newest_virtual},code=${newest_virtual}
  LIBRARIES ${cuda_libraries})
