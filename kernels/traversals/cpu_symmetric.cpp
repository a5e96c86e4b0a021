// forces/cpu-symmetric: one thread computes each pair once, for both of its particles (paper D,
// section 3, the first of its optimisations of a CPU), `lanes` sources at a time (its third).
// Cells of half the radius, its second, are a variant's cells_per_radius.
#include "kernels/traversals/ladder_physics.hpp"
#include "kernels/traversals/pair_sweep.hpp"
#include "kernels/traversals/register_traversal.hpp"
#include "kernels/traversals/symmetric.hpp"

namespace sphlab {
namespace {

struct CpuSymmetric : SymmetricAlone<CpuSymmetric> {
  static constexpr const char* name = "cpu-symmetric";
  static constexpr TuningParameter parameters[] = {lanes_parameter};

  template <class Physics>
  using Arrays = FieldArrays<Physics>;
  template <class Physics, class T>
  using Sweep = PairSweep<Physics, T, Sums::own>;

  template <class Use>
  static int with_lanes(std::uint32_t lanes, Use&& use) {
    return sphlab::with_lanes(lanes, use);
  }
};

[[maybe_unused]] const bool registered = register_traversal<CpuSymmetric, LadderPhysics>();

}  // namespace
}  // namespace sphlab
