// The block's prefix sum on a device with warps of 32 lanes.
#define SPHLAB_WARP_WIDTH 32
#include "tests/kernels/numerics/block_prefix_sum_checks.hpp"
