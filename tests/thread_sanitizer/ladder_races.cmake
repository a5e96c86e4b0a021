# The test threads-of-the-ladder: the CPU ladder's traversals under ThreadSanitizer. It needs a clang whose OpenMP
# runtime tells the sanitizer who waits for whom, by its tool Archer; GCC's does not, and all of its regions would be
# races.

option(SPHLAB_THREAD_SANITIZER "The CPU ladder under ThreadSanitizer, as a test (docs/cpu-ladder.md)" OFF)
if(NOT SPHLAB_THREAD_SANITIZER)
  return()
endif()

sphlab_find_cpu_clang(clang)
if(NOT clang OR SPHLAB_SANITIZE)
  message(FATAL_ERROR "SPHLAB_THREAD_SANITIZER needs a clang++ that links OpenMP, and no other sanitizer")
endif()
execute_process(COMMAND ${clang} -print-resource-dir OUTPUT_VARIABLE resources OUTPUT_STRIP_TRAILING_WHITESPACE)
get_filename_component(archer ${resources}/../../libarcher.so ABSOLUTE)
if(NOT EXISTS ${archer})
  message(FATAL_ERROR "SPHLAB_THREAD_SANITIZER needs ${archer}: install the libomp-dev of ${clang}")
endif()

set(sources ${CMAKE_CURRENT_LIST_DIR}/ladder_races.cpp ${CMAKE_SOURCE_DIR}/kernels/strategy/registry.cu)
foreach(name IN ITEMS omp_asymmetric omp_compacted omp_symmetric omp_slices)
  list(APPEND sources ${CMAKE_SOURCE_DIR}/kernels/traversals/cpu/${name}.cpp)
endforeach()
sphlab_major_version(clang_major ${clang})
# The sanitizer passes over accesses of more than 16 bytes. Unoptimised, groups of lanes are copied by memcpy, which
# it watches, and of the least CPU lanes that are set are stored one by one.
set(command ${clang} -std=c++20 -O0 -g1 -fsanitize=thread -fopenmp -Wall -Wextra -Wno-unknown-pragmas -Wno-psabi
            -DSPHLAB_WARP_WIDTH=1 -I${CMAKE_SOURCE_DIR} -I${CMAKE_BINARY_DIR}/kernels/cpu-clang-${clang_major})
set(objects "")
foreach(source IN LISTS sources)
  get_filename_component(name ${source} NAME)
  set(object ${CMAKE_CURRENT_BINARY_DIR}/thread_sanitizer/${name}.o)
  add_custom_command(
    OUTPUT ${object}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${CMAKE_CURRENT_BINARY_DIR}/thread_sanitizer
    COMMAND ${command} -MD -MF ${object}.d -MT ${object} -x c++ -c ${source} -o ${object}
    DEPENDS ${source} DEPFILE ${object}.d COMMENT "ThreadSanitizer: ${name}" VERBATIM)
  list(APPEND objects ${object})
endforeach()
set(program ${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/ladder_races)
add_custom_command(OUTPUT ${program} COMMAND ${clang} -fsanitize=thread -fopenmp ${objects} -o ${program}
                   DEPENDS ${objects} VERBATIM)
add_custom_target(ladder_races ALL DEPENDS ${program})

add_test(NAME threads-of-the-ladder COMMAND ${program})
add_test(NAME threads-of-the-ladder/a-race-is-seen COMMAND ${program} race)
set_tests_properties(threads-of-the-ladder/a-race-is-seen PROPERTIES WILL_FAIL TRUE)
set_tests_properties(
  threads-of-the-ladder threads-of-the-ladder/a-race-is-seen
  PROPERTIES ENVIRONMENT "OMP_TOOL_LIBRARIES=${archer};TSAN_OPTIONS=suppressions=${CMAKE_CURRENT_LIST_DIR}/suppressions")
