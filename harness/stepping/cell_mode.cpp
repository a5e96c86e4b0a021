#include "harness/stepping/cell_mode.hpp"

#include <fmt/format.h>

#include "harness/runtimes/runtime.hpp"

namespace sphlab {

namespace {

/// "FastCells(r/2) needs 900, SlowCells(r/2) needs 700"
std::string needs_text(const CellModeChoice& choice, std::size_t count) {
  std::string text;
  for (std::size_t k = 0; k < count; ++k) {
    if (k > 0) text += ", ";
    text += fmt::format("{} needs {} bytes", cell_modes.at(k).name, choice.needed.at(k));
  }
  return text;
}

bool is_of(const Variant& variant, const CellMode& mode) {
  const auto forces = variant.stages.find("forces");
  return forces != variant.stages.end() && forces->second.name == mode.traversal &&
         variant.cells_per_radius == mode.cells_per_radius;
}

}  // namespace

std::string CellModeChoice::text() const {
  std::string text =
      fmt::format("cells: {} with {} bytes of {} available", taken().name, bytes(), available);
  if (mode > 0) text += "; " + needs_text(*this, mode);
  return text;
}

CellModeChoice choose_cell_mode(std::size_t available,
                                const std::function<std::size_t(const CellMode&)>& bytes_of) {
  CellModeChoice choice;
  choice.available = available;
  for (; choice.mode < cell_modes.size(); ++choice.mode) {
    std::size_t& needed = choice.needed.at(choice.mode);
    needed = bytes_of(cell_modes.at(choice.mode));
    if (needed <= available) return choice;
  }
  throw OutOfMemory(fmt::format("no mode of the cells fits ({}): the last one",
                                needs_text(choice, cell_modes.size())),
                    choice.needed.back(), available);
}

Variant in_cell_mode(Variant variant, const CellMode& mode) {
  variant.automatic_cells.reset();
  variant.stages["forces"].name = mode.traversal;
  variant.cells_per_radius = mode.cells_per_radius;
  return variant;
}

std::string next_cell_mode(const Variant& variant) {
  for (std::size_t k = 0; k + 1 < cell_modes.size(); ++k) {
    const CellMode& next = cell_modes.at(k + 1);
    if (!is_of(variant, cell_modes.at(k))) continue;
    return fmt::format(" ({} with cells_per_radius {} needs less: {})", next.traversal,
                       next.cells_per_radius, next.name);
  }
  return "";
}

}  // namespace sphlab
