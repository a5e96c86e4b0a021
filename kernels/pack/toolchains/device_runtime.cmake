# lib/libsphlab-runtime-<name>.so: the runtime of one kind of device. The global property
# SPHLAB_RUNTIME_OBJECTS_<name> lists its objects.
function(sphlab_device_runtime)
  cmake_parse_arguments(arg "" "NAME;TOOLCHAIN;SOURCE" "COMMAND;LIBRARIES" ${ARGN})
  sphlab_device_objects(objects logs TOOLCHAIN ${arg_TOOLCHAIN}
                        DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/runtime-${arg_NAME}
                        SOURCES ${arg_SOURCE} COMMAND ${arg_COMMAND})
  add_library(sphlab-runtime-${arg_NAME} SHARED ${objects})
  sphlab_link_device_library(sphlab-runtime-${arg_NAME} ${arg_LIBRARIES})
  set_property(GLOBAL PROPERTY SPHLAB_RUNTIME_OBJECTS_${arg_NAME} ${objects})
endfunction()
