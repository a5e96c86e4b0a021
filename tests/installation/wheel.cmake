# installation_wheel: a wheel with the program in it is all that the notebook of examples/ needs. It is made by .venv
# of ci/install, and skipped where there is none.
add_test(NAME installation_wheel
         COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/wheel.py ${CMAKE_SOURCE_DIR} ${CMAKE_BINARY_DIR})
set_tests_properties(installation_wheel PROPERTIES SKIP_RETURN_CODE 77 COST 10)
