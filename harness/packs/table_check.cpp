#include "harness/packs/table_check.hpp"

#include <fmt/format.h>

#include <map>
#include <set>
#include <span>
#include <tuple>

#include "kernels/abi/formulation_faults.hpp"
#include "kernels/abi/layout.hpp"
#include "kernels/abi/list_format.hpp"

namespace sphlab {
namespace {

std::string version_problem(const KernelPack& pack) {
  if (pack.abi_version != pack_abi_version) {
    return fmt::format("it has pack interface version {}, this sphlab needs {}: build it again",
                       pack.abi_version, pack_abi_version);
  }
  if (pack.layout != layout_hash()) {
    return fmt::format(
        "it was built with the headers of sphlab {} (layout {:016x}), and this is another build "
        "(layout {:016x}): build it again with this one's headers",
        pack.built_with == nullptr ? "?" : pack.built_with, pack.layout, layout_hash());
  }
  return "";
}

std::string missing_entry(const KernelPack& pack) {
  for (const char* text : {pack.built_with, pack.toolchain, pack.compiler, pack.host_compiler,
                           pack.flags, pack.runtime, pack.architectures}) {
    if (text == nullptr) return "its table lacks a name";
  }
  if (pack.unusable == nullptr || pack.error_text == nullptr) return "its table lacks a function";
  for (const Strategy& strategy : std::span(pack.strategies, pack.strategy_count)) {
    if (static_cast<std::size_t>(strategy.stage) >= stage_count)
      return fmt::format("its strategy '{}' is of a stage that there is not", strategy.name);
    if ((strategy.stage == Stage::pass) != (strategy.pass != nullptr && *strategy.pass != 0))
      return fmt::format(
          "its strategy '{}' names a pass and is of none, or is of one and names none",
          strategy.name);
    if (strategy.launch == nullptr || strategy.describe == nullptr)
      return fmt::format("its strategy '{}' lacks a function", strategy.name);
    const Preparation& preparation = strategy.preparation;
    if (has_preparation(strategy) &&
        (preparation.workspace == nullptr ||
         (preparation.launch == nullptr) != (preparation.describe == nullptr)))
      return fmt::format("the preparation of its strategy '{}' lacks a function", strategy.name);
  }
  return "";
}

std::string quoted_place(const Strategy& strategy) {
  std::string place = fmt::format("stage '{}'", stage_name(strategy));
  if (*strategy.physics != 0) place += fmt::format(", physics '{}'", strategy.physics);
  if (*strategy.list_format != 0) place += fmt::format(", list format '{}'", strategy.list_format);
  return place;
}

std::string twin_problem(const KernelPack& pack) {
  std::set<std::tuple<std::string, std::string, std::string, std::string, TypeMask>> seen;
  for (const Strategy& s : std::span(pack.strategies, pack.strategy_count)) {
    if (!seen.insert({stage_name(s), s.name, s.physics, s.list_format, s.types}).second) {
      return fmt::format("it has two strategies '{}' for {}: rename one", s.name, quoted_place(s));
    }
  }
  return "";
}

/// Problem of a formulation that no run could follow.
std::string formulation_problem(const KernelPack& pack) {
  for (const FormulationDescription& formulation :
       std::span(pack.formulations, pack.formulation_count)) {
    if (formulation.name == nullptr || formulation.equations == nullptr ||
        formulation.smoothing_kernel == nullptr)
      return "its table lacks a name";
    const FormulationFault fault = fault_of(formulation);
    if (fault.what == nullptr) continue;
    return fmt::format("its formulation '{}'{}: {}", formulation.name,
                       *fault.where == 0 ? "" : fmt::format(", '{}'", fault.where), fault.what);
  }
  return "";
}

/// What a variant that names no strategy finds for a stage, a physics and a format.
struct Choices {
  const Strategy* example;
  std::uint32_t strategies = 0;
  std::uint32_t defaults = 0;
};

/// Problem of a table's defaults: a stage has none, or several. A strategy without a list serves
/// any format, and one of a unified list any types.
std::string default_problem(const KernelPack& pack) {
  const std::span all(pack.strategies, pack.strategy_count);
  std::map<std::tuple<std::string, std::string, std::string>, Choices> places;
  for (const Strategy& s : all) {
    if (describe(s.stage).presence == StagePresence::needed)
      places[{stage_name(s), s.physics, s.list_format}] = {&s};
  }
  for (auto& [place, choices] : places) {
    const auto& [stage, physics, format] = place;
    std::set<std::string> names, defaults;
    for (const Strategy& s : all) {
      const bool serves = stage_name(s) == stage && s.physics == physics &&
                          (*s.list_format == 0 || s.list_format == format);
      if (!serves) continue;
      names.insert(s.name);
      if (s.is_default) defaults.insert(s.name);
    }
    choices.strategies = static_cast<std::uint32_t>(names.size());
    choices.defaults = static_cast<std::uint32_t>(defaults.size());
  }
  for (const auto& [place, choices] : places) {
    const auto& [stage, physics, format] = place;
    // of strategies without a list none need be the default where others read one
    const bool others_read_lists = format.empty() && places.upper_bound(place) != places.end() &&
                                   std::get<0>(places.upper_bound(place)->first) == stage &&
                                   std::get<1>(places.upper_bound(place)->first) == physics;
    if (choices.strategies < 2 || choices.defaults == 1) continue;
    if (choices.defaults == 0 && others_read_lists) continue;
    return fmt::format("of its {} strategies for {} {} declared the default: there must be one",
                       choices.strategies, quoted_place(*choices.example),
                       choices.defaults == 0 ? "none is" : "several are");
  }
  return "";
}

}  // namespace

std::string table_problem(const KernelPack* pack) {
  if (pack == nullptr) return "sphlab_kernel_pack() returned no table";
  for (const auto problem_of :
       {version_problem, missing_entry, formulation_problem, twin_problem, default_problem}) {
    if (std::string problem = problem_of(*pack); !problem.empty()) return problem;
  }
  return "";
}

}  // namespace sphlab
