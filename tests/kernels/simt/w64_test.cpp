// The host executor with warps of 64 lanes.
#define SPHLAB_WARP_WIDTH 64
#include "tests/kernels/simt/warp_checks.hpp"
