# In a unity build CMake compiles files made of many, and compile_commands.json has entries of those alone. Here each
# library and executable gets a twin that nothing builds, with an entry for each of its own files.

# The twins of the targets of `directory` and of those below it.
function(sphlab_describe_unities directory)
  get_property(targets DIRECTORY ${directory} PROPERTY BUILDSYSTEM_TARGETS)
  foreach(target IN LISTS targets)
    get_target_property(is_unity ${target} UNITY_BUILD)
    get_target_property(type ${target} TYPE)
    if(is_unity AND type MATCHES "^(STATIC_LIBRARY|SHARED_LIBRARY|MODULE_LIBRARY|EXECUTABLE)$")
      sphlab_describe_unity(${target})
    endif()
  endforeach()
  get_property(folders DIRECTORY ${directory} PROPERTY SUBDIRECTORIES)
  foreach(folder IN LISTS folders)
    sphlab_describe_unities(${folder})
  endforeach()
endfunction()

function(sphlab_describe_unity target)
  get_target_property(sources ${target} SOURCES)
  get_target_property(folder ${target} SOURCE_DIR)
  list(TRANSFORM sources PREPEND ${folder}/ REGEX "^[^/]")
  list(FILTER sources INCLUDE REGEX "\\.cpp$")
  if(NOT sources)
    return() # a pack of a device: objects alone
  endif()
  add_library(${target}-sources OBJECT EXCLUDE_FROM_ALL ${sources})
  set_target_properties(${target}-sources PROPERTIES UNITY_BUILD OFF)
  # of what it is linked with, too
  target_include_directories(${target}-sources PRIVATE $<TARGET_PROPERTY:${target},INCLUDE_DIRECTORIES>)
  target_compile_definitions(${target}-sources PRIVATE $<TARGET_PROPERTY:${target},COMPILE_DEFINITIONS>)
  target_compile_options(${target}-sources PRIVATE $<TARGET_PROPERTY:${target},COMPILE_OPTIONS>)
endfunction()

if(CMAKE_UNITY_BUILD AND CMAKE_EXPORT_COMPILE_COMMANDS)
  sphlab_describe_unities(${CMAKE_SOURCE_DIR})
endif()
