# The kernel packs and runtimes of every device toolchain at hand.
#
# CMake's own CUDA and HIP languages know one compiler each; here several stand side by side, so
# each gets custom commands. A toolchain is one file of toolchains/.

set(SPHLAB_CUDA AUTO CACHE STRING "CUDA packs: ON (a missing toolchain is an error), AUTO or OFF")
set(SPHLAB_HIP AUTO CACHE STRING "HIP packs: ON (a missing toolchain is an error), AUTO or OFF")
set_property(CACHE SPHLAB_CUDA SPHLAB_HIP PROPERTY STRINGS AUTO ON OFF)
foreach(option SPHLAB_CUDA SPHLAB_HIP)
  if(NOT ${option} MATCHES "^(AUTO|ON|OFF)$")
    message(FATAL_ERROR "${option} is '${${option}}': it must be AUTO, ON or OFF")
  endif()
endforeach()

file(GLOB SPHLAB_DEVICE_SOURCES CONFIGURE_DEPENDS
     ${CMAKE_SOURCE_DIR}/kernels/grid/*.cu ${CMAKE_SOURCE_DIR}/kernels/neighbours/*.cu
     ${CMAKE_SOURCE_DIR}/kernels/storage/*.cu ${CMAKE_SOURCE_DIR}/kernels/traversals/*/*.cu
     ${CMAKE_SOURCE_DIR}/kernels/integrators/*.cu ${CMAKE_SOURCE_DIR}/kernels/integrators/gpu/*.cu
     ${CMAKE_SOURCE_DIR}/kernels/strategy/*.cu ${CMAKE_SOURCE_DIR}/kernels/pack/*.cu)

find_package(Python3 REQUIRED COMPONENTS Interpreter)
include(${CMAKE_CURRENT_LIST_DIR}/toolchains/device_compile.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/toolchains/device_runtime.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/toolchains/device_benchmark.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/toolchains/clang_pack.cmake)

if(NOT SPHLAB_CUDA STREQUAL "OFF")
  include(${CMAKE_CURRENT_LIST_DIR}/toolchains/cuda_root.cmake)
  include(${CMAKE_CURRENT_LIST_DIR}/toolchains/cuda_architectures.cmake)
  if(SPHLAB_CUDA_ROOT)
    sphlab_cuda_architectures(cuda_architectures)
    find_package(Threads REQUIRED)
    # What libcudart_static.a needs of the system.
    set(cudart_needs Threads::Threads ${CMAKE_DL_LIBS} rt)
    include(${CMAKE_CURRENT_LIST_DIR}/toolchains/nvcc.cmake)
    include(${CMAKE_CURRENT_LIST_DIR}/toolchains/nvcc_versions.cmake)
    include(${CMAKE_CURRENT_LIST_DIR}/toolchains/clang_cuda.cmake)
  else()
    sphlab_toolchain_missing(${SPHLAB_CUDA} nvcc "not found (set CUDA_HOME to a CUDA toolkit)")
    foreach(version IN LISTS SPHLAB_CLANG_VERSIONS)
      sphlab_toolchain_missing(${SPHLAB_CUDA} clang-${version}
                               "needs a CUDA toolkit (set CUDA_HOME)")
    endforeach()
  endif()
endif()

if(NOT SPHLAB_HIP STREQUAL "OFF")
  include(${CMAKE_CURRENT_LIST_DIR}/toolchains/hipcc.cmake)
endif()
