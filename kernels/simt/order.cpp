#include "kernels/simt/order.hpp"

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <string>

#include "kernels/simt/executor.hpp"

namespace sphlab::gpu::simt {

OrderKind order_from_environment() {
  const char* value = std::getenv("SPHLAB_SIMT_ORDER");
  const std::string name = value == nullptr ? "forward" : value;
  if (name == "forward") return OrderKind::forward;
  if (name == "reverse") return OrderKind::reverse;
  if (name == "shuffled") return OrderKind::shuffled;
  throw KernelFault{LaunchError::bad_configuration,
                    "SPHLAB_SIMT_ORDER is '" + name + "'; it may be forward, reverse or shuffled"};
}

// Neighbouring seeds give a linear congruential generator neighbouring first numbers: the factor
// (2^32 over the golden ratio) drives them apart.
Order::Order(OrderKind kind, unsigned seed) : kind_(kind), random_((seed + 1) * 2654435769u) {}

void Order::arrange(std::vector<unsigned>& indices) {
  switch (kind_) {
    case OrderKind::forward:
      std::iota(indices.begin(), indices.end(), 0u);
      break;
    case OrderKind::reverse:
      std::iota(indices.rbegin(), indices.rend(), 0u);
      break;
    case OrderKind::shuffled:
      std::shuffle(indices.begin(), indices.end(), random_);
      break;
  }
}

}  // namespace sphlab::gpu::simt
