// The stages of the loop: one table of their names, and when each runs.
//
// Whoever needs a stage's name, its place in the loop or what selects its strategy looks here.
// Records, figures and docs/house.md are tested against this table.
#pragma once

#include <cstddef>
#include <cstdint>

namespace sphlab {

enum class Stage : std::uint32_t {
  displacement,
  hash,
  sort,
  cells,
  tiles,
  cell_sort,
  reorder,
  list,
  list_order,
  remember,
  pass,
  convergence,
  time_step,
  predict,
  correct,
  advance,
};

/// When a stage runs.
enum class StageTime : std::uint8_t {
  check,    ///< before each step, where displacements demand the rebuilds
  rebuild,  ///< with the list
  pass,     ///< each time that the formulation is evaluated, in the order that it gives its passes
  repetition,  ///< before passes that are repeated, and after each time that they have run
  step,        ///< where the step program of the integration scheme has it
};

/// What a pass computes, and so what it is handed (stage_arguments.hpp).
enum class PassKind : std::uint32_t {
  density,     ///< densities, which the state keeps
  quantities,  ///< nothing but arrays, fields and rates of fields
  forces,      ///< rates of change, or a potential
};

/// What a variant must say for the stage to run.
enum class StagePresence : std::uint8_t {
  needed,  ///< it runs wherever the loop has it; a variant may name its strategy and tuning
  chosen,  ///< it runs only where a variant names a strategy for it
};

struct StageDescription {
  Stage stage;
  const char* name;      ///< in variants, records and packs
  const char* timed_as;  ///< name of its samples: the parts of an integration scheme share one
  StageTime time;
  StagePresence presence;
  bool has_physics;  ///< its strategies are compiled for one pair physics each
  bool has_list;     ///< it reads or writes the list: its strategies may be of one list format each
};

/// The name of the pass by which every formulation ends.
inline constexpr const char* forces_pass = "forces";

/// In the order in which a step that rebuilds runs them. A pass has the name that its formulation
/// gives it, in variants, records and packs (FormulationDescription): here stands one row for all.
inline constexpr StageDescription stage_table[] = {
    {Stage::displacement, "displacement", "displacement", StageTime::check, StagePresence::needed,
     false, false},
    {Stage::hash, "hash", "hash", StageTime::rebuild, StagePresence::needed, false, false},
    {Stage::sort, "sort", "sort", StageTime::rebuild, StagePresence::chosen, false, false},
    {Stage::cells, "cells", "cells", StageTime::rebuild, StagePresence::needed, false, false},
    {Stage::tiles, "tiles", "tiles", StageTime::rebuild, StagePresence::needed, false, false},
    {Stage::cell_sort, "cell-sort", "cell-sort", StageTime::rebuild, StagePresence::chosen, false,
     false},
    {Stage::reorder, "reorder", "reorder", StageTime::rebuild, StagePresence::needed, false, false},
    {Stage::list, "list", "list", StageTime::rebuild, StagePresence::needed, false, true},
    {Stage::list_order, "list-order", "list-order", StageTime::rebuild, StagePresence::chosen,
     false, true},
    {Stage::remember, "remember", "remember", StageTime::rebuild, StagePresence::needed, false,
     false},
    {Stage::pass, "pass", "pass", StageTime::pass, StagePresence::needed, true, true},
    {Stage::convergence, "convergence", "convergence", StageTime::repetition, StagePresence::needed,
     false, false},
    {Stage::time_step, "time-step", "time-step", StageTime::step, StagePresence::needed, false,
     false},
    {Stage::predict, "predict", "euler", StageTime::step, StagePresence::needed, true, false},
    {Stage::correct, "correct", "euler", StageTime::step, StagePresence::needed, true, false},
    {Stage::advance, "advance", "euler", StageTime::step, StagePresence::needed, true, false},
};
inline constexpr std::size_t stage_count = sizeof stage_table / sizeof *stage_table;

/// The row of a stage.
constexpr const StageDescription& describe(Stage stage) {
  return stage_table[static_cast<std::size_t>(stage)];
}

namespace detail {
constexpr bool rows_stand_at_their_number() {
  for (std::size_t k = 0; k < stage_count; ++k) {
    if (static_cast<std::size_t>(stage_table[k].stage) != k) return false;
  }
  return true;
}
static_assert(rows_stand_at_their_number());
}  // namespace detail

}  // namespace sphlab
