# The packs that run on a CPU: the host executor at two warp widths and once more for counting, and the
# CPU's own strategies by every host compiler at hand.

set(SPHLAB_SIMT_WIDTHS 32 64 CACHE STRING
    "Warp widths of the host executor's packs: 32, which tests and commands take for granted, and 64")
option(SPHLAB_COUNTING_PACK "The host executor's pack that counts memory requests (docs/counters.md)" ON)
set(SPHLAB_CPU_CLANG "" CACHE STRING "clang++ of the second cpu pack; the newest that links OpenMP when empty")

include(${CMAKE_CURRENT_LIST_DIR}/host_pack.cmake)

file(GLOB simt_sources CONFIGURE_DEPENDS
     ${CMAKE_SOURCE_DIR}/kernels/grid/*.cu ${CMAKE_SOURCE_DIR}/kernels/neighbours/*.cu
     ${CMAKE_SOURCE_DIR}/kernels/storage/*.cu ${CMAKE_SOURCE_DIR}/kernels/traversals/*/*.cu
     ${CMAKE_SOURCE_DIR}/kernels/integrators/*.cu ${CMAKE_SOURCE_DIR}/kernels/integrators/gpu/*.cu)
list(APPEND simt_sources ${SPHLAB_REGISTRY_SOURCES} ${CMAKE_SOURCE_DIR}/kernels/pack/device_usable.cu)
file(GLOB counting_sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/kernels/counting/*.cpp)
# What a CPU does a particle at a time is the GPU's kernel, run as a loop; the rest has its own file.
file(GLOB cpu_sources CONFIGURE_DEPENDS
     ${CMAKE_SOURCE_DIR}/kernels/grid/*.cu ${CMAKE_SOURCE_DIR}/kernels/integrators/*.cu
     ${CMAKE_SOURCE_DIR}/kernels/*/omp_*.cpp
     ${CMAKE_SOURCE_DIR}/kernels/traversals/*/*.cpp
     ${CMAKE_SOURCE_DIR}/kernels/pack/instruction_set.cpp)
list(FILTER cpu_sources EXCLUDE REGEX "/audit/")
list(APPEND cpu_sources ${SPHLAB_EXECUTOR_SOURCES} ${SPHLAB_REGISTRY_SOURCES})

# out = the first clang++ that links an OpenMP program, "" when none does
function(sphlab_find_cpu_clang out)
  set(probe ${CMAKE_CURRENT_BINARY_DIR}/openmp_probe.cpp)
  file(WRITE ${probe} "#include <omp.h>\nint main() { return omp_get_max_threads() == 0; }\n")
  foreach(name ${SPHLAB_CPU_CLANG} clang++-19 clang++-18 clang++-17 clang++-16 clang++ clang++-14)
    find_program(candidate ${name} NO_CACHE)
    if(candidate)
      execute_process(COMMAND ${candidate} -fopenmp ${probe} -o ${probe}.out RESULT_VARIABLE result
                      OUTPUT_QUIET ERROR_QUIET)
      if(result EQUAL 0)
        set(${out} ${candidate} PARENT_SCOPE)
        return()
      endif()
    endif()
    unset(candidate)
  endforeach()
  set(${out} "" PARENT_SCOPE)
endfunction()

foreach(width IN LISTS SPHLAB_SIMT_WIDTHS)
  if(NOT width MATCHES "^(32|64)$")
    message(FATAL_ERROR "SPHLAB_SIMT_WIDTHS is '${SPHLAB_SIMT_WIDTHS}': warps have 32 or 64 lanes")
  endif()
endforeach()
if(NOT 32 IN_LIST SPHLAB_SIMT_WIDTHS)
  message(FATAL_ERROR "SPHLAB_SIMT_WIDTHS is '${SPHLAB_SIMT_WIDTHS}': it must hold 32")
endif()

foreach(width IN LISTS SPHLAB_SIMT_WIDTHS)
  sphlab_host_pack(simt-w${width} COMPILER ${CMAKE_CXX_COMPILER} WARP_WIDTH ${width} SOURCES ${simt_sources}
                   EXECUTOR ${SPHLAB_EXECUTOR_SOURCES} AUDIT_SOURCES ${SPHLAB_AUDIT_SOURCES}
                   FLAGS ${SPHLAB_SIMT_FLAGS} LINK -lboost_context)
endforeach()

# The same kernels, instrumented so that what they ask of the memory can be counted (docs/counters.md).
# Structures stay in one piece, so that a float4 is one access, and what GCC inserts is answered by
# kernels/counting instead of by the sanitizers' libraries.
set(counting_instrumentation -O1 -fno-optimize-sibling-calls -fno-tree-sra -fsanitize=thread
                             -fsanitize-coverage=trace-pc)
if(NOT SPHLAB_COUNTING_PACK)
  message(STATUS "toolchain simt-count-w32: SPHLAB_COUNTING_PACK is off, skipped")
elseif(SPHLAB_SANITIZE)
  message(STATUS "toolchain simt-count-w32: two sanitizers exclude each other, skipped")
elseif(NOT CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  message(STATUS "toolchain simt-count-w32: needs g++ as the main compiler, skipped")
else()
  sphlab_host_pack(simt-count-w32 COMPILER ${CMAKE_CXX_COMPILER} WARP_WIDTH 32 SOURCES ${simt_sources}
                   EXECUTOR ${SPHLAB_EXECUTOR_SOURCES} ${counting_sources} FLAGS -DSPHLAB_SIMT_COUNTING -O2 -g1
                   INSTRUMENT ${counting_instrumentation} LINK -lboost_context -ldl -Wl,-z,defs FOLDER counting)
  # for the tests
  set_property(GLOBAL PROPERTY SPHLAB_COUNTING_INSTRUMENTATION ${counting_instrumentation})
endif()

sphlab_major_version(gcc_major ${CMAKE_CXX_COMPILER})
sphlab_host_pack(cpu-gcc-${gcc_major} COMPILER ${CMAKE_CXX_COMPILER} WARP_WIDTH 1 SOURCES ${cpu_sources}
                 AUDIT_SOURCES ${SPHLAB_CPU_AUDIT_SOURCES}
                 FLAGS ${SPHLAB_CPU_FLAGS} LINK -lboost_context FAST_MATH)
sphlab_find_cpu_clang(cpu_clang)
if(SPHLAB_SANITIZE)
  # a process holds one sanitizer runtime, and that is the main compiler's
  message(STATUS "toolchain cpu-clang: a second sanitizer runtime cannot be loaded, skipped")
elseif(cpu_clang)
  sphlab_major_version(clang_major ${cpu_clang})
  sphlab_host_pack(cpu-clang-${clang_major} COMPILER ${cpu_clang} WARP_WIDTH 1 SOURCES ${cpu_sources}
                   AUDIT_SOURCES ${SPHLAB_CPU_AUDIT_SOURCES}
                   FLAGS ${SPHLAB_CPU_FLAGS} LINK -lboost_context FAST_MATH)
else()
  message(STATUS "toolchain cpu-clang: no clang++ that links OpenMP (apt-get install clang-19 libomp-19-dev), skipped")
endif()
