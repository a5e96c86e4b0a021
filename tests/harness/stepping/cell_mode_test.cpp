// Which cells are taken as memory allows.
#include "harness/stepping/cell_mode.hpp"

#include <gtest/gtest.h>

#include "harness/runtimes/runtime.hpp"
#include "tests/support/mentions.hpp"

namespace sphlab::test {
namespace {

/// With modes that need 900, 700 and 300 bytes.
CellModeChoice chosen_of(std::size_t available) {
  return choose_cell_mode(available, [](const CellMode& mode) -> std::size_t {
    if (std::string(mode.traversal) == "ranges-merged") return 900;
    return mode.cells_per_radius == 2 ? 700 : 300;
  });
}

TEST(CellMode, IsTheFirstThatFits) {
  const std::pair<std::size_t, const char*> cases[] = {
      {1000, "FastCells(r/2)"}, {900, "FastCells(r/2)"}, {899, "SlowCells(r/2)"},
      {700, "SlowCells(r/2)"},  {699, "SlowCells(r)"},   {300, "SlowCells(r)"}};
  for (const auto& [available, name] : cases) {
    EXPECT_STREQ(chosen_of(available).taken().name, name) << available;
    EXPECT_LE(chosen_of(available).bytes(), available);
  }
}

TEST(CellMode, SaysWhatWasNeededAvailableAndChosen) {
  EXPECT_EQ(chosen_of(1000).text(), "cells: FastCells(r/2) with 900 bytes of 1000 available");
  EXPECT_EQ(chosen_of(500).text(),
            "cells: SlowCells(r) with 300 bytes of 500 available; FastCells(r/2) needs 900 bytes, "
            "SlowCells(r/2) needs 700 bytes");
}

TEST(CellMode, RefusesWhereNothingFits) {
  try {
    chosen_of(299);
    ADD_FAILURE() << "299 bytes were enough";
  } catch (const OutOfMemory& refusal) {
    EXPECT_EQ(refusal.needed, 300u);
    EXPECT_EQ(refusal.available, 299u);
    EXPECT_TRUE(mentions(refusal.what(), {"no mode of the cells fits", "FastCells(r/2) needs 900",
                                          "SlowCells(r/2) needs 700", "SlowCells(r) needs 300"}));
  }
}

TEST(CellMode, DecidesCellsAndTraversal) {
  Variant automatic;
  automatic.automatic_cells = AutomaticCells{.memory_budget = 1};
  automatic.rebuild = RebuildPolicy{.interval = 1};
  EXPECT_EQ(automatic.name(), "auto-cells+every-1");
  EXPECT_EQ(in_cell_mode(automatic, cell_modes[0]).name(),
            "ranges-merged+half-radius-cells+every-1");
  EXPECT_EQ(in_cell_mode(automatic, cell_modes[2]).name(), "cells-merged+every-1");
}

TEST(CellMode, NamesTheNextOne) {
  const auto next_of = [](std::size_t mode) {
    return next_cell_mode(in_cell_mode({}, cell_modes.at(mode)));
  };
  EXPECT_TRUE(mentions(next_of(0), {"cells-merged", "cells_per_radius 2", "SlowCells(r/2)"}));
  EXPECT_TRUE(mentions(next_of(1), {"cells-merged", "cells_per_radius 1", "SlowCells(r)"}));
  EXPECT_EQ(next_of(2), "");
  EXPECT_EQ(next_cell_mode({}), "");
}

}  // namespace
}  // namespace sphlab::test
