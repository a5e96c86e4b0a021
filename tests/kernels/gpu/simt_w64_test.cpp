// The host executor with warps of 64 lanes.
#define SPHLAB_WARP_WIDTH 64
#include "tests/kernels/gpu/simt_warp_checks.hpp"
