// forces/list-gather-virtual: the list is read by virtually derived iterators.
#include "kernels/neighbours/virtual_iterator.cuh"
#include "kernels/traversals/lists/list_gather.cuh"

namespace sphlab {
namespace {

struct ListGatherVirtual : ListGather<VirtualIterators> {
  static constexpr const char* name = "list-gather-virtual";
};

[[maybe_unused]] const bool registered_list_gather_virtual =
    register_list_traversal<ListGatherVirtual>();

}  // namespace
}  // namespace sphlab
