# A CUDA root that clang can read, in the build folder: links to the real one, with stand-ins for
# what CUDA 13 has removed and clang up to 19 still asks for. Kernels that use textures cannot be
# compiled through it.

# Makes the root in `directory`.
function(sphlab_make_shadow_cuda_root directory)
  set(wrap_fatbinary OFF)
  if(SPHLAB_CUDA_VERSION VERSION_GREATER_EQUAL 13)
    set(wrap_fatbinary ON)
  endif()
  file(MAKE_DIRECTORY ${directory}/bin ${directory}/include)
  foreach(entry nvvm lib64 lib targets)
    if(EXISTS ${SPHLAB_CUDA_ROOT}/${entry})
      file(CREATE_LINK ${SPHLAB_CUDA_ROOT}/${entry} ${directory}/${entry} SYMBOLIC)
    endif()
  endforeach()
  foreach(folder bin include)
    file(GLOB entries RELATIVE ${SPHLAB_CUDA_ROOT}/${folder} ${SPHLAB_CUDA_ROOT}/${folder}/*)
    if(wrap_fatbinary)
      list(REMOVE_ITEM entries fatbinary)
    endif()
    foreach(entry IN LISTS entries)
      file(CREATE_LINK ${SPHLAB_CUDA_ROOT}/${folder}/${entry} ${directory}/${folder}/${entry}
           SYMBOLIC)
    endforeach()
  endforeach()
  if(NOT EXISTS ${SPHLAB_CUDA_ROOT}/include/texture_fetch_functions.h)
    file(WRITE ${directory}/include/texture_fetch_functions.h "")
  endif()
  if(wrap_fatbinary)
    configure_file(${CMAKE_CURRENT_FUNCTION_LIST_DIR}/fatbinary.sh.in ${directory}/bin/fatbinary
                   @ONLY
                   FILE_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE
                                    WORLD_READ WORLD_EXECUTE)
  endif()
endfunction()
