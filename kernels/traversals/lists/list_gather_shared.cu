// forces/list-gather-shared: list-gather with two or four lanes a target.
#include "kernels/traversals/lists/list_gather_shared.cuh"

namespace sphlab {
namespace {

struct ListGatherShared : SharedGather<2, 4> {
  static constexpr const char* name = "list-gather-shared";

  template <class Format, class Physics, class Run>
  static int launches(const PassArguments<Physics>& a, const std::uint32_t* tuning, Run& run) {
    return reading_list<Physics>(a, [&](auto physics, const auto& coefficients) {
      using Read = decltype(physics);
      return with_lanes(tuning, [&](auto lanes) {
        return run.kernel(list_gather_shared<Format, Read, in_flight<Format>, lanes()>,
                          launch<Format, Read>(a, tuning), a, coefficients);
      });
    });
  }
};

[[maybe_unused]] const bool registered_list_gather_shared =
    register_list_traversal<ListGatherShared>();

}  // namespace
}  // namespace sphlab
