# counters_check: no kernel of some variants touches more sectors, or takes more wavefronts, than
# tests/expectations/counters has for the compiler. Skipped where that has nothing for it.
find_package(Python3 REQUIRED COMPONENTS Interpreter)
set(counts ${CMAKE_BINARY_DIR}/counts)
file(MAKE_DIRECTORY ${counts})

function(sphlab_count scenario)
  cmake_parse_arguments(arg "" "SET" "VARIANTS" ${ARGN})
  list(TRANSFORM arg_VARIANTS PREPEND "--variant=")
  add_test(NAME counters_of_${scenario}
           COMMAND sphlab count ${scenario} --set ${arg_SET} ${arg_VARIANTS} --output ${counts}/${scenario}.jsonl)
  set_tests_properties(counters_of_${scenario} PROPERTIES FIXTURES_SETUP counters ENVIRONMENT OMP_WAIT_POLICY=passive)
endfunction()

sphlab_count(random-box SET cells_per_side=5
             VARIANTS par-part-noloop par-part-loop par-cell par-cell-sm all-in-sm x-pencil x-pencil-reg)
sphlab_count(dam-break-lj SET particles_per_height=8
             VARIANTS list-gather+per-particle list-gather+warp-per-cell list-gather+warp-per-run
                      list-gather+warp-per-cell-ballot list-gather-virtual+per-particle)
add_test(NAME counters_check
         COMMAND ${Python3_EXECUTABLE} -m analysis.kernels counters ${counts}/random-box.jsonl ${counts}/dam-break-lj.jsonl
                 --check
         WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
set_tests_properties(counters_check PROPERTIES FIXTURES_REQUIRED counters SKIP_RETURN_CODE 21)
