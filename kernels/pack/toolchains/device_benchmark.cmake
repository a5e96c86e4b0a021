# What the benchmarks of one kind of device consist of, beside their main: sphlab_benchmark_<name>, a
# static library with the kernels and the runtime, so that a benchmark is one file that can be carried.
# Call it after sphlab_device_runtime() of the same NAME.
#   COMMAND        compiler and flags
#   LIBRARIES      what the kernels are linked with
function(sphlab_device_benchmark)
  cmake_parse_arguments(arg "" "NAME;TOOLCHAIN" "COMMAND;LIBRARIES" ${ARGN})
  if(NOT benchmark_FOUND)
    return()
  endif()
  sphlab_device_objects(objects logs TOOLCHAIN ${arg_TOOLCHAIN}
                        DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/benchmark-${arg_NAME}
                        SOURCES ${CMAKE_SOURCE_DIR}/benchmarks/prefix_sum/block_sums.cu COMMAND ${arg_COMMAND})
  get_property(runtime_objects GLOBAL PROPERTY SPHLAB_RUNTIME_OBJECTS_${arg_NAME})
  add_library(sphlab_benchmark_${arg_NAME} STATIC ${objects} ${runtime_objects})
  add_dependencies(sphlab_benchmark_${arg_NAME} sphlab-runtime-${arg_NAME})
  set_target_properties(sphlab_benchmark_${arg_NAME} PROPERTIES LINKER_LANGUAGE CXX)
  target_link_libraries(sphlab_benchmark_${arg_NAME} PUBLIC ${arg_LIBRARIES})
  set_property(GLOBAL APPEND PROPERTY SPHLAB_BENCHMARK_DEVICES ${arg_NAME})
endfunction()
