// The host executor with warps of 32 lanes.
#define SPHLAB_WARP_WIDTH 32
#include "tests/kernels/simt/warp_checks.hpp"
