# SPHLAB_CUDA_ROOT: the CUDA toolkit that nvcc and the clang packs share, so that they are compared
# on one runtime, one set of headers and one ptxas. Empty where there is none.

function(sphlab_find_cuda_root)
  set(candidates "$ENV{CUDA_HOME}" /usr/local/cuda)
  find_program(nvcc_in_path nvcc NO_CACHE)
  if(nvcc_in_path)
    # nvcc in the PATH may be a wrapper script: only nvcc itself knows where it lives.
    execute_process(COMMAND ${nvcc_in_path} --dryrun -x cu -c /dev/null
                    ERROR_VARIABLE dryrun OUTPUT_QUIET)
    if(dryrun MATCHES "#\\$ TOP=([^\n]+)")
      list(APPEND candidates "${CMAKE_MATCH_1}")
    endif()
  endif()
  foreach(candidate IN LISTS candidates)
    if(candidate AND EXISTS "${candidate}/bin/nvcc"
       AND EXISTS "${candidate}/include/cuda_runtime.h")
      get_filename_component(root "${candidate}" REALPATH)
      break()
    endif()
  endforeach()
  set(SPHLAB_CUDA_ROOT "${root}" CACHE PATH "CUDA toolkit; empty: none found")
endfunction()

# A root that went away, or an empty answer from before CUDA was installed, is looked for again.
if(NOT EXISTS "${SPHLAB_CUDA_ROOT}/bin/nvcc")
  unset(SPHLAB_CUDA_ROOT CACHE)
  sphlab_find_cuda_root()
endif()

# SPHLAB_CUDA_VERSION: "13.0"; SPHLAB_CUDA_VERSION_LINE: what nvcc says of itself in full.
set(SPHLAB_CUDA_VERSION "")
if(SPHLAB_CUDA_ROOT)
  execute_process(COMMAND ${SPHLAB_CUDA_ROOT}/bin/nvcc --version OUTPUT_VARIABLE version_text
                  COMMAND_ERROR_IS_FATAL ANY)
  string(REGEX MATCH "[^\n]*release ([0-9]+\\.[0-9]+)[^\n]*" SPHLAB_CUDA_VERSION_LINE
         "${version_text}")
  set(SPHLAB_CUDA_VERSION "${CMAKE_MATCH_1}")
  find_library(SPHLAB_CUDART_STATIC cudart_static NO_DEFAULT_PATH
               PATHS ${SPHLAB_CUDA_ROOT}/lib64 ${SPHLAB_CUDA_ROOT}/targets/x86_64-linux/lib
                     ${SPHLAB_CUDA_ROOT}/lib)
  if(NOT SPHLAB_CUDART_STATIC)
    message(FATAL_ERROR "${SPHLAB_CUDA_ROOT} has no libcudart_static.a; install CUDA's development "
                        "files or configure with -DSPHLAB_CUDA=OFF")
  endif()
endif()
