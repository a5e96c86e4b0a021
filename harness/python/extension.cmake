# The extension of Python, where nanobind and the headers of a Python are found. Its file is named as the packs are,
# beside which it lies, and ends in the version of Python that it is for.
set(SPHLAB_PYTHON AUTO CACHE STRING "Build the extension for sphlab.neighbour_list(): AUTO, ON (its absence is an error), OFF")
if(SPHLAB_PYTHON STREQUAL "OFF" OR SPHLAB_SANITIZE)
  return()
endif()

find_package(Python 3.11 QUIET COMPONENTS Interpreter Development.Module)
if(Python_FOUND)
  execute_process(COMMAND ${Python_EXECUTABLE} -m nanobind --cmake_dir OUTPUT_VARIABLE nanobind_ROOT
                  OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  find_package(nanobind QUIET CONFIG)
endif()
if(NOT Python_FOUND OR NOT nanobind_FOUND)
  set(missing "Python's headers (python3-dev) and nanobind (ci/install, or pip install nanobind) are needed")
  if(SPHLAB_PYTHON STREQUAL "ON")
    message(FATAL_ERROR "SPHLAB_PYTHON is ON: ${missing}")
  endif()
  message(STATUS "no extension for sphlab.neighbour_list(): ${missing}")
  return()
endif()

nanobind_add_module(sphlab-arrays NB_STATIC NOMINSIZE python/main.cpp)
target_link_libraries(sphlab-arrays PRIVATE sphlab_python)
set_target_properties(sphlab-arrays PROPERTIES OUTPUT_NAME libsphlab-arrays SPHLAB_PYTHON ${Python_EXECUTABLE})
