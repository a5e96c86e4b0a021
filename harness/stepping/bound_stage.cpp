#include "harness/stepping/bound_stage.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <span>

#include "harness/error.hpp"
#include "harness/runtimes/runtime.hpp"

namespace sphlab {
namespace {

const StrategyChoice* choice_of(const Variant& variant, const std::string& stage) {
  const auto found = variant.stages.find(stage);
  return found == variant.stages.end() ? nullptr : &found->second;
}

std::string strategy_name(const KernelPack& pack, const StageNeeds& needs, const Variant& variant) {
  if (const StrategyChoice* choice = choice_of(variant, needs.stage)) return choice->name;
  const std::vector<std::string> names = strategy_names(pack, needs);
  if (names.empty()) {
    throw Error(ExitCode::not_available,
                fmt::format("pack {} has no strategy for stage '{}'{}", pack.toolchain, needs.stage,
                            needs.physics.empty() ? "" : " and physics '" + needs.physics + "'"));
  }
  return names.front();
}

void check_parameter_names(const Strategy& strategy, const StrategyChoice& choice) {
  std::vector<std::string> known;
  for (const TuningParameter& parameter :
       std::span(strategy.parameters, strategy.parameter_count)) {
    known.emplace_back(parameter.name);
  }
  for (const auto& [name, value] : choice.tuning) {
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    throw Error(
        ExitCode::not_available,
        fmt::format("strategy '{}' of stage '{}' has no tuning parameter '{}' (nearest: '{}')",
                    strategy.name, strategy.stage, name, nearest_name(name, known)));
  }
}

std::vector<std::uint32_t> tuning_values(const Strategy& strategy, const StrategyChoice* choice) {
  std::vector<std::uint32_t> values;
  for (const TuningParameter& parameter :
       std::span(strategy.parameters, strategy.parameter_count)) {
    std::uint32_t value = parameter.default_value;
    if (choice != nullptr && choice->tuning.contains(parameter.name))
      value = choice->tuning.at(parameter.name);
    const std::span compiled(parameter.values, parameter.value_count);
    if (std::find(compiled.begin(), compiled.end(), value) == compiled.end()) {
      throw Error(ExitCode::not_available,
                  fmt::format("strategy '{}' was not compiled for {} = {}; it knows {}",
                              strategy.name, parameter.name, value, fmt::join(compiled, ", ")));
    }
    values.push_back(value);
  }
  return values;
}

}  // namespace

BoundStage::BoundStage(const KernelPack& pack, const StageNeeds& needs, const Variant& variant)
    : pack_(&pack), strategy_(&find_strategy(pack, needs, strategy_name(pack, needs, variant))) {
  const StrategyChoice* choice = choice_of(variant, needs.stage);
  if (choice != nullptr) check_parameter_names(*strategy_, *choice);
  tuning_ = tuning_values(*strategy_, choice);
}

void BoundStage::launch(const StageArguments& arguments, void* stream) const {
  check(strategy_->launch(&arguments, tuning_.data(), stream));
}

uint3 BoundStage::census_box(const StageArguments& arguments) const {
  uint3 sides = single_cell;
  if (strategy_->census_box != nullptr)
    check(strategy_->census_box(&arguments, tuning_.data(), &sides));
  return sides;
}

KernelAttributes BoundStage::attributes(const StageArguments& arguments) const {
  KernelAttributes attributes{};
  check(strategy_->attributes(&arguments, tuning_.data(), &attributes));
  return attributes;
}

void BoundStage::check(int code) const {
  if (code == 0) return;
  const std::string text = fmt::format("{}/{} of pack {}: {}", strategy_->stage, strategy_->name,
                                       pack_->toolchain, pack_->error_text(code));
  if (code == strategy_refused) throw Refused(text);
  throw DeviceError(text);
}

}  // namespace sphlab
