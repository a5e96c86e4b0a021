# What every device compiler has in common: how its sources become objects, a pack and a report.

set(SPHLAB_PACK_DIR ${CMAKE_CURRENT_LIST_DIR}/..)
# The folder that holds kernels/: of the sources, or of the installed headers.
get_filename_component(SPHLAB_ROOT ${CMAKE_CURRENT_LIST_DIR}/../../.. ABSOLUTE)

set(SPHLAB_MATRIX suites CACHE STRING "Which matrix of kernels/matrix.json the packs are compiled by: suites, every, ...")
include(${SPHLAB_PACK_DIR}/matrix.cmake)

# Variables of the environment that add flags reach no pack: each is read by one compiler alone, and told by no
# record. What is probed here is therefore probed without them, as run_logged.py compiles without them.
file(STRINGS ${SPHLAB_PACK_DIR}/flag_variables.txt flag_variables)
foreach(variable IN LISTS flag_variables)
  if(NOT "$ENV{${variable}}" STREQUAL "")
    message(STATUS "${variable} is set in the environment and reaches no pack: packs are compared with the flags that "
                   "their records tell")
  endif()
  unset(ENV{${variable}})
endforeach()
set(ENV{CLANG_NO_DEFAULT_CONFIG} 1)

# First line of `compiler --version`.
function(sphlab_version_line out compiler)
  execute_process(COMMAND ${compiler} --version OUTPUT_VARIABLE text ERROR_QUIET
                  COMMAND_ERROR_IS_FATAL ANY)
  string(REGEX MATCH "^[^\n]+" line "${text}")
  set(${out} "${line}" PARENT_SCOPE)
endfunction()

# out = the members of ARCHITECTURES for which a kernel compiles with `compiler` and the flags that
# `flag_prefix``architecture` completes; why the others do not is a status line. The answer is kept
# in the cache: a probe takes a second.
function(sphlab_supported_architectures out toolchain)
  cmake_parse_arguments(arg "" "FLAG_PREFIX" "ARCHITECTURES;COMMAND" ${ARGN})
  set(directory ${CMAKE_CURRENT_BINARY_DIR}/${toolchain}/probe)
  file(WRITE ${directory}/probe.cu "#ifdef __HIP__\n#include <hip/hip_runtime.h>\n#endif\n"
                                   "__global__ void probe(float* x) { *x = 1.0f; }\n")
  set(supported "")
  foreach(architecture IN LISTS arg_ARCHITECTURES)
    string(SHA1 key "${arg_COMMAND} ${arg_FLAG_PREFIX}${architecture}")
    if(NOT DEFINED SPHLAB_PROBE_${key})
      execute_process(
        COMMAND ${arg_COMMAND} ${arg_FLAG_PREFIX}${architecture} -c ${directory}/probe.cu
                -o ${directory}/probe.o
        RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
      if(NOT result EQUAL 0)
        string(REGEX MATCH "[^\n]*(error|fatal)[^\n]*" reason "${output}")
        message(STATUS "toolchain ${toolchain}: ${architecture} skipped: ${reason}")
      else()
        set(SPHLAB_PROBE_${key} TRUE CACHE INTERNAL "${toolchain} compiles for ${architecture}")
      endif()
    endif()
    if(SPHLAB_PROBE_${key})
      list(APPEND supported ${architecture})
    endif()
  endforeach()
  set(${out} ${supported} PARENT_SCOPE)
endfunction()

# out = where the object of a source belongs below a toolchain's folder, `directory`
function(sphlab_object_name out source directory)
  cmake_path(IS_PREFIX directory ${source} is_generated)
  cmake_path(IS_PREFIX SPHLAB_ROOT ${source} is_ours)
  if(is_generated)
    file(RELATIVE_PATH name ${directory} ${source})
  elseif(is_ours)
    file(RELATIVE_PATH name ${SPHLAB_ROOT} ${source})
  else()
    file(RELATIVE_PATH name ${CMAKE_CURRENT_SOURCE_DIR} ${source})
    string(REPLACE "../" "up/" name outside/${name})
  endif()
  set(${out} ${name} PARENT_SCOPE)
endfunction()

set(SPHLAB_KERNEL_FILES_AT_ONCE 1 CACHE STRING
    "Files of kernels that a compiler is given at once, since all include the same heavy headers")
option(SPHLAB_CPU_FILES_ALONE "Cpu packs are given one file at a time all the same: what is timed is compiled so" ON)

# out = generated files <prefix><number>.cu, each of which includes SPHLAB_KERNEL_FILES_AT_ONCE of the
# sources that follow. They are dealt out in turns: those that take long stand together in the list.
function(sphlab_batches out prefix)
  list(LENGTH ARGN count)
  math(EXPR batches "(${count} + ${SPHLAB_KERNEL_FILES_AT_ONCE} - 1) / ${SPHLAB_KERNEL_FILES_AT_ONCE}")
  set(files "")
  foreach(batch RANGE 1 ${batches})
    set(text "")
    math(EXPR index "${batch} - 1")
    while(index LESS count)
      list(GET ARGN ${index} source)
      string(APPEND text "#include \"${source}\"\n")
      math(EXPR index "${index} + ${batches}")
    endwhile()
    file(CONFIGURE OUTPUT ${prefix}${batch}.cu CONTENT "${text}" @ONLY)
    list(APPEND files ${prefix}${batch}.cu)
  endforeach()
  set(${out} ${files} PARENT_SCOPE)
endfunction()

# Compiles SOURCES with COMMAND (compiler and flags; it understands -MD -MF -MT -c -o) into objects
# under DIRECTORY, each with its compiler's output in a log beside it. BATCHES: several at once, in files
# called so.
function(sphlab_device_objects out_objects out_logs)
  cmake_parse_arguments(arg "" "TOOLCHAIN;DIRECTORY;BATCHES" "SOURCES;COMMAND;DEPENDS" ${ARGN})
  set(objects "")
  set(logs "")
  set(sources ${arg_SOURCES})
  if(arg_BATCHES AND arg_SOURCES AND SPHLAB_KERNEL_FILES_AT_ONCE GREATER 1)
    sphlab_batches(sources ${arg_DIRECTORY}/batches/${arg_BATCHES}_ ${arg_SOURCES})
  endif()
  foreach(source IN LISTS sources)
    sphlab_object_name(name ${source} ${arg_DIRECTORY})
    set(object ${arg_DIRECTORY}/${name}.o)
    get_filename_component(folder ${object} DIRECTORY)
    file(MAKE_DIRECTORY ${folder})
    add_custom_command(
      OUTPUT ${object} ${object}.log
      COMMAND ${Python3_EXECUTABLE} ${SPHLAB_PACK_DIR}/run_logged.py ${object}.log ${arg_COMMAND}
              -MD -MF ${object}.d -MT ${object} -c ${source} -o ${object}
      DEPENDS ${source} ${SPHLAB_PACK_DIR}/run_logged.py ${arg_DEPENDS}
      DEPFILE ${object}.d
      COMMENT "${arg_TOOLCHAIN}: ${name}"
      COMMAND_EXPAND_LISTS VERBATIM)
    list(APPEND objects ${object})
    list(APPEND logs ${object}.log)
  endforeach()
  set_source_files_properties(${objects} PROPERTIES EXTERNAL_OBJECT ON GENERATED ON)
  set(${out_objects} ${objects} PARENT_SCOPE)
  set(${out_logs} ${logs} PARENT_SCOPE)
endfunction()

# Writes pack_configuration.hpp, pack_matrix.hpp and pack_physics.hpp of one toolchain into `directory`.
# In a pack from outside, SPHLAB_OUTSIDE_PACK names it, see outside_pack.cmake.
#   COMMAND        compiler and flags, recorded without file names
function(sphlab_pack_configuration directory)
  cmake_parse_arguments(arg "" "TOOLCHAIN;COMPILER_LINE;HOST_COMPILER_LINE;FAST_MATH" "ARCHITECTURES;COMMAND"
                        ${ARGN})
  list(JOIN arg_COMMAND " " flags_text)
  string(REPLACE "\"" "\\\"" flags_text "${flags_text}")
  # The build folder first: it may lie in the source folder.
  string(REPLACE "${CMAKE_BINARY_DIR}" "<build>" flags_text "${flags_text}")
  string(REPLACE "${CMAKE_SOURCE_DIR}" "." flags_text "${flags_text}")
  string(REPLACE "${SPHLAB_ROOT}" "<sphlab>" flags_text "${flags_text}")
  # Compilers by name: where this machine keeps them says nothing of what they do.
  string(REGEX REPLACE "(^| )\\.?/[^ ]*/([^ /]+)" "\\1\\2" flags_text "${flags_text}")
  list(JOIN arg_ARCHITECTURES "," architectures_text)
  if(arg_FAST_MATH)
    set(fast_math 1)
  else()
    set(fast_math 0)
  endif()
  configure_file(${SPHLAB_PACK_DIR}/pack_configuration.hpp.in ${directory}/pack_configuration.hpp @ONLY)
  if(SPHLAB_OUTSIDE_PACK)
    sphlab_outside_matrix(${directory})
  else()
    sphlab_pack_matrix(${directory} ${arg_TOOLCHAIN})
  endif()
endfunction()

# The kernel pack of one toolchain: lib/libsphlab-kernels-<toolchain>.so and its resource report; and
# its audit pack. The global property SPHLAB_DEVICE_TOOLCHAINS lists the toolchains that have one, and
# SPHLAB_COMMAND_OF_<toolchain> is what compiles its sources.
#   COMMAND        compiler and flags
#   LIBRARIES      what the pack is linked with
#   REPORT_FORMAT  ptxas or amdgpu
function(sphlab_device_pack)
  cmake_parse_arguments(arg "" "TOOLCHAIN;COMPILER_LINE;HOST_COMPILER_LINE;REPORT_FORMAT"
                        "ARCHITECTURES;COMMAND;LIBRARIES" ${ARGN})
  set(directory ${CMAKE_CURRENT_BINARY_DIR}/${arg_TOOLCHAIN})
  set(target sphlab-kernels-${arg_TOOLCHAIN})

  sphlab_pack_configuration(${directory} TOOLCHAIN ${arg_TOOLCHAIN} COMPILER_LINE "${arg_COMPILER_LINE}"
                            HOST_COMPILER_LINE "${arg_HOST_COMPILER_LINE}" FAST_MATH TRUE
                            ARCHITECTURES ${arg_ARCHITECTURES} COMMAND ${arg_COMMAND})
  list(JOIN arg_ARCHITECTURES "," architectures_text)

  sphlab_device_objects(objects logs BATCHES kernels TOOLCHAIN ${arg_TOOLCHAIN} DIRECTORY ${directory}
                        SOURCES ${SPHLAB_DEVICE_SOURCES} COMMAND ${arg_COMMAND} -I${directory}
                        DEPENDS ${directory}/pack_configuration.hpp ${directory}/pack_matrix.hpp)
  add_library(${target} SHARED ${objects})
  sphlab_link_device_library(${target} ${arg_LIBRARIES})

  if(SPHLAB_AUDIT_PACKS)
    sphlab_device_objects(audit_objects audit_logs TOOLCHAIN ${arg_TOOLCHAIN} DIRECTORY ${directory}
                          SOURCES ${SPHLAB_AUDIT_SOURCES} COMMAND ${arg_COMMAND} -I${directory})
    set(audit sphlab-audit-${arg_TOOLCHAIN})
    add_library(${audit} SHARED ${objects} ${audit_objects})
    sphlab_link_device_library(${audit} ${arg_LIBRARIES})
    set_target_properties(${audit} PROPERTIES OUTPUT_NAME ${target} LIBRARY_OUTPUT_DIRECTORY ${SPHLAB_AUDIT_DIRECTORY})
    add_dependencies(${audit} ${target}) # which makes the objects that both are linked of
  endif()

  set(report ${CMAKE_LIBRARY_OUTPUT_DIRECTORY}/lib${target}.resources.json)
  add_custom_command(
    OUTPUT ${report}
    COMMAND ${Python3_EXECUTABLE} ${SPHLAB_PACK_DIR}/resource_report.py --format ${arg_REPORT_FORMAT}
            --architectures ${architectures_text} --output ${report} ${logs}
    DEPENDS ${logs} ${SPHLAB_PACK_DIR}/resource_report.py
    COMMENT "${arg_TOOLCHAIN}: resources of its kernels" VERBATIM)
  add_custom_target(${target}-resources DEPENDS ${report})
  add_dependencies(${target} ${target}-resources)
  set_property(GLOBAL APPEND PROPERTY SPHLAB_DEVICE_TOOLCHAINS ${arg_TOOLCHAIN})
  set_property(GLOBAL PROPERTY SPHLAB_COMMAND_OF_${arg_TOOLCHAIN} ${arg_COMMAND} -I${directory})
  message(STATUS "toolchain ${arg_TOOLCHAIN}: ${architectures_text}, ${arg_COMPILER_LINE}")
endfunction()

# Seals a library that CMake links: what is damaged afterwards is not loaded.
function(sphlab_seal target)
  add_custom_command(TARGET ${target} POST_BUILD VERBATIM
                     COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/../seal.py
                             $<TARGET_FILE:${target}>)
endfunction()

# Each library carries a device runtime of its own; hiding its symbols keeps libraries that are loaded
# side by side from calling into each other's.
function(sphlab_link_device_library target)
  set_target_properties(${target} PROPERTIES LINKER_LANGUAGE CXX)
  sphlab_seal(${target})
  target_link_options(${target} PRIVATE -Wl,--exclude-libs,ALL -Wl,--no-undefined)
  target_link_libraries(${target} PRIVATE ${ARGN})
endfunction()

# A toolchain that is not there: a status line, or an error where it was asked for (MODE is ON).
function(sphlab_toolchain_missing mode toolchain reason)
  if(mode STREQUAL "ON")
    message(FATAL_ERROR "toolchain ${toolchain}: ${reason}")
  endif()
  message(STATUS "toolchain ${toolchain}: ${reason}, skipped")
endfunction()
