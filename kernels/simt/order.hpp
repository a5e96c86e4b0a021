// The order in which the warps of a block, and the lanes of a warp, run between barriers.
#pragma once

#include <random>
#include <vector>

namespace sphlab::gpu::simt {

enum class OrderKind { forward, reverse, shuffled };

/// The kind that the environment variable SPHLAB_SIMT_ORDER names; forward where it is not set.
/// Throws KernelFault where it names none.
OrderKind order_from_environment();

/// Arranges indices. Shuffles are pseudo-random and the same in every run.
class Order {
 public:
  Order(OrderKind kind, unsigned seed);
  /// Arranges `indices`, a permutation of 0..n-1, anew.
  void arrange(std::vector<unsigned>& indices);

 private:
  OrderKind kind_;
  std::minstd_rand random_;
};

}  // namespace sphlab::gpu::simt
