# Beside each kernel pack its audit pack, in a folder of their own: the same objects, and strategies
# that are slower by a known amount of work. No machine code of the kernel packs depends on them.
file(GLOB SPHLAB_AUDIT_SOURCES CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/kernels/audit/*.cu)
file(GLOB SPHLAB_CPU_AUDIT_SOURCES CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/kernels/audit/*.cpp)
set(SPHLAB_AUDIT_DIRECTORY ${CMAKE_LIBRARY_OUTPUT_DIRECTORY}/audit)
option(SPHLAB_AUDIT_PACKS "Beside each kernel pack its audit pack" ON)
