# The device library of hipcc (bitcode that every kernel is linked with) has one file per architecture,
# oclc_isa_version_<n>.bc, which holds nothing but the number of the architecture. Debian's knows none
# later than its own release, its compiler knows more of them: what is missing is made here.

# out = flags that make `hipcc` find a device library for every one of ARCHITECTURES. Empty where its own
# does.
function(sphlab_hip_device_library out hipcc)
  cmake_parse_arguments(arg "" "" "ARCHITECTURES" ${ARGN})
  set(${out} "" PARENT_SCOPE)
  set(source ${CMAKE_CURRENT_BINARY_DIR}/hip-device-library.hip)
  file(WRITE ${source} "")
  # what it would call tells where its clang and its library are
  execute_process(COMMAND ${hipcc} -x hip "-###" --offload-arch=gfx90a -c ${source}
                  OUTPUT_VARIABLE calls ERROR_VARIABLE calls)
  if(NOT calls MATCHES "\"([^\"]+)/ockl\\.bc\"")
    return()
  endif()
  set(library ${CMAKE_MATCH_1})
  string(REGEX MATCH "\"([^\"]+/clang[^\"/]*)\" \"-cc1\"" ignored "${calls}")
  set(clang ${CMAKE_MATCH_1})

  set(shadow ${CMAKE_CURRENT_BINARY_DIR}/hip-device-library)
  set(missing "")
  foreach(architecture IN LISTS arg_ARCHITECTURES)
    string(REGEX REPLACE "^gfx" "" version ${architecture})
    if(NOT EXISTS ${library}/oclc_isa_version_${version}.bc)
      list(APPEND missing ${version})
    endif()
  endforeach()
  if(NOT missing OR NOT clang)
    return()
  endif()
  file(MAKE_DIRECTORY ${shadow})
  file(GLOB members ${library}/*.bc)
  foreach(member IN LISTS members)
    get_filename_component(name ${member} NAME)
    file(CREATE_LINK ${member} ${shadow}/${name} SYMBOLIC)
  endforeach()
  foreach(version IN LISTS missing)
    sphlab_hip_isa_version(${shadow} ${clang} ${version})
  endforeach()
  set(${out} --rocm-device-lib-path=${shadow} PARENT_SCOPE)
endfunction()

# Writes oclc_isa_version_<version>.bc into `directory`. The version "1100" is major 11, minor 0 and
# stepping 0, the last two a hexadecimal digit each; the number is major * 1000 + minor * 100 + stepping.
function(sphlab_hip_isa_version directory clang version)
  string(REGEX MATCH "^([0-9]+)([0-9a-f])([0-9a-f])$" ignored ${version})
  math(EXPR number "${CMAKE_MATCH_1} * 1000 + 0x${CMAKE_MATCH_2} * 100 + 0x${CMAKE_MATCH_3}")
  set(source ${directory}/oclc_isa_version_${version}.ll)
  file(WRITE ${source} "target triple = \"amdgcn-amd-amdhsa\"\n@__oclc_ISA_version = linkonce_odr protected "
                       "local_unnamed_addr addrspace(4) constant i32 ${number}, align 4\n")
  execute_process(
    COMMAND ${clang} -x ir --target=amdgcn-amd-amdhsa -nogpulib -c -emit-llvm ${source}
            -o ${directory}/oclc_isa_version_${version}.bc
    ERROR_VARIABLE problem RESULT_VARIABLE result)
  if(NOT result EQUAL 0)
    message(STATUS "hipcc: no device library for gfx${version}: ${problem}")
  endif()
endfunction()
