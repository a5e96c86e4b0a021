// One kernel for each pair of types, launched one after the other, with any kind of list iterator
// (catalogue F1 and I1; paper A, sections 4 and 5.2; paper B, 4.4.2).
//
// Each kernel knows its types at compile time and has few branches and registers; the price is that
// a target is loaded, and its sum stored, once per kernel.
#pragma once

#include "kernels/traversals/lists/list_gather.cuh"

namespace sphlab {

/// The sources of one group. Reads state and list; writes what the physics stores, or adds to it.
template <class Iterators, class Format, class Physics, int width, class Group, bool is_first>
__global__ void __launch_bounds__(256)
    list_pair(PassArguments<Physics> a, typename Physics::Coefficients coefficients) {
  const std::uint32_t i = target_of_thread(a);
  if (i >= targets(a).last) return;
  if (!is_target<Physics>(a, i)) {
    if (is_first) Physics::store_nothing(a, i);
    return;
  }
  const auto target = load<Physics>(a, i);
  typename Physics::template Sum<float> sum;
  gather_group<Iterators, Format, Physics, width, Group>(a, coefficients, StateSources{}, i, target,
                                                         sum);
  if (is_first) {
    Physics::store(coefficients, a, i, sum);
  } else {
    Physics::store_more(coefficients, a, i, sum);
  }
}

/// The traversal with one kind of iterator. What derives from it adds the name.
template <class Iterators>
struct ListPerPair : ListTraversal<ListPerPair<Iterators>> {
  /// With a single group there is a single kernel, that of list-gather.
  template <class Format, class Physics>
  static constexpr bool serves() {
    return Format::format().contents != ListContents::unified && group_count<Physics> > 1;
  }

  template <class Format, class Physics, int width>
  static auto kernels() {
    return of_groups<Format, Physics, width>(typename Physics::Groups{});
  }

 private:
  template <class Format, class Physics, int width, class First, class... Rest>
  static std::array<ListKernel<Physics>, 1 + sizeof...(Rest)> of_groups(TypeList<First, Rest...>) {
    return {
        {{list_pair<Iterators, Format, Physics, width, First, true>,
          work_from_list<Format, Physics>()},
         {list_pair<Iterators, Format, Physics, width, Rest, false>, work_of_later<Physics>()}...}};
  }

  /// How many pairs fall to which kernel the state decides: the first declares those of all of
  /// them. The others load the targets again, and the results that they add to.
  template <class Physics>
  static constexpr DeclaredWork work_of_later() {
    constexpr double loaded = Physics::bytes_per_source + sizeof(std::uint32_t);
    constexpr double result = Physics::bytes_per_target - loaded;
    return {.bytes_per_particle = loaded + 2 * result};
  }
};

}  // namespace sphlab
