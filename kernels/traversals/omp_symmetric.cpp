// forces/omp-symmetric: each pair once, for both of its particles, by threads that take cells as
// they run out of them and have sums of their own (paper D, section 3).
#include "kernels/traversals/ladder_physics.hpp"
#include "kernels/traversals/pair_sweep.hpp"
#include "kernels/traversals/register_traversal.hpp"
#include "kernels/traversals/symmetric.hpp"

namespace sphlab {
namespace {

struct OmpSymmetric : SymmetricAmongThreads<OmpSymmetric> {
  static constexpr const char* name = "omp-symmetric";

  template <class Physics>
  using Arrays = FieldArrays<Physics>;
  template <class Physics, class T>
  using Sweep = PairSweep<Physics, T, Sums::own>;
};

[[maybe_unused]] const bool registered = register_traversal<OmpSymmetric, LadderPhysics>();

}  // namespace
}  // namespace sphlab
