#include "harness/cli/variant_name.hpp"

#include <algorithm>
#include <sstream>
#include <vector>

#include "harness/packs/pack_library.hpp"
#include "harness/stepping/bound_stage.hpp"
#include "harness/stepping/list_formats.hpp"
#include "kernels/abi/stages.hpp"

namespace sphlab {
namespace {

std::vector<std::string> parts_of(const std::string& name) {
  std::vector<std::string> parts;
  std::istringstream text(name);
  for (std::string part; std::getline(text, part, '+');) parts.push_back(part);
  return parts;
}

bool is_one_of(const std::string& name, const std::vector<std::string>& names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// Gives the variant what one part of its name says. Returns false for what is no part.
class NameReader {
 public:
  NameReader(const KernelPack& pack, const Strategy& forces, Variant& variant)
      : pack_(pack), forces_(forces), variant_(variant) {}

  bool read(const std::string& part) {
    return part == variant_.list_format || reads_strategy(part) || reads_cells(part) ||
           reads_life(part);
  }

 private:
  bool reads_strategy(const std::string& part) {
    std::vector<std::string> stages = chosen_stages();
    stages.insert(stages.begin(), describe(Stage::list).name);
    stages.push_back(describe(Stage::hash).name);
    for (const std::string& stage : stages) {
      if (variant_.stages.contains(stage)) continue;
      const bool of_list = stage == describe(Stage::list).name;
      if (of_list && !has_list(forces_)) continue;
      const bool of_order = stage == describe(Stage::hash).name;
      const StageNeeds needs =
          of_order ? StageNeeds{Stage::hash}
                   : StageNeeds{stage_named(stage).stage, "", variant_.list_format, forces_.types};
      if (!is_one_of(part, strategy_names(pack_, needs))) continue;
      variant_.stages[stage] = {part, {}};
      return true;
    }
    return false;
  }

  bool reads_cells(const std::string& part) {
    for (std::uint32_t size = 2; size <= most_cells_per_radius; ++size) {
      Variant of_size;
      of_size.cells_per_radius = size;
      if (!of_size.name().ends_with("+" + part)) continue;
      variant_.cells_per_radius = size;
      return true;
    }
    return false;
  }

  bool reads_life(const std::string& part) {
    variant_.life = list_life_named(part);
    return variant_.life.has_value();
  }

  const KernelPack& pack_;
  const Strategy& forces_;
  Variant& variant_;
};

}  // namespace

std::optional<Variant> variant_named(const KernelPack& pack, const std::string& physics,
                                     const std::string& name) {
  const std::vector<std::string> parts = parts_of(name);
  if (parts.empty()) return std::nullopt;
  Variant variant;
  for (const std::string& part : parts) {
    if (is_one_of(part, list_format_names())) variant.list_format = part;
  }
  const StageNeeds of_forces{Stage::forces, physics, variant.list_format};
  if (!is_one_of(parts.front(), strategy_names(pack, of_forces))) return std::nullopt;
  const Strategy& forces = find_strategy(pack, of_forces, parts.front());
  variant.stages["forces"] = {parts.front(), {}};
  NameReader reader(pack, forces, variant);
  const bool is_read = std::all_of(parts.begin() + 1, parts.end(),
                                   [&](const std::string& part) { return reader.read(part); });
  const bool is_whole = variant.stages.contains("list") == has_list(forces);
  if (!is_read || !is_whole || variant.name() != name) return std::nullopt;
  return variant;
}

}  // namespace sphlab
