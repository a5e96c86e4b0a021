// forces/list-gather-delayed: list-gather with as much more work as its tuning asks for. It is part
// of the audit packs alone.
#include "kernels/audit/delayed.cuh"
#include "kernels/audit/operation_counts.hpp"
#include "kernels/neighbours/chain_iterator.cuh"
#include "kernels/physics/wcsph_lj/formulation.cuh"
#include "kernels/traversals/lists/list_gather.cuh"

namespace sphlab {
namespace {

struct ListGatherDelayed {
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

  template <class Format, class Physics, class Run>
  static int launches(const PassArguments<Physics>& a, const std::uint32_t* tuning, Run& run) {
    return reading_list<Physics>(a, [&](auto physics, const auto& coefficients) {
      using Slow = Delayed<decltype(physics)>;
      const PairKernel<Slow> kernel = list_gather<ChainIterators, Format, Slow, in_flight>;
      return run.kernel(kernel,
                        per_item(a.particles, tuning[0]).with(work_from_list<Format, Physics>()), a,
                        typename Slow::Coefficients{coefficients, tuning[1]});
    });
  }
};

[[maybe_unused]] const bool registered_list_gather_delayed =
    detail::register_list_traversal<ListGatherDelayed>(TypeList<WcsphLj>{});

}  // namespace
}  // namespace sphlab
