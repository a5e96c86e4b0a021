// Iterators over a split list: every kind visits the same neighbours in the same batches.
#define SPHLAB_WARP_WIDTH 32
#include <gtest/gtest.h>

#include <cstring>
#include <numeric>

#include "harness/stepping/simulation.hpp"
#include "kernels/neighbours/chain_iterator.cuh"
#include "kernels/neighbours/virtual_iterator.cuh"
#include "tests/support/packs.hpp"

namespace sphlab::test {
namespace {

using Ids = std::vector<std::uint32_t>;
using Fluid = SourceTypes<ParticleType::fluid>;
using Boundary = SourceTypes<ParticleType::boundary>;
using FluidThenBoundary = SourceTypes<ParticleType::fluid, ParticleType::boundary>;
using BoundaryThenFluid = SourceTypes<ParticleType::boundary, ParticleType::fluid>;

constexpr std::uint32_t capacity = 24;
constexpr std::uint32_t stride = 5;
constexpr std::uint32_t particle = 3;
/// Stands wherever no neighbour and no marker does; an iterator must never hand it out.
constexpr std::uint32_t undefined_entry = 0xdeadbeefu;

/// The list of one particle among `stride`, filled by hand: fluid 100, 101, ..., boundary 200, ...
class List {
 public:
  List(std::uint32_t fluid, std::uint32_t boundary)
      : fluid_(fluid), boundary_(boundary), entries_(capacity * stride, undefined_entry) {
    std::iota(fluid_.begin(), fluid_.end(), 100u);
    std::iota(boundary_.begin(), boundary_.end(), 200u);
    for (std::uint32_t k = 0; k < fluid; ++k) slot(k) = fluid_[k];
    slot(fluid) = list_end;
    for (std::uint32_t k = 0; k < boundary; ++k) slot(capacity - 1 - k) = boundary_[k];
    slot(capacity - 1 - boundary) = list_end;
  }

  ListView view() { return {entries_.data(), stride, capacity, nullptr}; }

  template <ParticleType... types>
  Ids of(SourceTypes<types...>) const {
    Ids all;
    for (const Ids* ids : {(types == ParticleType::fluid ? &fluid_ : &boundary_)...})
      all.insert(all.end(), ids->begin(), ids->end());
    return all;
  }

 private:
  std::uint32_t& slot(std::uint32_t k) { return entries_.at(k * stride + particle); }

  Ids fluid_, boundary_, entries_;
};

/// What next() returned until it returned nothing.
struct Visit {
  std::vector<Ids> batches;
  bool padded_with_itself = true;
  bool stays_at_the_end = true;
};

template <class Iterators, class Group, int width>
Visit visit(List& list) {
  typename Iterators::template Of<Group> iterator(list.view(), particle);
  Visit result;
  std::uint32_t batch[width];
  while (const int count = iterator.next(batch)) {
    result.batches.emplace_back(batch, batch + count);
    for (int k = count; k < width; ++k) result.padded_with_itself &= batch[k] == particle;
    if (result.batches.size() > 2 * capacity) break;  // an iterator without an end must not hang
  }
  for (int again = 0; again < 2; ++again) result.stays_at_the_end &= iterator.next(batch) == 0;
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

template <class Iterators, class Group, int width>
std::vector<Ids> expect_all_visited(List& list) {
  const Visit visited = visit<Iterators, Group, width>(list);
  EXPECT_EQ(joined(visited.batches), list.of(Group{}));
  EXPECT_TRUE(visited.padded_with_itself);
  EXPECT_TRUE(visited.stays_at_the_end);
  EXPECT_FALSE(std::any_of(visited.batches.begin(), visited.batches.end(), mixes_types));
  return visited.batches;
}

template <class Group, int width>
void expect_kinds_agree(List list) {
  SCOPED_TRACE(testing::Message() << "width " << width << ", types " << Group::mask);
  EXPECT_EQ((expect_all_visited<ChainIterators, Group, width>(list)),
            (expect_all_visited<VirtualIterators, Group, width>(list)));
}

template <class Group>
void expect_kinds_agree_at_every_width(const List& list) {
  expect_kinds_agree<Group, 1>(list);
  expect_kinds_agree<Group, 2>(list);
  expect_kinds_agree<Group, 4>(list);
  expect_kinds_agree<Group, 8>(list);
}

void expect_kinds_agree_on(std::uint32_t fluid, std::uint32_t boundary) {
  SCOPED_TRACE(testing::Message() << fluid << " fluid, " << boundary << " boundary");
  const List list(fluid, boundary);
  expect_kinds_agree_at_every_width<Fluid>(list);
  expect_kinds_agree_at_every_width<Boundary>(list);
  expect_kinds_agree_at_every_width<FluidThenBoundary>(list);
  expect_kinds_agree_at_every_width<BoundaryThenFluid>(list);
}

TEST(Iterators, EmptyList) {
  expect_kinds_agree_on(0, 0);
  List list(0, 0);
  EXPECT_TRUE((visit<VirtualIterators, FluidThenBoundary, 4>(list).batches.empty()));
}

TEST(Iterators, OneTypeAbsent) {
  expect_kinds_agree_on(5, 0);
  expect_kinds_agree_on(0, 5);
}

TEST(Iterators, ABatchThatIsExactlyFull) {
  List list(8, 8);
  const Visit visited = visit<VirtualIterators, FluidThenBoundary, 8>(list);
  EXPECT_EQ(visited.batches, (std::vector<Ids>{list.of(Fluid{}), list.of(Boundary{})}));
  expect_kinds_agree_on(8, 8);
}

TEST(Iterators, ABatchNeverMixesTypes) {
  List list(3, 2);
  const Visit visited = visit<VirtualIterators, FluidThenBoundary, 4>(list);
  EXPECT_EQ(visited.batches, (std::vector<Ids>{{100, 101, 102}, {200, 201}}));
}

TEST(Iterators, AListThatIsExactlyFull) {
  for (std::uint32_t fluid = 0; fluid <= capacity - 2; ++fluid)
    expect_kinds_agree_on(fluid, capacity - 2 - fluid);
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
                                              const RunnablePack& pack, const Scenario& scenario) {
  Simulation simulation(*pack.runtime, *pack.pack, scenario, variant_of(traversal));
  simulation.rebuild();
  std::vector<std::vector<std::byte>> all;
  for (const std::uint32_t width : {1u, 2u, 4u, 8u}) {
    simulation.retune("forces", {{"in-flight", width}});
    simulation.forces();
    all.push_back(scenario.physics == "wcsph-lj" ? bytes_of(simulation.download_rates())
                                                 : bytes_of(simulation.download_potential()));
  }
  return all;
}

// The same sums in the same order have the same rounding: every bit must agree.
void expect_the_same_bits(const Scenario& scenario) {
  for (const char* toolchain : {"simt-w32", "simt-w64"}) {
    SCOPED_TRACE(toolchain);
    const RunnablePack pack = pack_of(toolchain);
    const auto by_chain = forces_by("list-gather", pack, scenario);
    EXPECT_TRUE(std::any_of(by_chain[0].begin(), by_chain[0].end(),
                            [](std::byte b) { return b != std::byte{0}; }));
    EXPECT_TRUE(by_chain == forces_by("list-gather-virtual", pack, scenario));
  }
}

Scenario shipped(const std::string& name, const std::map<std::string, double>& parameters) {
  return load_scenario(fmt::format("{}/scenarios/{}.json", SPHLAB_SOURCE_DIR, name), parameters);
}

TEST(Iterators, DamBreakToTheLastBit) {
  expect_the_same_bits(shipped("dam-break-lj", {{"particles_per_height", 8}}));
}

TEST(Iterators, RandomBoxToTheLastBit) {
  expect_the_same_bits(shipped("random-box", {{"cells_per_side", 5}}));
}

}  // namespace
}  // namespace sphlab::test
