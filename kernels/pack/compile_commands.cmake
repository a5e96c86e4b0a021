# Entries of compile_commands.json for the sources of packs, which CMake does not compile itself: editors, clangd and
# clang-tidy read there how a file is compiled.

# Describes those of SOURCES that no pack before has: by COMMAND (compiler and flags), where that is the main compiler,
# the only one that such an entry can name. Nothing builds the library that holds them.
function(sphlab_describe_kernels toolchain)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;COMMAND")
  list(POP_FRONT arg_COMMAND compiler)
  get_property(described GLOBAL PROPERTY SPHLAB_DESCRIBED_KERNELS)
  list(REMOVE_ITEM arg_SOURCES ${described})
  if(NOT compiler STREQUAL CMAKE_CXX_COMPILER OR NOT arg_SOURCES)
    return()
  endif()
  set_property(GLOBAL APPEND PROPERTY SPHLAB_DESCRIBED_KERNELS ${arg_SOURCES})
  set_source_files_properties(${arg_SOURCES} PROPERTIES LANGUAGE CXX)
  add_library(sphlab-sources-${toolchain} OBJECT EXCLUDE_FROM_ALL ${arg_SOURCES})
  target_compile_options(sphlab-sources-${toolchain} PRIVATE ${arg_COMMAND})
  set_target_properties(sphlab-sources-${toolchain} PROPERTIES UNITY_BUILD OFF)
endfunction()
