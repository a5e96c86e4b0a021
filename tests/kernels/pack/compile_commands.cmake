# kernels_pack_compile_commands: editors find every file of the host's packs in compile_commands.json.
add_test(NAME kernels_pack_compile_commands
         COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/compile_commands.py ${CMAKE_SOURCE_DIR} ${CMAKE_BINARY_DIR})
set_tests_properties(kernels_pack_compile_commands PROPERTIES COST 10)
