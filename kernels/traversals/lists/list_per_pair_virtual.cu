// forces/list-per-pair-virtual: one kernel for each pair of types, and the list is read by
// virtually derived iterators: the forces of paper A's initial code (figures 4 to 6).
#include "kernels/neighbours/virtual_iterator.cuh"
#include "kernels/traversals/lists/list_per_pair.cuh"

namespace sphlab {
namespace {

struct ListPerPairVirtual : ListPerPair<VirtualIterators> {
  static constexpr const char* name = "list-per-pair-virtual";
};

[[maybe_unused]] const bool registered_list_per_pair_virtual =
    register_list_traversal<ListPerPairVirtual>();

}  // namespace
}  // namespace sphlab
