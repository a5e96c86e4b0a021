# The pack of the CUDA root's nvcc, and the cuda runtime.
include(${CMAKE_CURRENT_LIST_DIR}/nvcc_pack.cmake)

sphlab_nvcc_pack(nvcc_command nvcc_architectures ${SPHLAB_CUDA_ROOT})
if(nvcc_architectures)
  # The runtime keeps PTX as well: it holds sort, scan and reduce, and must run where no pack does.
  string(REPLACE "sm_" "compute_" newest_virtual "${nvcc_architectures}")
  list(GET newest_virtual -1 newest_virtual)
  sphlab_device_runtime(
    NAME cuda TOOLCHAIN nvcc-${SPHLAB_CUDA_VERSION}
    SOURCE ${CMAKE_SOURCE_DIR}/harness/runtimes/cuda/runtime.cu
    COMMAND ${nvcc_command} -gencode arch=${newest_virtual},code=${newest_virtual}
    LIBRARIES ${SPHLAB_CUDART_STATIC} ${cudart_needs})
  sphlab_device_benchmark(NAME cuda TOOLCHAIN nvcc-${SPHLAB_CUDA_VERSION} COMMAND ${nvcc_command}
                          LIBRARIES ${SPHLAB_CUDART_STATIC} ${cudart_needs})
endif()
