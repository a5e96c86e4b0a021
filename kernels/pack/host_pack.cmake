# How a pack that runs on a CPU is made: of the host executor, or of what a host compiler makes fast.

set(SPHLAB_CPU_ARCHITECTURE native CACHE STRING
    "-march of the cpu packs; a pack says so where it meets a CPU that lacks its instructions")

include(${CMAKE_CURRENT_LIST_DIR}/compile_commands.cmake)

set(SPHLAB_REGISTRY_SOURCES ${SPHLAB_ROOT}/kernels/strategy/registry.cu ${SPHLAB_ROOT}/kernels/pack/entry.cu
                            ${SPHLAB_ROOT}/kernels/strategy/refusal.cu)
file(GLOB SPHLAB_EXECUTOR_SOURCES CONFIGURE_DEPENDS ${SPHLAB_ROOT}/kernels/simt/*.cpp)
# Flags of the host executor, which is for truth: no fast math, and as much optimisation as its tests repay.
set(SPHLAB_SIMT_FLAGS -O1 -g1)
# Flags of the cpu packs: fast as the device packs are, but NaN stays NaN: a lost particle must be seen to be lost.
# Groups of lanes that are wider than the vectors of the architecture cross no interface of a pack: no -Wpsabi.
# Numbers of a particle that derives from another are given one after the other, which clang 14 warns of.
set(SPHLAB_CPU_FLAGS -O3 -ffast-math -fno-finite-math-only -Wno-psabi -Wno-missing-braces -march=${SPHLAB_CPU_ARCHITECTURE})

# One host pack. FLAGS: the compiler's; INSTRUMENT: more of them for SOURCES, not for EXECUTOR, the sources
# that run the others; LINK: what follows when linking; FOLDER: below that of the packs, where commands look
# for packs of their own.
function(sphlab_host_pack toolchain)
  cmake_parse_arguments(arg "FAST_MATH" "COMPILER;WARP_WIDTH;FOLDER"
                        "SOURCES;EXECUTOR;AUDIT_SOURCES;FLAGS;INSTRUMENT;LINK" ${ARGN})
  set(directory ${CMAKE_CURRENT_BINARY_DIR}/${toolchain})
  set(target sphlab-kernels-${toolchain})
  set(command ${arg_COMPILER} -x c++ -std=c++20 -fPIC -fvisibility=hidden -fopenmp -Wall -Wextra -Wshadow
              -Wno-unknown-pragmas ${arg_FLAGS} -DSPHLAB_WARP_WIDTH=${arg_WARP_WIDTH} -I${SPHLAB_ROOT})
  if(SPHLAB_WARNINGS_AS_ERRORS)
    list(APPEND command -Werror)
  endif()
  set(sanitize "")
  if(SPHLAB_SANITIZE)
    list(APPEND command -O1) # nothing is timed
    set(sanitize ${SPHLAB_SANITIZERS})
    # Long functions, as most of a CPU's are, call what checks an access: they are compiled in half the time.
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
      list(APPEND sanitize --param=asan-instrumentation-with-call-threshold=200)
    endif()
  endif()
  list(APPEND command ${sanitize})

  sphlab_version_line(compiler_line ${arg_COMPILER})
  sphlab_pack_configuration(${directory} TOOLCHAIN ${toolchain} COMPILER_LINE "${compiler_line}"
                            HOST_COMPILER_LINE "${compiler_line}" FAST_MATH "${arg_FAST_MATH}"
                            ARCHITECTURES ${SPHLAB_CPU_ARCHITECTURE} COMMAND ${command} ${arg_INSTRUMENT})
  # g++ decides for a file as a whole what it inlines: of what is timed, each is compiled alone.
  set(batches BATCHES kernels)
  if(arg_FAST_MATH AND SPHLAB_CPU_FILES_ALONE)
    set(batches "")
  endif()
  sphlab_device_objects(kernels logs ${batches} TOOLCHAIN ${toolchain} DIRECTORY ${directory} SOURCES ${arg_SOURCES}
                        COMMAND ${command} ${arg_INSTRUMENT} -I${directory}
                        DEPENDS ${directory}/pack_configuration.hpp ${directory}/pack_matrix.hpp)
  # Switching between threads is up to half of what kernels with barriers take, and seconds to compile.
  set(executor_flags "")
  if(NOT arg_FAST_MATH AND NOT SPHLAB_SANITIZE)
    set(executor_flags -O2)
  endif()
  sphlab_device_objects(executor logs BATCHES executor TOOLCHAIN ${toolchain} DIRECTORY ${directory} SOURCES ${arg_EXECUTOR}
                        COMMAND ${command} ${executor_flags} -I${directory}
                        DEPENDS ${directory}/pack_configuration.hpp ${directory}/pack_matrix.hpp)
  sphlab_describe_kernels(${toolchain} SOURCES ${arg_SOURCES} ${arg_EXECUTOR} ${arg_AUDIT_SOURCES}
                          COMMAND ${command} -I${directory})
  set(objects ${kernels} ${executor})
  set(folder ${CMAKE_LIBRARY_OUTPUT_DIRECTORY}/${arg_FOLDER})
  cmake_path(NORMAL_PATH folder)
  set(library ${folder}/lib${target}.so)
  # linked by the pack's own compiler, which knows its OpenMP runtime
  add_custom_command(
    OUTPUT ${library}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${folder}
    COMMAND ${Python3_EXECUTABLE} ${SPHLAB_PACK_DIR}/run_logged.py ${directory}/link.log
            ${arg_COMPILER} -shared -fopenmp ${sanitize} ${objects} -o ${library} ${arg_LINK}
    COMMAND ${Python3_EXECUTABLE} ${SPHLAB_PACK_DIR}/seal.py ${library}
    DEPENDS ${objects} ${SPHLAB_PACK_DIR}/seal.py COMMENT "${toolchain}: pack" COMMAND_EXPAND_LISTS VERBATIM)
  add_custom_target(${target} ALL DEPENDS ${library})
  set_property(GLOBAL APPEND PROPERTY SPHLAB_HOST_PACKS ${target})
  message(STATUS "toolchain ${toolchain}: ${SPHLAB_CPU_ARCHITECTURE}, ${compiler_line}")

  if(NOT arg_AUDIT_SOURCES OR NOT SPHLAB_AUDIT_PACKS)
    return()
  endif()
  sphlab_device_objects(audit_objects audit_logs TOOLCHAIN ${toolchain} DIRECTORY ${directory}
                        SOURCES ${arg_AUDIT_SOURCES} COMMAND ${command} -I${directory})
  set(audit_library ${SPHLAB_AUDIT_DIRECTORY}/lib${target}.so)
  add_custom_command(
    OUTPUT ${audit_library}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${SPHLAB_AUDIT_DIRECTORY}
    COMMAND ${Python3_EXECUTABLE} ${SPHLAB_PACK_DIR}/run_logged.py ${directory}/audit_link.log
            ${arg_COMPILER} -shared -fopenmp ${sanitize} ${objects} ${audit_objects} -o ${audit_library} ${arg_LINK}
    COMMAND ${Python3_EXECUTABLE} ${SPHLAB_PACK_DIR}/seal.py ${audit_library}
    DEPENDS ${objects} ${audit_objects} COMMENT "${toolchain}: audit pack" COMMAND_EXPAND_LISTS VERBATIM)
  add_custom_target(sphlab-audit-${toolchain} ALL DEPENDS ${audit_library})
  add_dependencies(sphlab-audit-${toolchain} ${target}) # which makes the objects that both are linked of
  set_property(GLOBAL APPEND PROPERTY SPHLAB_HOST_PACKS sphlab-audit-${toolchain})
endfunction()

# out = major version of a compiler
function(sphlab_major_version out compiler)
  execute_process(COMMAND ${compiler} -dumpversion OUTPUT_VARIABLE version OUTPUT_STRIP_TRAILING_WHITESPACE)
  string(REGEX MATCH "^[0-9]+" major "${version}")
  set(${out} ${major} PARENT_SCOPE)
endfunction()
