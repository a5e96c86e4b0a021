#include "harness/stepping/bound_stage.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <span>
#include <string_view>

#include "harness/error.hpp"
#include "harness/runtimes/runtime.hpp"
#include "harness/stepping/pack_call.hpp"

namespace sphlab {
namespace {

const StrategyChoice* choice_of(const Variant& variant, const std::string& stage) {
  const auto found = variant.stages.find(stage);
  return found == variant.stages.end() ? nullptr : &found->second;
}

const Strategy& choose(const KernelPack& pack, const StageNeeds& needs, const Variant& variant) {
  if (const StrategyChoice* choice = choice_of(variant, needs.stage_name()))
    return find_strategy(pack, needs, choice->name);
  return default_strategy(pack, needs);
}

void check_parameter_names(const Strategy& strategy,
                           const std::map<std::string, std::uint32_t>& tuning) {
  std::vector<std::string> known;
  for (const TuningParameter& parameter :
       std::span(strategy.parameters, strategy.parameter_count)) {
    known.emplace_back(parameter.name);
  }
  for (const auto& [name, value] : tuning) {
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    throw Error(ExitCode::not_available,
                fmt::format("strategy '{}' of stage '{}' has no tuning parameter '{}'{}",
                            strategy.name, stage_name(strategy), name,
                            known.empty() ? "; it has none"
                                          : fmt::format("; it has {}", fmt::join(known, ", "))));
  }
}

std::vector<std::uint32_t> tuning_values(const Strategy& strategy,
                                         const std::map<std::string, std::uint32_t>& tuning) {
  std::vector<std::uint32_t> values;
  for (const TuningParameter& parameter :
       std::span(strategy.parameters, strategy.parameter_count)) {
    std::uint32_t value = parameter.default_value;
    if (tuning.contains(parameter.name)) value = tuning.at(parameter.name);
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

/// Why `code` was returned, in the words of the pack.
[[noreturn]] void throw_code(const KernelPack& pack, const std::string& what, int code) {
  const std::string text =
      fmt::format("{} of pack {}: {}", what, pack.toolchain, pack.error_text(code));
  if (code == strategy_refused) throw Refused(text);
  throw DeviceError(text);
}

}  // namespace

BoundStage::BoundStage(const KernelPack& pack, const StageNeeds& needs, const Variant& variant)
    : pack_(&pack), strategy_(&choose(pack, needs, variant)) {
  const StrategyChoice* choice = choice_of(variant, needs.stage_name());
  retune(choice == nullptr ? std::map<std::string, std::uint32_t>{} : choice->tuning);
}

void BoundStage::retune(const std::map<std::string, std::uint32_t>& tuning) {
  check_parameter_names(*strategy_, tuning);
  tuning_ = tuning_values(*strategy_, tuning);
}

bool BoundStage::shares_with(const BoundStage& other) const {
  return prepares() && strategy_->preparation.shared && other.prepares() &&
         std::string_view(strategy_->name) == other.strategy_->name;
}

BoundPreparation BoundStage::preparation() const {
  return {*pack_, *strategy_, tuning_};
}

void BoundStage::launch_on(const void* arguments, void* stream) const {
  check(call_pack(*pack_, *strategy_,
                  [&] { return strategy_->launch(arguments, tuning_.data(), stream); }));
}

std::vector<KernelLaunch> BoundStage::kernels_on(const void* arguments) const {
  std::vector<KernelLaunch> kernels(most_launches);
  std::uint32_t count = 0;
  check(call_pack(*pack_, *strategy_, [&] {
    return strategy_->describe(arguments, tuning_.data(), kernels.data(), &count);
  }));
  kernels.resize(count);
  return kernels;
}

void BoundStage::require_constants(ConstantsKind handed_over) const {
  if (strategy_->constants == ConstantsKind::none || strategy_->constants == handed_over) return;
  throw std::logic_error(fmt::format(
      "{}/{} takes constants of kind {}, and was handed kind {}", stage_name(), strategy_->name,
      static_cast<int>(strategy_->constants), static_cast<int>(handed_over)));
}

void BoundStage::check(int code) const {
  if (code != 0) throw_code(*pack_, fmt::format("{}/{}", stage_name(), strategy_->name), code);
}

template <class Call>
int BoundPreparation::call(const Call& of_pack) const {
  return call_pack(*pack_, *strategy_, of_pack);
}

BoundPreparation::BoundPreparation(const KernelPack& pack, const Strategy& strategy,
                                   const std::vector<std::uint32_t>& tuning)
    : pack_(&pack), strategy_(&strategy), tuning_(&tuning) {}

std::size_t BoundPreparation::workspace_bytes(const PairArguments& arguments) const {
  std::size_t bytes = 0;
  check(call([&] { return table().workspace(&arguments, tuning_->data(), &bytes); }));
  return bytes;
}

void BoundPreparation::launch(const PairArguments& arguments, void* stream) const {
  if (table().launch == nullptr) return;
  check(call([&] { return table().launch(&arguments, tuning_->data(), stream); }));
}

std::vector<KernelLaunch> BoundPreparation::kernels(const PairArguments& arguments) const {
  std::vector<KernelLaunch> kernels(most_launches);
  std::uint32_t count = 0;
  check(
      call([&] { return table().describe(&arguments, tuning_->data(), kernels.data(), &count); }));
  kernels.resize(count);
  return kernels;
}

MeasuredCapacity BoundPreparation::measure(const PairArguments& arguments) const {
  MeasuredCapacity capacity{};
  if (table().measure != nullptr)
    check(call([&] { return table().measure(&arguments, tuning_->data(), &capacity); }));
  return capacity;
}

std::string BoundPreparation::outgrown(const PairArguments& arguments) const {
  if (table().check == nullptr) return "";
  const int code = call([&] { return table().check(&arguments, tuning_->data()); });
  if (code == strategy_refused) return pack_->error_text(code);
  check(code);
  return "";
}

std::map<std::string, double> BoundPreparation::notes(const PairArguments& arguments) const {
  if (table().notes == nullptr) return {};
  std::vector<PreparationNote> notes(most_preparation_notes);
  std::uint32_t count = 0;
  check(call([&] { return table().notes(&arguments, tuning_->data(), notes.data(), &count); }));
  std::map<std::string, double> by_name;
  for (std::uint32_t k = 0; k < count; ++k) by_name[notes[k].name] = notes[k].value;
  return by_name;
}

std::optional<DownloadedTasks> BoundPreparation::tasks(const PairArguments& arguments) const {
  if (table().tasks == nullptr) return std::nullopt;
  DownloadedTasks found;
  const auto take = [](void* to, const Task* tasks, std::uint32_t task_count,
                       const std::uint32_t* sparse, std::uint32_t sparse_count) {
    *static_cast<DownloadedTasks*>(to) = {{tasks, tasks + task_count},
                                          {sparse, sparse + sparse_count}};
  };
  check(call([&] { return table().tasks(&arguments, tuning_->data(), {&found, take}); }));
  return found;
}

void BoundPreparation::check(int code) const {
  if (code == 0) return;
  throw_code(*pack_, fmt::format("{} of {}/{}", name(), stage_name(*strategy_), strategy_->name),
             code);
}

}  // namespace sphlab
