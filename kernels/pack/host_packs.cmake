# The packs that run on a CPU: the host executor at two warp widths and once more for counting, and the
# CPU's own strategies by every host compiler at hand.

set(SPHLAB_CPU_ARCHITECTURE native CACHE STRING
    "-march of the cpu packs; a pack says so where it meets a CPU that lacks its instructions")
set(SPHLAB_SIMT_WIDTHS 32 64 CACHE STRING
    "Warp widths of the host executor's packs: 32, which tests and commands take for granted, and 64")
option(SPHLAB_COUNTING_PACK "The host executor's pack that counts memory requests (docs/counters.md)" ON)
set(SPHLAB_CPU_CLANG "" CACHE STRING "clang++ of the second cpu pack; the newest that links OpenMP when empty")

set(registry ${CMAKE_SOURCE_DIR}/kernels/strategy/registry.cu ${CMAKE_SOURCE_DIR}/kernels/pack/entry.cu
             ${CMAKE_SOURCE_DIR}/kernels/strategy/refusal.cu)
file(GLOB simt_sources CONFIGURE_DEPENDS
     ${CMAKE_SOURCE_DIR}/kernels/grid/*.cu ${CMAKE_SOURCE_DIR}/kernels/neighbours/*.cu
     ${CMAKE_SOURCE_DIR}/kernels/traversals/*.cu ${CMAKE_SOURCE_DIR}/kernels/integrators/*.cu)
list(APPEND simt_sources ${registry} ${CMAKE_SOURCE_DIR}/kernels/pack/device_usable.cu)
file(GLOB executor_sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/kernels/simt/*.cpp)
file(GLOB counting_sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/kernels/counting/*.cpp)
# What a CPU does a particle at a time is the GPU's kernel, run as a loop; the rest has its own file.
file(GLOB cpu_sources CONFIGURE_DEPENDS
     ${CMAKE_SOURCE_DIR}/kernels/grid/*.cu ${CMAKE_SOURCE_DIR}/kernels/*/omp_*.cpp
     ${CMAKE_SOURCE_DIR}/kernels/pack/instruction_set.cpp)
list(FILTER cpu_sources EXCLUDE REGEX "/audit/")
file(GLOB schemes CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/kernels/integrators/*.cu)
list(FILTER schemes EXCLUDE REGEX "/block_reduce\\.cu$")  # omp_reduce.cpp is the CPU's
list(APPEND cpu_sources ${executor_sources} ${registry} ${schemes}
     ${CMAKE_SOURCE_DIR}/kernels/neighbours/any_moved.cu ${CMAKE_SOURCE_DIR}/kernels/neighbours/copy_positions.cu)

# One host pack. FLAGS: the compiler's; INSTRUMENT: more of them for SOURCES, not for EXECUTOR, the sources
# that run the others; LINK: what follows when linking; FOLDER: below that of the packs, where commands look
# for packs of their own.
function(sphlab_host_pack toolchain)
  cmake_parse_arguments(arg "FAST_MATH" "COMPILER;WARP_WIDTH;FOLDER"
                        "SOURCES;EXECUTOR;AUDIT_SOURCES;FLAGS;INSTRUMENT;LINK" ${ARGN})
  set(directory ${CMAKE_CURRENT_BINARY_DIR}/${toolchain})
  set(target sphlab-kernels-${toolchain})
  set(command ${arg_COMPILER} -x c++ -std=c++20 -fPIC -fvisibility=hidden -fopenmp -Wall -Wextra -Wshadow
              -Wno-unknown-pragmas ${arg_FLAGS} -DSPHLAB_WARP_WIDTH=${arg_WARP_WIDTH} -I${CMAKE_SOURCE_DIR})
  if(SPHLAB_WARNINGS_AS_ERRORS)
    list(APPEND command -Werror)
  endif()
  set(sanitize "")
  if(SPHLAB_SANITIZE)
    set(sanitize -fsanitize=address,undefined -fno-omit-frame-pointer -fno-sanitize-recover=undefined)
  endif()
  list(APPEND command ${sanitize})

  sphlab_version_line(compiler_line ${arg_COMPILER})
  sphlab_pack_configuration(${directory} TOOLCHAIN ${toolchain} COMPILER_LINE "${compiler_line}"
                            HOST_COMPILER_LINE "${compiler_line}" FAST_MATH "${arg_FAST_MATH}"
                            ARCHITECTURES ${SPHLAB_CPU_ARCHITECTURE} COMMAND ${command} ${arg_INSTRUMENT})
  sphlab_device_objects(kernels logs TOOLCHAIN ${toolchain} DIRECTORY ${directory} SOURCES ${arg_SOURCES}
                        COMMAND ${command} ${arg_INSTRUMENT} -I${directory}
                        DEPENDS ${directory}/pack_configuration.hpp ${directory}/pack_matrix.hpp)
  sphlab_device_objects(executor logs TOOLCHAIN ${toolchain} DIRECTORY ${directory} SOURCES ${arg_EXECUTOR}
                        COMMAND ${command} -I${directory} DEPENDS ${directory}/pack_configuration.hpp ${directory}/pack_matrix.hpp)
  set(objects ${kernels} ${executor})
  set(folder ${CMAKE_LIBRARY_OUTPUT_DIRECTORY}/${arg_FOLDER})
  cmake_path(NORMAL_PATH folder)
  set(library ${folder}/lib${target}.so)
  # linked by the pack's own compiler, which knows its OpenMP runtime
  add_custom_command(
    OUTPUT ${library}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${folder}
    COMMAND ${arg_COMPILER} -shared -fopenmp ${sanitize} ${objects} -o ${library} ${arg_LINK}
    DEPENDS ${objects} COMMENT "${toolchain}: pack" COMMAND_EXPAND_LISTS VERBATIM)
  add_custom_target(${target} ALL DEPENDS ${library})
  message(STATUS "toolchain ${toolchain}: ${SPHLAB_CPU_ARCHITECTURE}, ${compiler_line}")

  if(NOT arg_AUDIT_SOURCES OR NOT SPHLAB_AUDIT_PACKS)
    return()
  endif()
  sphlab_device_objects(audit_objects audit_logs TOOLCHAIN ${toolchain} DIRECTORY ${directory}
                        SOURCES ${arg_AUDIT_SOURCES} COMMAND ${command} -I${directory})
  set(audit_library ${SPHLAB_AUDIT_DIRECTORY}/lib${target}.so)
  add_custom_command(
    OUTPUT ${audit_library}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${SPHLAB_AUDIT_DIRECTORY}
    COMMAND ${arg_COMPILER} -shared -fopenmp ${sanitize} ${objects} ${audit_objects} -o ${audit_library} ${arg_LINK}
    DEPENDS ${objects} ${audit_objects} COMMENT "${toolchain}: audit pack" COMMAND_EXPAND_LISTS VERBATIM)
  add_custom_target(sphlab-audit-${toolchain} ALL DEPENDS ${audit_library})
  add_dependencies(sphlab-audit-${toolchain} ${target}) # which makes the objects that both are linked of
endfunction()

# out = major version of a compiler
function(sphlab_major_version out compiler)
  execute_process(COMMAND ${compiler} -dumpversion OUTPUT_VARIABLE version OUTPUT_STRIP_TRAILING_WHITESPACE)
  string(REGEX MATCH "^[0-9]+" major "${version}")
  set(${out} ${major} PARENT_SCOPE)
endfunction()

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

# The host executor is for truth: no fast math, and as much optimisation as its tests repay.
foreach(width IN LISTS SPHLAB_SIMT_WIDTHS)
  sphlab_host_pack(simt-w${width} COMPILER ${CMAKE_CXX_COMPILER} WARP_WIDTH ${width} SOURCES ${simt_sources}
                   EXECUTOR ${executor_sources} AUDIT_SOURCES ${SPHLAB_AUDIT_SOURCES}
                   FLAGS -O1 -g1 LINK -lboost_context)
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
                   EXECUTOR ${executor_sources} ${counting_sources} FLAGS -DSPHLAB_SIMT_COUNTING -O2 -g1
                   INSTRUMENT ${counting_instrumentation} LINK -lboost_context -ldl -Wl,-z,defs FOLDER counting)
  # for the tests
  set_property(GLOBAL PROPERTY SPHLAB_COUNTING_INSTRUMENTATION ${counting_instrumentation})
endif()

# Fast as the device packs are, but NaN stays NaN: a lost particle must be seen to be lost.
set(cpu_flags -O3 -ffast-math -fno-finite-math-only -march=${SPHLAB_CPU_ARCHITECTURE})
sphlab_major_version(gcc_major ${CMAKE_CXX_COMPILER})
sphlab_host_pack(cpu-gcc-${gcc_major} COMPILER ${CMAKE_CXX_COMPILER} WARP_WIDTH 1 SOURCES ${cpu_sources}
                 AUDIT_SOURCES ${SPHLAB_CPU_AUDIT_SOURCES}
                 FLAGS ${cpu_flags} LINK -lboost_context FAST_MATH)
sphlab_find_cpu_clang(cpu_clang)
if(SPHLAB_SANITIZE)
  # a process holds one sanitizer runtime, and that is the main compiler's
  message(STATUS "toolchain cpu-clang: a second sanitizer runtime cannot be loaded, skipped")
elseif(cpu_clang)
  sphlab_major_version(clang_major ${cpu_clang})
  sphlab_host_pack(cpu-clang-${clang_major} COMPILER ${cpu_clang} WARP_WIDTH 1 SOURCES ${cpu_sources}
                   AUDIT_SOURCES ${SPHLAB_CPU_AUDIT_SOURCES}
                   FLAGS ${cpu_flags} LINK -lboost_context FAST_MATH)
else()
  message(STATUS "toolchain cpu-clang: no clang++ that links OpenMP (apt-get install clang-19 libomp-19-dev), skipped")
endif()
