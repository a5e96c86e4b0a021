// How warp-tiles share out sources, walk through marks, and measure pairs: each by itself, against
// what it stands for.
#define SPHLAB_WARP_WIDTH 32
#include "kernels/traversals/tasks/tile_shares.cuh"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

#include "kernels/physics/wcsph_summed/formulation.cuh"
#include "kernels/traversals/tasks/marked_batches.cuh"
#include "kernels/traversals/tasks/pair_form.cuh"

namespace sphlab {
namespace {

TEST(TileShares, AreEachSourceOnce) {
  for (const std::uint32_t own : {1u, 31u, 64u}) {
    for (const std::uint32_t others : {0u, 1u, 3u, 4u, 127u, 128u, 129u, 509u, 1000u, 3437u}) {
      SCOPED_TRACE(testing::Message() << own << " and " << others);
      const TileShares shares(own, own + others);
      std::vector<int> times(own + others);
      for (std::uint32_t t = 0; t < shares.count(); ++t) {
        const TileShare share = shares.of(t);
        EXPECT_LE(share.count, tile_sources);
        for (std::uint32_t k = 0; k < share.count; ++k) ++times.at(share.place(k));
      }
      EXPECT_EQ(times, std::vector<int>(own + others, 1));
      EXPECT_EQ(shares.of(0).count, own);
      EXPECT_EQ(shares.of(0).place(own - 1), own - 1);
    }
  }
}

// A tile has sources from all of the list, and about as many as any other.
TEST(TileShares, AreSamplesOfTheWholeList) {
  const TileShares shares(64, 3500);
  for (std::uint32_t t = 1; t < shares.count(); ++t) {
    const TileShare share = shares.of(t);
    EXPECT_GE(share.count, 124u);
    EXPECT_LT(share.place(0), 64 + 4 * shares.count());
    EXPECT_GT(share.place(share.count - 1), 3500 - 4 * shares.count());
  }
}

/// The sources of a tile in the order of a lane's walk through its marks.
std::vector<std::uint32_t> walked(const std::vector<std::uint32_t>& words) {
  MarkedBatches marked;
  for (std::uint32_t number = MarkedBatches::most; number-- > 0;)
    marked.push(words[number], number);
  std::vector<std::uint32_t> sources;
  std::uint32_t first = marked.number() * batch_size;
  for (std::uint32_t word = marked.word(); word != 0;) {
    for (std::uint32_t k = 0; k < batch_size; ++k) {
      if ((word & first_bit >> k) != 0) sources.push_back(first + k);
    }
    first += marked.pop() * batch_size;
    word = marked.word();
  }
  return sources;
}

TEST(MarkedBatches, AreWalkedThroughInTheOrderOfTheTile) {
  std::mt19937 generator(3);
  for (int empty = 0; empty < 16; ++empty) {  // a bit for each batch without a mark
    std::vector<std::uint32_t> words;
    std::vector<std::uint32_t> marked;
    for (std::uint32_t b = 0; b < MarkedBatches::most; ++b) {
      words.push_back((empty >> b & 1) != 0 ? 0 : generator() | 1);
      for (std::uint32_t k = 0; k < batch_size; ++k) {
        if ((words[b] & first_bit >> k) != 0) marked.push_back(b * batch_size + k);
      }
    }
    EXPECT_EQ(walked(words), marked) << empty;
  }
}

TEST(MarkedBatches, AppendTheSignOfWhatIsNegative) {
  EXPECT_EQ(append_sign(0x80000001u, -1.0f), 3u);
  EXPECT_EQ(append_sign(0x80000001u, 1.0f), 2u);
  EXPECT_EQ(append_sign(0, 0.0f), 0u) << "at the radius itself a pair is out of reach";
}

// Far from the origin, and along a row of many cells, too.
TEST(PairForm, MeasuresByProductsWhatDifferencesDo) {
  using ByProducts = PairForm<WcsphSummed::Density>;
  static_assert(needs_distance_alone<WcsphSummed::Density>);
  static_assert(!needs_distance_alone<WcsphSummed::Forces>);
  constexpr float radius = 0.08f;
  std::mt19937 generator(5);
  std::uniform_real_distribution<float> along(3.0f, 3.0f + 10 * radius);
  std::uniform_real_distribution<float> across(-radius, radius);
  const RowAxis axis = {7.0f, -2.0f};
  for (int k = 0; k < 10000; ++k) {
    const auto within = [&](float radii) {
      return ByProducts::Particle{along(generator), axis.y + radii * across(generator),
                                  axis.z + radii * across(generator)};
    };
    const auto i = within(0.5f);
    const auto j = within(1.5f);
    const double x = double{i.x} - j.x;
    const double y = double{i.y} - j.y;
    const double z = double{i.z} - j.z;
    const double exact = x * x + y * y + z * z - double{radius} * radius;
    const double measured = ByProducts::measure(ByProducts::target(i, axis, radius * radius),
                                                ByProducts::source(j, axis));
    EXPECT_NEAR(measured, exact, 1e-6 * radius * radius + 1.2e-7 * x * x);
  }
}

}  // namespace
}  // namespace sphlab
