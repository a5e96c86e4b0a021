// forces/list-gather-record-24: list-gather whose sources are read in 24 bytes in place of 32
// (kernels/storage/record_24.cuh).
#include "kernels/neighbours/section_walk.cuh"
#include "kernels/storage/record_24.cuh"
#include "kernels/traversals/lists/list_gather.cuh"
#include "kernels/traversals/lists/list_gather_records.cuh"

namespace sphlab {
namespace {

/// Reads state, list and records; writes what the physics stores, and nothing once a particle has
/// been found that records do not hold.
template <class Format, class Physics, int width>
__global__ void __launch_bounds__(
    256, gpu::least_blocks(SectionWalks::blocks(width* Record24Sources::bytes_per_source)))
    list_gather_record_24(PassArguments<Physics> a, typename Physics::Coefficients coefficients,
                          Record24 record) {
  if (record.velocities.head->left != 0) return;
  end_state(record.velocities);
  const std::uint32_t i = target_of_thread(a);
  if (i < targets(a).last && !record.density.serves(position(a, i).w))
    record.velocities.head->left = 1;
  const VelocityRange range = record.velocities.head->of_state;
  const Record24Sources sources(record, range);
  if constexpr (requires { typename Physics::Fluid; }) {
    using Scaled = ScaledPhysics<Physics>;
    gather_target<SectionWalks, Format, Scaled, width>(
        a, Scaled::of(coefficients, {range.width, record.density.unit}), sources);
  } else {
    gather_target<SectionWalks, Format, Physics, width>(a, coefficients, sources);
  }
}

struct ListGatherRecord24 : ListGatherOfRecords<ListGatherRecord24, Record24Preparation> {
  static constexpr const char* name = "list-gather-record-24";

  template <class Format, class Physics, int width>
  static std::array<ListKernel<Physics, Record24>, 1> kernels() {
    return {{{list_gather_record_24<Format, Physics, width>,
              work_of_records<Format, Physics>(Record24Sources::bytes_per_source)}}};
  }
};

[[maybe_unused]] const bool registered_list_gather_record_24 =
    register_list_traversal<ListGatherRecord24>();

}  // namespace
}  // namespace sphlab
