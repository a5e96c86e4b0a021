# installation_relocated: what `cmake --install` puts anywhere runs from anywhere.
add_test(NAME installation_relocated
         COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/relocated.py ${CMAKE_SOURCE_DIR} ${CMAKE_BINARY_DIR})
