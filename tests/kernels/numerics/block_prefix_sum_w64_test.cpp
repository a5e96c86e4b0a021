// The block's prefix sum on a device with warps of 64 lanes.
#define SPHLAB_WARP_WIDTH 64
#include "tests/kernels/numerics/block_prefix_sum_checks.hpp"
