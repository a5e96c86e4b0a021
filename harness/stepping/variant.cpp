#include "harness/stepping/variant.hpp"

#include "kernels/abi/stages.hpp"

namespace sphlab {

std::vector<std::string> chosen_stages() {
  std::vector<std::string> names;
  for (const StageDescription& row : stage_table) {
    if (row.presence == StagePresence::chosen) names.emplace_back(row.name);
  }
  return names;
}

std::string Variant::name() const {
  const auto forces = stages.find("forces");
  const auto list = stages.find("list");
  std::string text = forces == stages.end() ? "default" : forces->second.name;
  if (list != stages.end()) text += "+" + list->second.name;
  if (list_format != default_list_format) text += "+" + list_format;
  for (const std::string& stage : chosen_stages()) {
    const auto chosen = stages.find(stage);
    if (chosen != stages.end() && chosen->second.name != runtime_sort)
      text += "+" + chosen->second.name;
  }
  const std::string of_life = life ? life->name() : "";
  if (!of_life.empty()) text += "+" + of_life;
  return text;
}

}  // namespace sphlab
