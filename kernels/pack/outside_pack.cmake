# Packs from outside: kernels of a third party, compiled against the installed headers.

# Writes pack_matrix.hpp of a pack from outside: it has those of the laboratory's physics that
# SPHLAB_LABORATORY_PHYSICS names, pair-count, and of all its physics those traversals of lists, SPHLAB_OUTSIDE_LISTS,
# in those formats, SPHLAB_OUTSIDE_FORMATS, that it asks for.
function(sphlab_outside_matrix directory)
  set(SPHLAB_MATRIX ${SPHLAB_OUTSIDE_PACK})
  sphlab_find_matrix_names()
  foreach(name IN LISTS SPHLAB_LABORATORY_PHYSICS)
    if(NOT name IN_LIST matrix_physics)
      list(JOIN matrix_physics ", " known)
      message(FATAL_ERROR "sphlab_add_pack(${SPHLAB_OUTSIDE_PACK}): LABORATORY_PHYSICS names '${name}', which is not "
                          "there; there is: ${known}")
    endif()
  endforeach()
  foreach(format IN LISTS SPHLAB_OUTSIDE_FORMATS)
    if(NOT format IN_LIST matrix_formats)
      list(JOIN matrix_formats ", " known)
      message(FATAL_ERROR "sphlab_add_pack(${SPHLAB_OUTSIDE_PACK}): FORMATS names '${format}', which is not there; "
                          "there is: ${known}")
    endif()
  endforeach()
  list(APPEND SPHLAB_LABORATORY_PHYSICS pair-count) # by which verification counts
  list(REMOVE_DUPLICATES SPHLAB_LABORATORY_PHYSICS)
  set(lists "{\"\", \"\", \"\"}") # C++ has no empty array
  foreach(traversal IN LISTS SPHLAB_OUTSIDE_LISTS)
    foreach(physics IN LISTS SPHLAB_OUTSIDE_NAMES SPHLAB_LABORATORY_PHYSICS)
      foreach(format IN LISTS SPHLAB_OUTSIDE_FORMATS)
        list(APPEND lists "\n    {\"${traversal}\", \"${physics}\", \"${format}\"}")
      endforeach()
    endforeach()
  endforeach()
  list(JOIN lists "," lists_text)
  set(cells_text "{\"\", \"\"}")
  configure_file(${SPHLAB_PACK_DIR}/pack_matrix.hpp.in ${directory}/pack_matrix.hpp @ONLY)
  sphlab_pack_physics(${directory} LABORATORY ${SPHLAB_LABORATORY_PHYSICS} OUTSIDE ${SPHLAB_OUTSIDE_FOLDERS})
endfunction()

# out = the folders of formulations, absolute; out_names = what they are called.
function(sphlab_formulation_folders out out_names)
  set(folders "")
  foreach(folder IN LISTS ARGN)
    get_filename_component(folder ${folder} ABSOLUTE)
    get_filename_component(stem ${folder} NAME)
    if(NOT EXISTS ${folder}/formulation.cuh)
      message(FATAL_ERROR "sphlab_add_pack(${SPHLAB_OUTSIDE_PACK}): FORMULATIONS names ${folder}, where there is no "
                          "formulation.cuh")
    endif()
    if(NOT stem MATCHES "^[a-z][a-z0-9_]*$")
      message(FATAL_ERROR "sphlab_add_pack(${SPHLAB_OUTSIDE_PACK}): FORMULATIONS names ${folder}: a formulation is called "
                          "after its folder, in small letters, digits and '_'")
    endif()
    list(APPEND folders ${folder})
  endforeach()
  sphlab_names_of(names ${folders})
  set(${out} "${folders}" PARENT_SCOPE)
  set(${out_names} "${names}" PARENT_SCOPE)
endfunction()

# out = the files of the laboratory's traversals `names` whose suffix is among SUFFIXES, the first that is there
function(sphlab_traversal_sources out suffixes)
  set(sources "")
  foreach(name IN LISTS ARGN)
    string(REPLACE "-" "_" stem ${name})
    set(found "")
    foreach(suffix IN LISTS suffixes)
      if(NOT found)
        file(GLOB found ${SPHLAB_ROOT}/kernels/traversals/*/${stem}.${suffix})
      endif()
    endforeach()
    list(APPEND sources ${found})
  endforeach()
  set(${out} "${sources}" PARENT_SCOPE)
endfunction()

# Refuses traversals and builders that are not there. out_lists = those traversals that read a list.
function(sphlab_check_traversals out_lists)
  cmake_parse_arguments(arg "" "" "TRAVERSALS;BUILDERS" ${ARGN})
  set(lists "")
  foreach(name IN LISTS arg_TRAVERSALS)
    sphlab_traversal_sources(file "cu;cpp" ${name})
    if(NOT file)
      message(FATAL_ERROR "sphlab_add_pack(${SPHLAB_OUTSIDE_PACK}): TRAVERSALS names '${name}', which is no traversal of "
                          "${SPHLAB_ROOT}/kernels/traversals")
    elseif(file MATCHES "/lists/")
      list(APPEND lists ${name})
    endif()
  endforeach()
  foreach(name IN LISTS arg_BUILDERS)
    string(REPLACE "-" "_" stem ${name})
    if(NOT EXISTS ${SPHLAB_ROOT}/kernels/neighbours/${stem}.cu)
      message(FATAL_ERROR "sphlab_add_pack(${SPHLAB_OUTSIDE_PACK}): BUILDERS names '${name}', which is no builder of "
                          "${SPHLAB_ROOT}/kernels/neighbours")
    endif()
  endforeach()
  if(arg_BUILDERS AND NOT lists)
    message(FATAL_ERROR "sphlab_add_pack(${SPHLAB_OUTSIDE_PACK}): BUILDERS build lists, and TRAVERSALS names none that "
                        "reads one: list-gather, ...")
  endif()
  set(${out_lists} "${lists}" PARENT_SCOPE)
endfunction()

# sphlab_add_pack(<name> [SOURCES <file>...] [FORMULATIONS <folder>...] [LABORATORY_PHYSICS <name>...]
#                 [TRAVERSALS <name>...] [BUILDERS <name>...] [FORMATS <name>...] [TOOLCHAINS simt-w32 simt-w64 cpu nvcc clang hipcc])
#
# Makes a kernel pack lib<prefix>-<toolchain>.so below CMAKE_LIBRARY_OUTPUT_DIRECTORY (lib/ of the build folder
# where that is not set) for each toolchain, which is called <name>-simt-w32, <name>-nvcc-13.0, ...
#   SOURCES             strategies: .cu for every toolchain, .cpp for cpu alone
#   FORMULATIONS        folders, each with a formulation.cuh: my_flow/ defines sphlab::MyFlow, called my-flow
#   LABORATORY_PHYSICS  names of the laboratory's physics that the pack computes, too: wcsph-lj, ...
#   TRAVERSALS          names of the laboratory's traversals that the pack has, too, of all its physics
#   BUILDERS            names of the laboratory's list builders beside per-particle, on a cpu omp-per-particle; where
#                       traversals read a list
#   FORMATS             of these lists; split-interleaved alone where it is left out
#   TOOLCHAINS          simt-w32 alone where it is left out; those of devices are skipped where there is none. cpu is the
#                       project's compiler; clang compiles for CUDA, a pack for each of SPHLAB_CLANG_VERSIONS, and hipcc
#                       for SPHLAB_HIP_ARCHITECTURES
function(sphlab_add_pack name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" 
                        "SOURCES;FORMULATIONS;PHYSICS;LABORATORY_PHYSICS;TRAVERSALS;BUILDERS;FORMATS;TOOLCHAINS")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "sphlab_add_pack(${name}): unknown argument '${arg_UNPARSED_ARGUMENTS}'")
  endif()
  if(NOT name MATCHES "^[a-z][a-z0-9-]*$")
    message(FATAL_ERROR "sphlab_add_pack(${name}): the name of a pack is made of small letters, digits and '-'")
  endif()
  if(arg_PHYSICS)
    message(FATAL_ERROR "sphlab_add_pack(${name}): PHYSICS is how a pack named types and headers before sphlab 0.3. Give "
                        "each a folder with a formulation.cuh and name that: FORMULATIONS my_flow (docs/own-pack.md)")
  endif()
  if(NOT arg_FORMULATIONS AND NOT arg_LABORATORY_PHYSICS)
    message(FATAL_ERROR "sphlab_add_pack(${name}): it needs FORMULATIONS or LABORATORY_PHYSICS")
  endif()
  # read by the functions that this one calls
  set(SPHLAB_OUTSIDE_PACK ${name})
  set(SPHLAB_TOOLCHAIN_PREFIX ${name}-)
  set(SPHLAB_LABORATORY_PHYSICS ${arg_LABORATORY_PHYSICS})
  sphlab_formulation_folders(SPHLAB_OUTSIDE_FOLDERS SPHLAB_OUTSIDE_NAMES ${arg_FORMULATIONS})
  set(SPHLAB_OUTSIDE_FORMATS ${arg_FORMATS})
  if(NOT arg_FORMATS)
    set(SPHLAB_OUTSIDE_FORMATS split-interleaved)
  endif()
  if(NOT CMAKE_LIBRARY_OUTPUT_DIRECTORY)
    set(CMAKE_LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/lib)
  endif()
  list(TRANSFORM arg_SOURCES PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/ REGEX "^[^/]")
  sphlab_check_traversals(SPHLAB_OUTSIDE_LISTS TRAVERSALS ${arg_TRAVERSALS} BUILDERS ${arg_BUILDERS})
  set(builders "")
  set(omp_builders "")
  if(SPHLAB_OUTSIDE_LISTS)
    foreach(builder IN LISTS arg_BUILDERS ITEMS per-particle)
      string(REPLACE "-" "_" stem ${builder})
      list(APPEND builders ${SPHLAB_ROOT}/kernels/neighbours/${stem}.cu)
    endforeach()
    list(REMOVE_DUPLICATES builders)
    set(omp_builders ${SPHLAB_ROOT}/kernels/neighbours/omp_per_particle.cpp)
  endif()

  # What every pack needs beside its traversals: an order of cells, and a scheme.
  file(GLOB cells CONFIGURE_DEPENDS ${SPHLAB_ROOT}/kernels/grid/*.cu)
  file(GLOB integrators CONFIGURE_DEPENDS ${SPHLAB_ROOT}/kernels/integrators/*.cu)
  file(GLOB gpu_integrators CONFIGURE_DEPENDS ${SPHLAB_ROOT}/kernels/integrators/gpu/*.cu)
  set(kernels ${arg_SOURCES})
  list(FILTER kernels INCLUDE REGEX "\\.cu$")
  sphlab_traversal_sources(traversals "cu" ${arg_TRAVERSALS})
  set(device_sources ${kernels} ${traversals} ${builders} ${cells} ${integrators} ${gpu_integrators}
                     ${SPHLAB_REGISTRY_SOURCES}
                     # what traversals share: groups of targets, cells with kinds apart, tasks
                     ${SPHLAB_ROOT}/kernels/traversals/tasks/target_groups.cu
                     ${SPHLAB_ROOT}/kernels/traversals/cells/split_cells.cu
                     ${SPHLAB_ROOT}/kernels/traversals/tasks/tasks.cu
                     ${SPHLAB_ROOT}/kernels/pack/device_usable.cu)

  if(NOT arg_TOOLCHAINS)
    set(arg_TOOLCHAINS simt-w32)
  endif()
  foreach(toolchain IN LISTS arg_TOOLCHAINS)
    if(toolchain MATCHES "^simt-w(32|64)$")
      sphlab_host_pack(${name}-${toolchain} COMPILER ${CMAKE_CXX_COMPILER} WARP_WIDTH ${CMAKE_MATCH_1}
                       SOURCES ${device_sources} EXECUTOR ${SPHLAB_EXECUTOR_SOURCES} FLAGS ${SPHLAB_SIMT_FLAGS}
                       LINK -lboost_context)
    elseif(toolchain STREQUAL "cpu")
      sphlab_traversal_sources(traversals "cpp;cu" ${arg_TRAVERSALS})
      file(GLOB omp_stages CONFIGURE_DEPENDS ${SPHLAB_ROOT}/kernels/integrators/omp_*.cpp
                                             ${SPHLAB_ROOT}/kernels/grid/omp_*.cpp)
      sphlab_cpu_compiler_name(compiler_name)
      sphlab_host_pack(${name}-cpu-${compiler_name} COMPILER ${CMAKE_CXX_COMPILER} WARP_WIDTH 1
                       SOURCES ${arg_SOURCES} ${traversals} ${omp_builders} ${cells} ${omp_stages} ${SPHLAB_EXECUTOR_SOURCES}
                               ${integrators} ${SPHLAB_REGISTRY_SOURCES}
                               ${SPHLAB_ROOT}/kernels/pack/instruction_set.cpp
                       FLAGS ${SPHLAB_CPU_FLAGS} LINK -lboost_context FAST_MATH)
    elseif(toolchain MATCHES "^(nvcc|clang)$")
      set(SPHLAB_DEVICE_SOURCES ${device_sources})
      sphlab_outside_cuda_packs(${toolchain})
    elseif(toolchain STREQUAL "hipcc")
      set(SPHLAB_DEVICE_SOURCES ${device_sources})
      set(SPHLAB_HIP AUTO)
      include(${SPHLAB_PACK_DIR}/toolchains/hipcc_pack.cmake)
    else()
      message(FATAL_ERROR "sphlab_add_pack(${name}): there is no toolchain '${toolchain}'; there is: simt-w32, "
                          "simt-w64, cpu, nvcc, clang, hipcc")
    endif()
  endforeach()
endfunction()

# out = "gcc-12", "clang-19": the main compiler
function(sphlab_cpu_compiler_name out)
  string(REGEX MATCH "^[0-9]+" major "${CMAKE_CXX_COMPILER_VERSION}")
  set(family gcc)
  if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    set(family clang)
  endif()
  set(${out} ${family}-${major} PARENT_SCOPE)
endfunction()

# The packs of `toolchain`, nvcc or clang, for the CUDA root, where there is one. They need the laboratory's cuda
# runtime.
function(sphlab_outside_cuda_packs toolchain)
  set(SPHLAB_CUDA AUTO)
  include(${SPHLAB_PACK_DIR}/toolchains/cuda_root.cmake)
  if(NOT SPHLAB_CUDA_ROOT)
    sphlab_toolchain_missing(AUTO ${SPHLAB_TOOLCHAIN_PREFIX}${toolchain} "needs a CUDA toolkit (set CUDA_HOME)")
    return()
  endif()
  include(${SPHLAB_PACK_DIR}/toolchains/cuda_architectures.cmake)
  include(${SPHLAB_PACK_DIR}/toolchains/nvcc_pack.cmake)
  include(${SPHLAB_PACK_DIR}/toolchains/clang_pack.cmake)
  find_package(Threads REQUIRED)
  set(cudart_needs Threads::Threads ${CMAKE_DL_LIBS} rt)
  sphlab_cuda_architectures(cuda_architectures)
  if(toolchain STREQUAL "nvcc")
    sphlab_nvcc_pack(command architectures ${SPHLAB_CUDA_ROOT})
    return()
  endif()
  foreach(version IN LISTS SPHLAB_CLANG_VERSIONS)
    sphlab_clang_pack(${version})
  endforeach()
endfunction()
