# Counting on the host executor costs the devices nothing: their machine code does not depend on it.
#
# counting_unread_by_<toolchain>: no object of a device pack was made of a file of the host executor,
# by what its compiler says it has read. counting_leaves_machine_code: the proof by hash, of one
# source's kernels, which compile to the same machine code from a tree that has none of these files.
set(host_executor --pattern "kernels/counting/*" "kernels/simt/*")
set(unread ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/unread_sources.py ${host_executor} --objects)
get_property(toolchains GLOBAL PROPERTY SPHLAB_DEVICE_TOOLCHAINS)
foreach(toolchain IN LISTS toolchains)
  add_test(NAME counting_unread_by_${toolchain} COMMAND ${unread} ${CMAKE_BINARY_DIR}/kernels/${toolchain}
           WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
endforeach()

# The check sees what it looks for: the host executor's own pack is made of these files.
add_test(NAME counting_read_by_simt-w32 COMMAND ${unread} ${CMAKE_BINARY_DIR}/kernels/simt-w32
         WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
set_tests_properties(counting_read_by_simt-w32 PROPERTIES
                     PASS_REGULAR_EXPRESSION "cu.o is made of kernels/simt/simt.cuh, of kernels/simt/")

set(source kernels/traversals/cells/par_cell_sm.cu)
set(nvcc_toolchains ${toolchains})
list(FILTER nvcc_toolchains INCLUDE REGEX "^nvcc-")
if(nvcc_toolchains)
  list(GET nvcc_toolchains 0 toolchain)
  get_property(command GLOBAL PROPERTY SPHLAB_COMMAND_OF_${toolchain})
  add_test(NAME counting_leaves_machine_code
           COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/same_code_without.py ${host_executor} --source ${source}
                   --built ${CMAKE_LIBRARY_OUTPUT_DIRECTORY}/libsphlab-kernels-${toolchain}.so -- ${command}
           WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
  set_tests_properties(counting_leaves_machine_code PROPERTIES SKIP_RETURN_CODE 77 COST 10
                       ENVIRONMENT_MODIFICATION PYTHONPATH=path_list_prepend:${CMAKE_SOURCE_DIR})
else()
  set(why "skipped: machine code is compared by nvcc, which is not here")
  add_test(NAME counting_leaves_machine_code COMMAND ${CMAKE_COMMAND} -E echo ${why})
  set_tests_properties(counting_leaves_machine_code PROPERTIES SKIP_REGULAR_EXPRESSION "^skipped: ")
endif()
