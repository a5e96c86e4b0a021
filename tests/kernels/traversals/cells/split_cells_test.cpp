// Cells with fluid and boundary apart: what every way of finding ranges finds, against a search
// through all particles.
#define SPHLAB_WARP_WIDTH 32
#include "kernels/traversals/cells/split_cells.cuh"

#include <gtest/gtest.h>

#include <numeric>
#include <random>
#include <string>

#include "kernels/storage/source_arrays.cuh"

namespace sphlab {
namespace {

/// Sorted particles of a grid, with all that the preparation's kernels would have made of them.
class SplitGrid {
 public:
  /// @param each particles of a cell at most.
  SplitGrid(uint3 cells, std::uint32_t reach, std::uint32_t each, unsigned seed) {
    grid_ = {{0, 0, 0}, 1, cells, cells.x * cells.y * cells.z, reach};
    std::mt19937 generator(seed);
    for (std::uint32_t cell = 0; cell < grid_.count; ++cell) {
      cell_begin_.push_back(static_cast<std::uint32_t>(keys_.size()));
      const std::uint32_t count = generator() % (each + 1);  // some cells are empty
      for (std::uint32_t k = 0; k < count; ++k) add(cell, generator() % 3 != 0);
    }
    cell_begin_.push_back(static_cast<std::uint32_t>(keys_.size()));
    add(grid_.count, true);  // lost, and nobody's source
    cell_begin_.push_back(static_cast<std::uint32_t>(keys_.size()));
    split();
  }

  template <class Search>
  void fill() {
    table_.assign(Search::words(grid_), 0xdeadu);
    const WithSplit<PairArguments> a = arguments();
    for (std::uint32_t kind = 0; kind < kinds; ++kind) {
      for (std::uint32_t cell = 0; cell <= grid_.count; ++cell) fill_cell<Search>(a, kind, cell);
    }
  }

  /// What is wrong with the ranges around all cells that hold particles, since around others nobody
  /// looks; "" where nothing is.
  template <class Search>
  std::string wrong() const {
    for (std::uint32_t kind = 0; kind < kinds; ++kind) {
      for (std::uint32_t own = 0; own < grid_.count; ++own) {
        if (cell_begin_[own] == cell_begin_[own + 1]) continue;
        const std::string what = wrong_around<Search>(kind, own);
        if (!what.empty()) return what;
      }
    }
    return "";
  }

  std::vector<std::uint32_t>& table() { return table_; }
  const Grid& grid() const { return grid_; }

  WithSplit<PairArguments> arguments() const {
    WithSplit<PairArguments> a{};
    a.particles = static_cast<std::uint32_t>(keys_.size());
    a.state.identity = identity_.data();
    a.keys = keys_.data();
    a.cell_begin = cell_begin_.data();
    a.grid = grid_;
    a.fluid = mask_of(ParticleType::fluid);
    a.split.counts = const_cast<std::uint32_t*>(counts_);
    a.split.table = const_cast<std::uint32_t*>(table_.data());
    a.split.before = const_cast<std::uint32_t*>(before_.data());
    return a;
  }

 private:
  template <class Search>
  static void fill_cell(const WithSplit<PairArguments>& a, std::uint32_t kind, std::uint32_t cell) {
    if constexpr (std::is_same_v<Search, StoredRanges>) {
      if (cell == a.grid.count) return;
      for (std::uint32_t row = 0; row < Search::rows(a.grid); ++row)
        Search::fill(a, kind, cell, row);
    } else {
      Search::fill(a, kind, cell);
    }
  }

  void add(std::uint32_t cell, bool is_fluid) {
    keys_.push_back(cell);
    identity_.push_back(make_identity(is_fluid ? ParticleType::fluid : ParticleType::boundary,
                                      static_cast<std::uint32_t>(identity_.size())));
  }

  void split() {
    for (std::size_t i = 0; i < keys_.size(); ++i) {
      before_.push_back(counts_[0]);
      if (keys_[i] == grid_.count) continue;
      const bool is_fluid = type_of(identity_[i]) == ParticleType::fluid;
      place_.push_back(counts_[is_fluid ? 0 : 1]++);
    }
    for (std::size_t i = 0; i < place_.size(); ++i) {
      if (type_of(identity_[i]) != ParticleType::fluid) place_[i] += counts_[0];
    }
  }

  bool is_near(std::uint32_t cell, std::uint32_t other) const {
    const CellIndex a = cell_index(grid_, cell);
    const CellIndex b = cell_index(grid_, other);
    const int reach = static_cast<int>(grid_.reach);
    return std::abs(a.x - b.x) <= reach && std::abs(a.y - b.y) <= reach &&
           std::abs(a.z - b.z) <= reach;
  }

  template <class Search>
  std::string wrong_around(std::uint32_t kind, std::uint32_t own) const {
    std::vector<int> visits(keys_.size());
    std::vector<bool> among_own(keys_.size());
    bool is_outside = false;
    Search::for_each(grid_, table_.data(), kind, own, [&](ParticleRange range, bool is_own) {
      if (range.last > keys_.size()) is_outside = true;
      for (std::uint32_t k = range.first; k < range.last && !is_outside; ++k) {
        ++visits[k];
        among_own[k] = is_own;
      }
    });
    if (is_outside) return "a range ends behind all particles";
    for (std::size_t i = 0; i < place_.size(); ++i) {
      const bool is_kind = (type_of(identity_[i]) == ParticleType::fluid) == (kind == 0);
      const int expected = is_kind && is_near(own, keys_[i]) ? 1 : 0;
      const std::string where =
          "particle " + std::to_string(i) + " around cell " + std::to_string(own);
      if (visits[place_[i]] != expected) return where + ": visited wrongly";
      if (expected == 1 && keys_[i] == own && !among_own[place_[i]]) return where + ": not its own";
    }
    return std::accumulate(visits.begin() + static_cast<long>(place_.size()), visits.end(), 0) == 0
               ? ""
               : "a lost particle is visited";
  }

  Grid grid_;
  std::vector<std::uint32_t> keys_, identity_, cell_begin_, before_, table_;
  std::vector<std::uint32_t> place_;  ///< of each live particle, fluid first
  std::uint32_t counts_[kinds] = {};
};

const uint3 shapes[] = {{5, 4, 6}, {1, 1, 1}, {2, 1, 3}, {9, 1, 1}, {1, 8, 2}};

template <class Search>
class Searches : public testing::Test {};
using EverySearch = testing::Types<CellByCell, RowByRow, StoredRanges>;
TYPED_TEST_SUITE(Searches, EverySearch);

// Grids smaller than 2k + 1 cells among them, and empty cells.
TYPED_TEST(Searches, FindEachParticleOfTheKindOnce) {
  for (const uint3 cells : shapes) {
    for (std::uint32_t reach = 1; reach <= most_cells_per_radius; ++reach) {
      SplitGrid split(cells, reach, 4, 7 * reach + cells.x);
      split.fill<TypeParam>();
      EXPECT_EQ(split.wrong<TypeParam>(), "") << cells.x << " reach " << reach;
    }
  }
}

// The check must be able to fail: every word of a table is needed.
TYPED_TEST(Searches, AreSeenToFailWithABrokenTable) {
  SplitGrid split({3, 2, 2}, 1, 5, 3);
  split.fill<TypeParam>();
  ASSERT_EQ(split.wrong<TypeParam>(), "");
  std::size_t seen = 0;
  for (std::uint32_t& word : split.table()) {
    const std::uint32_t right = word;
    word = right + 1;
    if (!split.wrong<TypeParam>().empty()) ++seen;
    word = right;
  }
  // Moving both ends of an empty range matters to nobody: at least half of the words are of others.
  EXPECT_GT(2 * seen, split.table().size());
}

TYPED_TEST(Searches, AreSeenToFailWithAKindForAnother) {
  SplitGrid split({4, 4, 4}, 2, 3, 5);
  split.fill<TypeParam>();
  std::rotate(split.table().begin(),
              split.table().begin() + static_cast<long>(split.table().size() / 2),
              split.table().end());
  EXPECT_NE(split.wrong<TypeParam>(), "");
}

TEST(SplitLayout, IsAsLargeAsItsParts) {
  PairArguments a{};
  a.particles = 1000;
  a.grid = {{0, 0, 0}, 1, {10, 20, 30}, 6000, 2};
  const auto table_bytes = [&](std::size_t words) {
    return SplitLayout(a, words, 32).table_bytes();
  };
  // paper D, section 4: 144 and 400 bytes a cell; figure 5: begin and end for either kind
  EXPECT_EQ(table_bytes(StoredRanges::words(a.grid)), 400u * 6000);
  EXPECT_EQ(table_bytes(CellByCell::words(a.grid)), 16u * 6000);
  EXPECT_EQ(table_bytes(RowByRow::words(a.grid)), 48016u) << "8 bytes for 6001 cells, aligned";
  a.grid.reach = 1;
  EXPECT_EQ(table_bytes(StoredRanges::words(a.grid)), 144u * 6000);
  const SplitLayout layout(a, 100, 40);
  EXPECT_EQ(layout.bytes(), 32u + 400 + 40 * 1000 + 2 * 4 * 1000);
}

/// A particle of a physics that keeps six quantities apart, as paper D's first GPU code does.
struct SixArrays {
  struct Coefficients {
    float tension;
  };
  template <class T>
  struct Particle {
    T x, y, z, vx, vy, vz, rhop, csound, prrhop, tensil;
  };
  static constexpr std::size_t separate_arrays[6] = {3, 3, 1, 1, 1, 1};
  static Particle<float> load(const ParticleView& view, std::uint32_t i, float4 at) {
    const float4 v = view.velocity[i];
    return {at.x, at.y, at.z, v.x, v.y, v.z, v.w, 0, at.w, 0};
  }
  static Particle<float> derive(const Coefficients& c, Particle<float> particle) {
    particle.csound = 10 * particle.rhop;
    particle.tensil = c.tension * particle.rhop;
    return particle;
  }
};

TEST(SeparateArrays, GiveBackWhatWasLoadedOnce) {
  static_assert(has_separate_arrays<SixArrays>);
  static_assert(SeparateArrays<SixArrays>::bytes_each == 40, "paper D, table 3");
  const float4 position[2] = {{1, 2, 3, 4}, {5, 6, 7, 8}};
  const float4 velocity[2] = {{-1, -2, -3, 0.5f}, {-5, -6, -7, 0.25f}};
  PassView state{};
  state.position = position;
  state.velocity = velocity;
  std::vector<float> memory(2 * 10, -99.0f);
  const SeparateArrays<SixArrays> arrays(memory.data(), 2);
  arrays.put({100}, state, 0, 1);
  arrays.put({100}, state, 1, 0);
  const auto first = arrays.load(1, arrays.position(1));
  EXPECT_EQ(first.x, 1);
  EXPECT_EQ(first.vz, -3);
  EXPECT_EQ(first.rhop, 0.5f);
  EXPECT_EQ(first.csound, 5);
  EXPECT_EQ(first.prrhop, 4);
  EXPECT_EQ(first.tensil, 50);
  EXPECT_EQ(arrays.load(0, arrays.position(0)).tensil, 25);
  const std::vector<float> expected = {5,  6,  7,    1,    2,   3, -5, -6, -7, -1,
                                       -2, -3, 0.25, 0.5f, 2.5, 5, 8,  4,  25, 50};
  EXPECT_EQ(memory, expected) << "an array for each quantity";
}

}  // namespace
}  // namespace sphlab
