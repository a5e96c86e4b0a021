// forces/list-per-pair: one kernel for each pair of types, and the list is read by chain iterators.
#include "kernels/traversals/lists/list_per_pair.cuh"

#include "kernels/neighbours/chain_iterator.cuh"

namespace sphlab {
namespace {

struct ListPerPairChain : ListPerPair<ChainIterators> {
  static constexpr const char* name = "list-per-pair";
};

[[maybe_unused]] const bool registered_list_per_pair = register_list_traversal<ListPerPairChain>();

}  // namespace
}  // namespace sphlab
