# harness_python: sphlab.neighbour_list() with a build's extension and packs, in .venv of ci/install.
if(TARGET sphlab-arrays)
  add_test(NAME harness_python
           COMMAND ${Python_EXECUTABLE} -m pytest -q -p no:cacheprovider -c ${CMAKE_SOURCE_DIR}/analysis/pyproject.toml
                   --rootdir ${CMAKE_SOURCE_DIR} ${CMAKE_CURRENT_LIST_DIR}/neighbours.py)
  set_tests_properties(harness_python PROPERTIES
                       WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}
                       ENVIRONMENT "SPHLAB=${CMAKE_BINARY_DIR}/bin/sphlab;OMP_WAIT_POLICY=passive")
endif()
