// Where slices of cell layers are cut.
#define SPHLAB_WARP_WIDTH 32
#include "kernels/traversals/cpu/slices.hpp"

#include <gtest/gtest.h>

#include <array>

namespace sphlab {
namespace {

std::vector<std::int32_t> cuts_of(const std::vector<double>& costs, std::size_t slices) {
  std::vector<std::int32_t> first(slices + 1, -1);
  cut_layers(costs, first);
  return first;
}

using Cuts = std::vector<std::int32_t>;

TEST(Slices, LayersOfOneCostAreSharedAlike) {
  EXPECT_EQ(cuts_of(std::vector<double>(12, 1.0), 3), (Cuts{0, 4, 8, 12}));
  EXPECT_EQ(cuts_of(std::vector<double>(12, 1.0), 1), (Cuts{0, 12}));
  EXPECT_EQ(cuts_of(std::vector<double>(4, 1.0), 4), (Cuts{0, 1, 2, 3, 4}));
}

TEST(Slices, ThinWhereLayersCostMuch) {
  EXPECT_EQ(cuts_of({6, 1, 1, 1, 1, 1, 1}, 2), (Cuts{0, 1, 7}));
  EXPECT_EQ(cuts_of({1, 1, 1, 1, 1, 1, 6}, 2), (Cuts{0, 6, 7}));
}

// The cut that is nearest to the share wanted, on either side of it.
TEST(Slices, NearestWholeLayer) {
  EXPECT_EQ(cuts_of({5, 2, 4}, 2), (Cuts{0, 1, 3}));
  EXPECT_EQ(cuts_of({3, 3, 1}, 2), (Cuts{0, 1, 3}));
  EXPECT_EQ(cuts_of({1, 3, 3}, 2), (Cuts{0, 2, 3}));
}

// Every slice has a layer, however costs lie; layers without particles cost nothing.
TEST(Slices, CoverAllLayersWithoutOverlap) {
  for (const std::vector<double>& costs :
       {std::vector<double>{0, 0, 0, 0, 9}, {9, 0, 0, 0, 0}, {0, 0, 9, 0, 0}, {0, 0, 0, 0, 0}}) {
    for (std::size_t slices = 1; slices <= costs.size(); ++slices) {
      const Cuts cuts = cuts_of(costs, slices);
      EXPECT_EQ(cuts.front(), 0);
      EXPECT_EQ(cuts.back(), 5);
      for (std::size_t s = 0; s < slices; ++s) EXPECT_LT(cuts[s], cuts[s + 1]);
    }
  }
}

TEST(Slices, LayersAreCountedAlongTheirAxis) {
  Grid grid{};
  grid.cells = {3, 2, 1};
  grid.count = 6;
  const std::array<std::uint32_t, 7> begin = {0, 1, 1, 4, 4, 9, 9};  // cells 1 0 3 / 0 5 0
  EXPECT_EQ(particles_of_layers(SliceAxis::x, grid, begin.data()), (std::vector<double>{1, 5, 3}));
  EXPECT_EQ(particles_of_layers(SliceAxis::y, grid, begin.data()), (std::vector<double>{4, 5}));
}

/// Two slices in memory of their own.
struct TwoSlices {
  alignas(64) std::array<std::byte, Slices::bytes(2)> memory{};
  Slices slices{memory.data(), 2};

  void pass(double first, double second) {
    slices.add_time(0, first);
    slices.add_time(1, second);
    slices.end_pass();
  }
};

TEST(Slices, FirstByParticlesThenByWhatThoseTook) {
  TwoSlices two;
  const std::vector<double> particles(8, 10.0);
  EXPECT_FALSE(two.slices.are_cut());
  two.slices.cut(particles);
  EXPECT_TRUE(two.slices.are_cut());
  EXPECT_EQ(two.slices.last(0), 4);
  // particles of the second slice take three times as long: 4 + 12 units, of which 8 are
  // those of the first slice and the first layer and a third of the second
  two.pass(1, 3);
  two.pass(1, 3);
  EXPECT_EQ(two.slices.passes(), 2u);
  two.slices.cut(particles);
  EXPECT_EQ(two.slices.first(0), 0);
  EXPECT_EQ(two.slices.last(0), 5);
  EXPECT_EQ(two.slices.last(1), 8);
  EXPECT_EQ(two.slices.passes(), 0u);
  EXPECT_EQ(two.slices.cuts(), 2u);
}

TEST(Slices, ImbalanceIsThatSinceTheLastCut) {
  TwoSlices two;
  two.slices.cut(std::vector<double>(8, 1.0));
  EXPECT_EQ(two.slices.imbalance(), 0);
  two.pass(1, 3);
  EXPECT_DOUBLE_EQ(two.slices.imbalance(), 0.5);
  two.slices.cut(std::vector<double>(8, 1.0));
  EXPECT_DOUBLE_EQ(two.slices.imbalance(), 0.5);  // of before, as long as nothing has run
  two.pass(2, 2);
  EXPECT_DOUBLE_EQ(two.slices.imbalance(), 0);
}

}  // namespace
}  // namespace sphlab
