// Iterators over a list: every kind visits the same neighbours in the same batches, in every
// format.
#define SPHLAB_WARP_WIDTH 32
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "harness/stepping/list_formats.hpp"
#include "harness/stepping/simulation.hpp"
#include "kernels/neighbours/chain_iterator.cuh"
#include "kernels/neighbours/virtual_iterator.cuh"
#include "tests/kernels/neighbours/list_by_hand.hpp"
#include "tests/support/packs.hpp"
#include "tests/support/small_scenarios.hpp"

namespace sphlab::test {
namespace {

/// What next() returned until it returned nothing.
class Visit {
 public:
  explicit Visit(int width) : width_(width) {}

  /// One call: `count` of the batch were handed out. False when there were too many calls: an
  /// iterator without an end must not hang.
  bool record(const std::uint32_t* batch, int count) {
    batches_.emplace_back(batch, batch + count);
    padded_with_itself_ &=
        std::all_of(batch + count, batch + width_, [](std::uint32_t id) { return id == particle; });
    return batches_.size() <= 2 * capacity;
  }
  /// One call after the end.
  void record_after_end(int count) { stays_at_the_end_ &= count == 0; }

  int width() const { return width_; }
  const std::vector<Ids>& batches() const { return batches_; }
  bool padded_with_itself() const { return padded_with_itself_; }
  bool stays_at_the_end() const { return stays_at_the_end_; }

 private:
  int width_;
  std::vector<Ids> batches_;
  bool padded_with_itself_ = true;
  bool stays_at_the_end_ = true;
};

// The one function that is compiled for every kind, format, group and width: kept short for that.
template <class Iterators, class Format, class Group, int width>
Visit visit(const PairArguments& a) {
  typename Iterators::template Of<Format, SectionsOf<Format, Group>> iterator(a, particle);
  Visit result(width);
  std::uint32_t batch[width];
  while (const int count = iterator.next(batch)) {
    if (!result.record(batch, count)) break;
  }
  for (int again = 0; again < 2; ++again) result.record_after_end(iterator.next(batch));
  return result;
}

Ids joined(const std::vector<Ids>& batches) {
  Ids all;
  for (const Ids& batch : batches) all.insert(all.end(), batch.begin(), batch.end());
  return all;
}

/// Fluid and boundary in one batch would be computed with one type's physics.
bool mixes_types(const Ids& batch) {
  return std::any_of(batch.begin(), batch.end(),
                     [&](std::uint32_t id) { return id / 100 != batch.front() / 100; });
}

void expect_all_visited(const Visit& visited, const Ids& neighbours) {
  EXPECT_EQ(joined(visited.batches()), neighbours);
  EXPECT_TRUE(visited.padded_with_itself());
  EXPECT_TRUE(visited.stays_at_the_end());
  EXPECT_FALSE(std::any_of(visited.batches().begin(), visited.batches().end(), mixes_types));
}

using Visiting = Visit (*)(const PairArguments&);

void expect_kinds_agree(const PairArguments& a, const Ids& neighbours, Visiting by_chain,
                        Visiting through_virtual_bases) {
  const Visit chain = by_chain(a);
  const Visit virtually = through_virtual_bases(a);
  SCOPED_TRACE(testing::Message() << "width " << chain.width());
  expect_all_visited(chain, neighbours);
  expect_all_visited(virtually, neighbours);
  EXPECT_EQ(chain.batches(), virtually.batches());
}

template <class Format, class Group, int... widths>
void expect_kinds_agree_at(List<Format>& list, std::integer_sequence<int, widths...>) {
  SCOPED_TRACE(testing::Message() << "types " << Group::mask);
  const PairArguments a = list.arguments();
  const Ids neighbours = list.of(Group{});
  (expect_kinds_agree(a, neighbours, &visit<ChainIterators, Format, Group, widths>,
                      &visit<VirtualIterators, Format, Group, widths>),
   ...);
}

template <class Format, class Group>
void expect_kinds_agree_at_every_width(List<Format> list) {
  expect_kinds_agree_at<Format, Group>(list, std::integer_sequence<int, 1, 2, 4, 8>{});
}

/// A list without types in sections of their own is visited as a whole.
template <class Format>
void expect_kinds_agree_in(std::uint32_t fluid, std::uint32_t boundary) {
  if constexpr (Format::format().contents == ListContents::unified) {
    if (boundary == 0) expect_kinds_agree_at_every_width<Format, Fluid>(List<Format>(fluid, 0));
  } else {
    const List<Format> list(fluid, boundary);
    expect_kinds_agree_at_every_width<Format, Fluid>(list);
    expect_kinds_agree_at_every_width<Format, Boundary>(list);
    expect_kinds_agree_at_every_width<Format, FluidThenBoundary>(list);
    expect_kinds_agree_at_every_width<Format, BoundaryThenFluid>(list);
  }
}

template <std::size_t... formats>
void expect_kinds_agree_in_every_format(std::uint32_t fluid, std::uint32_t boundary,
                                        std::index_sequence<formats...>) {
  const auto in_format = [&]<std::size_t index>() {
    SCOPED_TRACE(list_formats[index].name);
    expect_kinds_agree_in<InFormat<list_formats[index].format, two_types>>(fluid, boundary);
  };
  (in_format.template operator()<formats>(), ...);
}

void expect_kinds_agree_on(std::uint32_t fluid, std::uint32_t boundary) {
  SCOPED_TRACE(testing::Message() << fluid << " fluid, " << boundary << " boundary");
  expect_kinds_agree_in_every_format(fluid, boundary,
                                     std::make_index_sequence<list_format_count>{});
}

using Interleaved = InFormat<ListFormat{ListContents::split, 1, ListEntry::index}, two_types>;

TEST(Iterators, EmptyList) {
  expect_kinds_agree_on(0, 0);
  List<Interleaved> list(0, 0);
  EXPECT_TRUE((visit<VirtualIterators, Interleaved, FluidThenBoundary, 4>(list.arguments())
                   .batches()
                   .empty()));
}

TEST(Iterators, OneTypeAbsent) {
  expect_kinds_agree_on(5, 0);
  expect_kinds_agree_on(0, 5);
}

TEST(Iterators, ABatchThatIsExactlyFull) {
  List<Interleaved> list(8, 8);
  const Visit visited =
      visit<VirtualIterators, Interleaved, FluidThenBoundary, 8>(list.arguments());
  EXPECT_EQ(visited.batches(), (std::vector<Ids>{list.of(Fluid{}), list.of(Boundary{})}));
  expect_kinds_agree_on(8, 8);
}

TEST(Iterators, ABatchNeverMixesTypes) {
  List<Interleaved> list(3, 2);
  const Visit visited =
      visit<VirtualIterators, Interleaved, FluidThenBoundary, 4>(list.arguments());
  EXPECT_EQ(visited.batches(), (std::vector<Ids>{{100, 101, 102}, {200, 201}}));
}

TEST(Iterators, AListThatIsExactlyFull) {
  for (std::uint32_t fluid = 0; fluid <= capacity - 2; ++fluid)
    expect_kinds_agree_on(fluid, capacity - 2 - fluid);
  expect_kinds_agree_on(capacity - 1, 0);  // with one marker to a region
}

TEST(Iterators, TheMarkerInEachPositionOfABatch) {
  for (std::uint32_t fluid = 0; fluid <= 2 * list_batch; ++fluid) {
    for (std::uint32_t boundary = 0; fluid + boundary <= capacity - 2; ++boundary)
      expect_kinds_agree_on(fluid, boundary);
  }
}

template <class T>
std::vector<std::byte> bytes_of(const std::vector<T>& values) {
  std::vector<std::byte> bytes(values.size() * sizeof(T));
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

// Results of one force pass at each width, in device order.
std::vector<std::vector<std::byte>> forces_by(const std::string& traversal,
                                              const std::string& format, const RunnablePack& pack,
                                              const Scenario& scenario) {
  Variant variant = variant_of(traversal);
  variant.list_format = format;
  Simulation simulation(*pack.runtime, *pack.pack, scenario, variant);
  simulation.rebuild();
  std::vector<std::vector<std::byte>> all;
  for (const std::uint32_t width : {1u, 2u, 4u, 8u}) {
    if (width < list_vector(find_list_format(format))) continue;
    simulation.retune("forces", {{"in-flight", width}});
    simulation.forces();
    all.push_back(scenario.physics == "wcsph-lj" ? bytes_of(simulation.download_rates())
                                                 : bytes_of(simulation.download_potential()));
  }
  return all;
}

// The same sums in the same order have the same rounding: every bit must agree.
void expect_the_same_bits(const Scenario& scenario, const std::string& format) {
  SCOPED_TRACE(format);
  const RunnablePack pack = pack_of("simt-w32");
  const auto by_chain = forces_by("list-gather", format, pack, scenario);
  EXPECT_TRUE(std::any_of(by_chain[0].begin(), by_chain[0].end(),
                          [](std::byte b) { return b != std::byte{0}; }));
  EXPECT_TRUE(by_chain == forces_by("list-gather-virtual", format, pack, scenario));
}

TEST(Iterators, DamBreakToTheLastBit) {
  const Scenario scenario = shipped("dam-break-lj", {{"particles_per_height", 8}});
  const auto formats = formats_read(pack_of("simt-w32"), scenario.physics, "list-gather-virtual");
  for (const std::string& format : formats) expect_the_same_bits(scenario, format);
  EXPECT_FALSE(formats.empty());
}

TEST(Iterators, RandomBoxToTheLastBit) {
  expect_the_same_bits(shipped("random-box", {{"cells_per_side", 5}}), default_list_format);
}

}  // namespace
}  // namespace sphlab::test
