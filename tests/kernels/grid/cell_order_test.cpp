// The orders of cells and their sizes: what stage hash makes, who serves it, and who refuses.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <optional>

#include "harness/stepping/simulation.hpp"
#include "harness/verify/oracle_cells.hpp"
#include "harness/verify/verify.hpp"
#include "tests/support/packs.hpp"
#include "tests/support/reason_against.hpp"
#include "tests/support/small_scenarios.hpp"

namespace sphlab::test {
namespace {

Grid grid_of(std::uint32_t x, std::uint32_t y, std::uint32_t z) {
  return {{0, 0, 0}, 1, {x, y, z}, x * y * z};
}

const Grid grids[] = {grid_of(1, 1, 1), grid_of(8, 8, 8),  grid_of(5, 4, 3),
                      grid_of(1, 7, 2), grid_of(33, 1, 1), grid_of(3, 2, 17)};

/// Cells of an order and a size, "" for the usual order.
Variant with_cells(Variant variant, const std::string& order, std::uint32_t cells_per_radius) {
  if (!order.empty()) variant.stages["hash"].name = order;
  variant.cells_per_radius = cells_per_radius;
  return variant;
}

Variant with_builder(Variant variant, const std::string& builder) {
  variant.stages["list"].name = builder;
  return variant;
}

Scenario water() {
  return shipped("dam-break-lj", {{"particles_per_height", 6}});
}

bool says(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

void expect_ranks_of_the_oracle(const RunnablePack& pack, const std::string& order) {
  const Strategy& curve = find_strategy(*pack.pack->pack, {Stage::hash}, order);
  ASSERT_NE(curve.rank_cells, nullptr);
  for (const Grid& grid : grids) {
    std::vector<std::uint32_t> rank_of_cell(grid.count, grid.count);
    curve.rank_cells(grid, rank_of_cell.data());
    const CellPlaces oracle(grid, order);
    for (std::uint32_t cell = 0; cell < grid.count; ++cell)
      ASSERT_EQ(oracle.cell_at(rank_of_cell[cell]), cell);
    std::sort(rank_of_cell.begin(), rank_of_cell.end());
    std::vector<std::uint32_t> all(grid.count);
    std::iota(all.begin(), all.end(), 0u);
    EXPECT_EQ(rank_of_cell, all);
  }
}

TEST(CellOrder, CurvesRankEveryCellOnceAsTheOracleDoes) {
  for_each_pack([](const RunnablePack& pack) {
    for (const char* order : {"morton", "morton-tiles"}) expect_ranks_of_the_oracle(pack, order);
  });
}

TEST(CellOrder, BuilderAndTraversalsServeEveryOrderAndSize) {
  const Scenario scenario = water();
  std::optional<std::uint64_t> accepted;
  for (const Variant& variant :
       {with_builder(variant_of("list-gather"), "per-particle"), variant_of("par-part-noloop")}) {
    for (const char* order : {"", "morton"}) {
      for (std::uint32_t size = 1; size <= most_cells_per_radius; ++size) {
        const Variant cells = with_cells(variant, order, size);
        SCOPED_TRACE(cells.name());
        const RunnablePack pack = pack_of("simt-w32");
        const VerificationReport report =
            verify_variant(*pack.runtime, *pack.pack, scenario, cells);
        for (const Check& check : report.checks)
          EXPECT_TRUE(check.passed) << check.name << ": " << check.detail;
        EXPECT_EQ(report.pairs.accepted, accepted.value_or(report.pairs.accepted));
        accepted = report.pairs.accepted;
      }
    }
  }
}

TEST(CellOrder, SmallerCellsHaveFewerCandidates) {
  const Scenario scenario = water();
  const RunnablePack pack = pack_of("simt-w32");
  const auto candidates = [&](std::uint32_t size) {
    return verify_variant(*pack.runtime, *pack.pack, scenario,
                          with_cells(variant_of("par-part-noloop"), "", size))
        .pairs.candidate;
  };
  // a third against a half depends on how the lattice falls into the cells
  for (std::uint32_t size = 2; size <= most_cells_per_radius; ++size)
    EXPECT_LT(candidates(size), candidates(1)) << size;
}

TEST(CellOrder, WhoDoesNotServeItRefusesAndNamesThoseThatDo) {
  const RunnablePack pack = pack_of("simt-w32");
  const std::string of_traversal =
      reason_against(pack, water(), with_cells(variant_of("x-pencil"), "morton", 1));
  EXPECT_TRUE(says(of_traversal, "'x-pencil' of stage 'forces'")) << of_traversal;
  EXPECT_TRUE(says(of_traversal, "'morton' of 1/1 of the radius")) << of_traversal;
  EXPECT_TRUE(says(of_traversal, "par-part-noloop")) << of_traversal;
  EXPECT_FALSE(says(of_traversal, "par-cell")) << of_traversal;
  const std::string of_builder = reason_against(
      pack, water(), with_cells(with_builder(variant_of("list-gather"), "warp-per-cell"), "", 2));
  EXPECT_TRUE(says(of_builder, "'warp-per-cell' of stage 'list'")) << of_builder;
  EXPECT_TRUE(says(of_builder, "1/2 of the radius; those that do: per-particle")) << of_builder;
}

}  // namespace
}  // namespace sphlab::test
