// forces/omp-symmetric-packed: omp-symmetric with the pairs in reach packed into full groups of
// lanes, whose particles are transposed in registers.
#include "kernels/traversals/ladder_physics.hpp"
#include "kernels/traversals/packed_sweep.hpp"
#include "kernels/traversals/register_traversal.hpp"
#include "kernels/traversals/symmetric.hpp"

namespace sphlab {
namespace {

struct OmpSymmetricPacked : SymmetricAmongThreads<OmpSymmetricPacked> {
  static constexpr const char* name = "omp-symmetric-packed";

  template <class Physics>
  using Arrays = ParticleRows<Physics>;
  template <class Physics, class T>
  using Sweep = PackedSweep<Physics, T>;
};

[[maybe_unused]] const bool registered = register_traversal<OmpSymmetricPacked, LadderPhysics>();

}  // namespace
}  // namespace sphlab
