# SPHLAB_CUDA_ROOT: the CUDA toolkit that its nvcc and the clang packs share, so that they are compared
# on one runtime, one set of headers and one ptxas. Empty where there is none.
#
# SPHLAB_CUDA_VERSION: its version, "13.0". SPHLAB_CUDART_STATIC: its runtime.

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

# out_version = "13.0", out_line = what the nvcc in `root` says of itself in full
function(sphlab_nvcc_version out_version out_line root)
  execute_process(COMMAND ${root}/bin/nvcc --version OUTPUT_VARIABLE text
                  COMMAND_ERROR_IS_FATAL ANY)
  string(REGEX MATCH "[^\n]*release ([0-9]+\\.[0-9]+)[^\n]*" line "${text}")
  set(${out_version} "${CMAKE_MATCH_1}" PARENT_SCOPE)
  set(${out_line} "${line}" PARENT_SCOPE)
endfunction()

# out = libcudart_static.a of `root`
function(sphlab_cudart_static out root)
  find_library(cudart cudart_static NO_CACHE NO_DEFAULT_PATH
               PATHS ${root}/lib64 ${root}/targets/x86_64-linux/lib ${root}/lib)
  if(NOT cudart)
    message(FATAL_ERROR "${root} has no libcudart_static.a; install CUDA's development files or "
                        "configure with -DSPHLAB_CUDA=OFF")
  endif()
  set(${out} ${cudart} PARENT_SCOPE)
endfunction()

if(SPHLAB_CUDA_ROOT)
  sphlab_nvcc_version(SPHLAB_CUDA_VERSION cuda_version_line ${SPHLAB_CUDA_ROOT})
  sphlab_cudart_static(SPHLAB_CUDART_STATIC ${SPHLAB_CUDA_ROOT})
endif()
