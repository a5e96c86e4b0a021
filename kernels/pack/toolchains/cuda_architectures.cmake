# What CUDA packs are compiled for.

set(SPHLAB_CUDA_ARCHITECTURES 90 CACHE STRING
    "Compute capabilities of the CUDA packs; that of a GPU in this machine is added")

# out = "sm_90;..." of SPHLAB_CUDA_ARCHITECTURES and of the GPUs in this machine.
function(sphlab_cuda_architectures out)
  set(capabilities ${SPHLAB_CUDA_ARCHITECTURES})
  find_program(nvidia_smi nvidia-smi NO_CACHE)
  if(nvidia_smi)
    execute_process(COMMAND ${nvidia_smi} --query-gpu=compute_cap --format=csv,noheader
                    OUTPUT_VARIABLE native RESULT_VARIABLE result ERROR_QUIET)
    if(result EQUAL 0)
      string(REGEX MATCHALL "[0-9]+\\.[0-9]+" native "${native}")
      string(REPLACE "." "" native "${native}")
      list(APPEND capabilities ${native})
    endif()
  endif()
  list(REMOVE_DUPLICATES capabilities)
  list(SORT capabilities COMPARE NATURAL)
  list(TRANSFORM capabilities PREPEND sm_)
  set(${out} ${capabilities} PARENT_SCOPE)
endfunction()
