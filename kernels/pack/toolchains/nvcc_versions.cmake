# nvcc versions beside the CUDA root's, which ci/install puts into .toolchains: one pack per version of
# SPHLAB_NVCC_VERSIONS.

set(SPHLAB_NVCC_VERSIONS INSTALLED CACHE STRING
    "nvcc versions of .toolchains that make a CUDA pack each; INSTALLED: all that are there")

# out = the versions in .toolchains, oldest first
function(sphlab_installed_nvcc_versions out)
  file(GLOB installed CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/.toolchains/nvcc-*/installed.txt)
  list(TRANSFORM installed REPLACE "^.*/nvcc-(.*)/installed.txt$" "\\1")
  list(SORT installed COMPARE NATURAL)
  set(${out} ${installed} PARENT_SCOPE)
endfunction()

set(nvcc_versions ${SPHLAB_NVCC_VERSIONS})
if(nvcc_versions STREQUAL "INSTALLED")
  sphlab_installed_nvcc_versions(nvcc_versions)
endif()
foreach(version IN LISTS nvcc_versions)
  set(root ${CMAKE_SOURCE_DIR}/.toolchains/nvcc-${version}/nvidia/cu13)
  if(version STREQUAL SPHLAB_CUDA_VERSION)
    message(STATUS "toolchain nvcc-${version}: the CUDA root's, not built a second time")
  elseif(NOT EXISTS ${root}/bin/nvcc)
    sphlab_toolchain_missing(${SPHLAB_CUDA} nvcc-${version}
                             "not in .toolchains (ci/install --nvcc ${version})")
  else()
    sphlab_nvcc_pack(command architectures ${root})
  endif()
endforeach()
