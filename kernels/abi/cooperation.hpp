// Whether the threads of a block wait for one another.
#pragma once

namespace sphlab::gpu {

/// What a kernel needs of its block, stated at launch. A GPU runs both alike; the host executor
/// runs `none` as plain loops and gives each thread of `block` a fibre.
enum class Cooperation {
  none,   ///< no thread calls __syncthreads, __syncwarp or a warp collective
  block,  ///< threads may synchronise with the others of their warp or block
};

}  // namespace sphlab::gpu
