// forces/cpu-symmetric-packed: cpu-symmetric with the pairs in reach packed into full groups of
// lanes, whose particles are transposed in registers: what comes after paper D's ladder of a CPU.
#include "kernels/traversals/ladder_physics.hpp"
#include "kernels/traversals/packed_sweep.hpp"
#include "kernels/traversals/register_traversal.hpp"
#include "kernels/traversals/symmetric.hpp"

namespace sphlab {
namespace {

struct CpuSymmetricPacked : SymmetricAlone<CpuSymmetricPacked> {
  static constexpr const char* name = "cpu-symmetric-packed";
  static constexpr TuningParameter parameters[] = {wide_lanes_parameter};

  template <class Physics>
  using Arrays = ParticleRows<Physics>;
  template <class Physics, class T>
  using Sweep = PackedSweep<Physics, T>;

  template <class Use>
  static int with_lanes(std::uint32_t lanes, Use&& use) {
    return with_wide_lanes(lanes, use);
  }
};

[[maybe_unused]] const bool registered = register_traversal<CpuSymmetricPacked, LadderPhysics>();

}  // namespace
}  // namespace sphlab
