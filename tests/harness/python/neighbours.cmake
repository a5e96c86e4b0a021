# harness_python: sphlab.neighbour_list() with a build's extension and packs, in the Python of the extension.
if(TARGET sphlab-arrays)
  get_target_property(python sphlab-arrays SPHLAB_PYTHON)
  add_test(NAME harness_python
           COMMAND ${python} -m pytest -q -p no:cacheprovider -c ${CMAKE_SOURCE_DIR}/analysis/pyproject.toml
                   --rootdir ${CMAKE_SOURCE_DIR} ${CMAKE_CURRENT_LIST_DIR}/neighbours.py)
  set_tests_properties(harness_python PROPERTIES
                       WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}
                       ENVIRONMENT "SPHLAB=${CMAKE_BINARY_DIR}/bin/sphlab;OMP_WAIT_POLICY=passive")
endif()
