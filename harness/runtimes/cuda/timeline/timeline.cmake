# lib/libsphlab-timeline.so, for ci/timeline. Nothing links it.
find_path(SPHLAB_CUPTI_INCLUDE cupti.h NO_DEFAULT_PATH
          PATHS ${SPHLAB_CUDA_ROOT}/include ${SPHLAB_CUDA_ROOT}/extras/CUPTI/include)
find_library(SPHLAB_CUPTI cupti NO_DEFAULT_PATH
             PATHS ${SPHLAB_CUDA_ROOT}/lib64 ${SPHLAB_CUDA_ROOT}/lib
                   ${SPHLAB_CUDA_ROOT}/extras/CUPTI/lib64)
if(SPHLAB_CUPTI_INCLUDE AND SPHLAB_CUPTI)
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/*.cpp)
  add_library(sphlab-timeline MODULE ${sources})
  target_include_directories(sphlab-timeline SYSTEM PRIVATE ${SPHLAB_CUPTI_INCLUDE}
                                                            ${SPHLAB_CUDA_ROOT}/include)
  target_link_libraries(sphlab-timeline PRIVATE sphlab_options nlohmann_json::nlohmann_json
                                                ${SPHLAB_CUPTI} ${CMAKE_DL_LIBS})
else()
  message(STATUS "timeline: no CUPTI in ${SPHLAB_CUDA_ROOT}, skipped")
endif()
