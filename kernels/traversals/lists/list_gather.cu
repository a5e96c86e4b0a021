// forces/list-gather: the list is read by chain iterators.
#include "kernels/neighbours/chain_iterator.cuh"
#include "kernels/traversals/lists/list_gather.cuh"

namespace sphlab {
namespace {

struct ListGatherChain : ListGather<ChainIterators> {
  static constexpr const char* name = "list-gather";

  template <class Format, class Physics>
  static constexpr bool is_default_for() {
    return true;
  }
};

[[maybe_unused]] const bool registered_list_gather = register_list_traversal<ListGatherChain>();

}  // namespace
}  // namespace sphlab
