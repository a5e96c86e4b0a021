// forces/list-gather-delayed: list-gather with as much more work as its tuning asks for. It is part
// of the audit packs alone.
#include "kernels/audit/delayed.cuh"
#include "kernels/audit/operation_counts.hpp"
#include "kernels/neighbours/chain_iterator.cuh"
#include "kernels/traversals/list_gather.cuh"

namespace sphlab {
namespace {

struct ListGatherDelayed : ListTraversal<ListGatherDelayed> {
  static constexpr const char* name = "list-gather-delayed";
  static constexpr int in_flight = 4;

  struct DelayTuning {
    static constexpr TuningParameter parameters[2] = {block_parameter[0], operation_count};
  };
  template <class>
  using Tuning = DelayTuning;

  template <class Format, class>
  static constexpr bool serves() {
    return Format::format().contents == ListContents::split &&
           is_common_list_format(Format::format());
  }

  template <class Format, class Physics>
  static PairKernel<Delayed<Physics>> kernel() {
    return list_gather<ChainIterators, Format, Delayed<Physics>, in_flight>;
  }

  template <class Format, class Physics>
  static int launch(const StageArguments* a, const std::uint32_t* tuning, void* stream) {
    return reading_list<Physics>(*a, [&](auto physics, const auto& coefficients) {
      using Slow = Delayed<decltype(physics)>;
      return gpu::launch(gpu::Cooperation::none, kernel<Format, decltype(physics)>(),
                         blocks_for(a->particles, tuning[0]), tuning[0], 0, stream, *a,
                         typename Slow::Coefficients{coefficients, tuning[1]});
    });
  }

  template <class Format, class Physics>
  static int attributes(const StageArguments* a, const std::uint32_t* tuning,
                        KernelAttributes* out) {
    return reading_list<Physics>(*a, [&](auto physics, const auto&) {
      return gpu::attributes(kernel<Format, decltype(physics)>(), tuning[0], 0, out);
    });
  }
};

[[maybe_unused]] const bool registered =
    detail::register_list_traversal<ListGatherDelayed>(TypeList<WcsphLj>{});

}  // namespace
}  // namespace sphlab
