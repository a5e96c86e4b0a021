# What a build does with kernels/matrix.json, for matrix_test.py.
#   cmake -DMODULE=kernels/pack/matrix.cmake -DFILE=... -DSPHLAB_MATRIX=push -DTOOLCHAIN=nvcc-13.0 -DOUTPUT=<folder> -P this
cmake_minimum_required(VERSION 3.25)
include(${MODULE})
set(SPHLAB_MATRIX_FILE ${FILE})
sphlab_pack_matrix(${OUTPUT} ${TOOLCHAIN})
