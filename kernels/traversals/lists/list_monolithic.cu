// forces/list-monolithic: one kernel and one loop for all neighbours, which finds out the type of
// each at run time (catalogue F1; paper A, section 4).
//
// It is what a unified list asks for, which does not keep types apart; in split lists it shows what
// deciding at run time costs.
#include "kernels/neighbours/chain_iterator.cuh"
#include "kernels/traversals/add_by_type.cuh"
#include "kernels/traversals/lists/list_traversal.cuh"

namespace sphlab {

template <class Format, std::uint32_t... sections>
__device__ ListSections<sections...> all_sections(
    std::integer_sequence<std::uint32_t, sections...>);

template <class Format>
using AllSections =
    decltype(all_sections<Format>(std::make_integer_sequence<std::uint32_t, Format::sections>{}));

/// Reads state and list; writes what the physics stores.
template <class Format, class Physics, int width>
__global__ void __launch_bounds__(256)
    list_monolithic(PassArguments<Physics> a, typename Physics::Coefficients coefficients) {
  const std::uint32_t i = target_of_thread(a);
  if (i >= targets(a).last) return;
  if (!is_target<Physics>(a, i)) {
    Physics::store_nothing(a, i);
    return;
  }
  const auto target = load<Physics>(a, i);
  typename Physics::template Sum<float> sum;
  ChainIterators::Of<Format, AllSections<Format>> iterator(a, i);
  std::uint32_t neighbours[width];
  while (const int count = iterator.next(neighbours)) {
    typename Physics::template Particle<float> sources[width];
    TypeMask types[width];
#pragma unroll
    for (int k = 0; k < width; ++k) {
      types[k] = mask_of(type_of(a, neighbours[k]));
      sources[k] = load<Physics>(a, neighbours[k]);
    }
#pragma unroll
    for (int k = 0; k < width; ++k) {
      const Pair<float> pair = separation(a, target, sources[k], k < count);
      add_by_type<Physics>(typename Physics::Groups{}, types[k], coefficients, target, sources[k],
                           pair, sum);
    }
  }
  Physics::store(coefficients, a, i, sum);
}

namespace {

struct ListMonolithic : ListTraversal<ListMonolithic> {
  static constexpr const char* name = "list-monolithic";

  template <class Format, class Physics>
  static constexpr bool serves() {
    return true;
  }

  template <class Format, class Physics>
  static constexpr bool is_default_for() {
    return Format::format().contents == ListContents::unified;
  }

  template <class Format, class Physics, int width>
  static std::array<ListKernel<Physics>, 1> kernels() {
    return {
        {{list_monolithic<Format, Physics, width>, work_from_list_and_types<Format, Physics>()}}};
  }
};

[[maybe_unused]] const bool registered_list_monolithic = register_list_traversal<ListMonolithic>();

}  // namespace
}  // namespace sphlab
