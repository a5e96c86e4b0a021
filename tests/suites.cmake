# Read by ctest when it starts: asks `executable` for its tests, and adds an entry <name>/<suite> for each suite of
# them. A process loads every pack, so that one a test would take many times as long.
cmake_minimum_required(VERSION 3.25)
execute_process(COMMAND ${executable} --gtest_list_tests OUTPUT_VARIABLE listed ERROR_VARIABLE said RESULT_VARIABLE code)
if(NOT code EQUAL 0)
  add_test(${name} ${executable} --gtest_list_tests) # it is not built, or ends before: that fails, and says why
  return()
endif()

string(REGEX MATCHALL "(^|\n)[A-Za-z0-9_/]+\\." suites "${listed}")
# A suite with parameters is called <values>/<suite>, one of types <suite>/<number>.
list(TRANSFORM suites REPLACE "^\n?(.*/)?([A-Za-z_][A-Za-z0-9_]*)(/[0-9]+)?\\.$" "\\2")
list(REMOVE_DUPLICATES suites)
# ctest starts long ones first where it is told which they are: it is not left with one at the end.
set(long ListBuilders ManyTypes VerifyPacks VerifyPacksAtRest VerifyPacksInMotion VerifyPacksInWater VerificationOfMany
         StillColumn Tasks BusyMachine Simulation RebuildPolicy Best Commands Continued Duel Interrupt LimitsCommand
         MisbehavingPack Particles Records RecordCommand Output SeveralDuels VerificationFile)
foreach(suite IN LISTS suites)
  set(cost 1)
  if(suite IN_LIST long)
    set(cost 10)
  endif()
  # A comparison of times wants the cores for itself.
  set(serial FALSE)
  if(suite MATCHES "Speed$")
    set(serial TRUE)
  endif()
  add_test(${name}/${suite} ${executable} --gtest_filter=${suite}.*:*/${suite}.*:${suite}/*)
  # A suite is skipped where all of its tests are, and none has failed: neither stands among those that passed.
  # Tests run side by side, and on small problems: OpenMP threads that spin while they wait would take the cores from
  # those that work.
  set_tests_properties(${name}/${suite} PROPERTIES ENVIRONMENT OMP_WAIT_POLICY=passive RUN_SERIAL ${serial} COST ${cost}
                       SKIP_REGULAR_EXPRESSION "PASSED  . 0 tests\\.\n.  SKIPPED ([^F]|F[^A])*$")
endforeach()
