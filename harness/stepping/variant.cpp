#include "harness/stepping/variant.hpp"

#include <fmt/format.h>

#include "kernels/abi/stages.hpp"

namespace sphlab {

std::vector<std::string> chosen_stages() {
  std::vector<std::string> names;
  for (const StageDescription& row : stage_table) {
    if (row.presence == StagePresence::chosen) names.emplace_back(row.name);
  }
  return names;
}

namespace {

/// Of cells of 1/cells_per_radius of the radius; "" where they are as large as it.
std::string cell_size_name(std::uint32_t cells_per_radius) {
  switch (cells_per_radius) {
    case 1:
      return "";
    case 2:
      return "half-radius-cells";
    case 3:
      return "third-radius-cells";
    default:
      return fmt::format("{}-cells-per-radius", cells_per_radius);
  }
}

}  // namespace

std::string Variant::name() const {
  const auto forces = stages.find("forces");
  const auto list = stages.find("list");
  std::string text = forces == stages.end() ? "default" : forces->second.name;
  if (automatic_cells) text = automatic_cells_name;
  if (list != stages.end()) text += "+" + list->second.name;
  if (list_format != default_list_format) text += "+" + list_format;
  for (const std::string& stage : chosen_stages()) {
    const auto chosen = stages.find(stage);
    if (chosen != stages.end() && chosen->second.name != runtime_sort)
      text += "+" + chosen->second.name;
  }
  const auto order = stages.find(describe(Stage::hash).name);
  if (order != stages.end() && order->second.name != usual_order) text += "+" + order->second.name;
  for (const std::string& part :
       {cell_size_name(cells_per_radius), life ? life->name() : std::string(),
        forces_only ? std::string(forces_only_name) : std::string()}) {
    if (!part.empty()) text += "+" + part;
  }
  return text;
}

}  // namespace sphlab
