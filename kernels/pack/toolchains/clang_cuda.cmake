# clang as a CUDA compiler: one pack per version of SPHLAB_CLANG_VERSIONS.
foreach(version IN LISTS SPHLAB_CLANG_VERSIONS)
  sphlab_clang_pack(${version})
endforeach()
