# A CUDA root that clang can read, in the build folder: links to the real one, with stand-ins for
# what CUDA 13 has removed and clang up to 19 still asks for. Kernels that use textures cannot be
# compiled through it.

# Makes the root in `directory`. Given ASSEMBLE sm_86 FOR sm_90, its ptxas assembles for the second
# what clang has compiled for the first.
function(sphlab_make_shadow_cuda_root directory)
  cmake_parse_arguments(arg "" "ASSEMBLE;FOR" "" ${ARGN})
  string(REPLACE "sm_" "" emitted "${arg_ASSEMBLE}")
  string(REPLACE "sm_" "" assembled "${arg_FOR}")
  set(wrapped "")
  if(SPHLAB_CUDA_VERSION VERSION_GREATER_EQUAL 13)
    set(wrapped fatbinary)
  endif()
  if(arg_ASSEMBLE)
    set(wrapped fatbinary ptxas)
  endif()

  file(MAKE_DIRECTORY ${directory}/bin ${directory}/include)
  foreach(entry nvvm lib64 lib targets)
    if(EXISTS ${SPHLAB_CUDA_ROOT}/${entry})
      file(CREATE_LINK ${SPHLAB_CUDA_ROOT}/${entry} ${directory}/${entry} SYMBOLIC)
    endif()
  endforeach()
  foreach(folder bin include)
    file(GLOB entries RELATIVE ${SPHLAB_CUDA_ROOT}/${folder} ${SPHLAB_CUDA_ROOT}/${folder}/*)
    list(REMOVE_ITEM entries ${wrapped} texture_types.h)
    foreach(entry IN LISTS entries)
      file(CREATE_LINK ${SPHLAB_CUDA_ROOT}/${folder}/${entry} ${directory}/${folder}/${entry}
           SYMBOLIC)
    endforeach()
  endforeach()
  configure_file(${CMAKE_CURRENT_FUNCTION_LIST_DIR}/texture_types.h.in
                 ${directory}/include/texture_types.h @ONLY)
  if(NOT EXISTS ${SPHLAB_CUDA_ROOT}/include/texture_fetch_functions.h)
    file(WRITE ${directory}/include/texture_fetch_functions.h "")
  endif()
  foreach(program IN LISTS wrapped)
    configure_file(${CMAKE_CURRENT_FUNCTION_LIST_DIR}/${program}.sh.in ${directory}/bin/${program}
                   @ONLY
                   FILE_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE
                                    WORLD_READ WORLD_EXECUTE)
  endforeach()
endfunction()
