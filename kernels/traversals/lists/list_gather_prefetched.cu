// forces/list-gather-prefetched: list-gather in a loop over each section, in place of iterators,
// that loads the next entries before it computes with those that it has.
#include "kernels/neighbours/section_walk.cuh"
#include "kernels/traversals/lists/list_gather.cuh"

namespace sphlab {
namespace {

struct ListGatherPrefetched : ListGather<SectionWalks> {
  static constexpr const char* name = "list-gather-prefetched";
};

[[maybe_unused]] const bool registered_list_gather_prefetched =
    register_list_traversal<ListGatherPrefetched>();

}  // namespace
}  // namespace sphlab
