// A stage with its strategy and tuning chosen: ready to launch.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "harness/packs/pack_library.hpp"
#include "harness/stepping/downloaded_tasks.hpp"
#include "harness/stepping/refused.hpp"
#include "harness/stepping/variant.hpp"

namespace sphlab {

class BoundPreparation;

/// One strategy of a pack with a value for each of its tuning parameters, whatever its arguments.
class BoundStage {
 public:
  /// Chooses the strategy that `variant` names for the stage, or the default where it names none.
  /// Throws Error(not_available) for an unknown strategy, parameter or value.
  BoundStage(const KernelPack& pack, const StageNeeds& needs, const Variant& variant);

  const Strategy& strategy() const { return *strategy_; }
  const char* stage_name() const { return sphlab::stage_name(*strategy_); }
  const std::vector<std::uint32_t>& tuning() const { return tuning_; }
  bool prepares() const { return has_preparation(*strategy_); }
  bool prepares_at_rebuilds() const { return runs_preparation(*strategy_); }
  /// Whether it shares its preparation with another pass.
  bool shares_with(const BoundStage& other) const;
  BoundPreparation preparation() const;
  /// Sets its parameters; those not named take their default. Throws as the constructor.
  void retune(const std::map<std::string, std::uint32_t>& tuning);

 protected:
  void launch_on(const void* arguments, void* stream) const;
  std::vector<KernelLaunch> kernels_on(const void* arguments) const;
  /// Throws Refused, DeviceError with the strategy's name and the pack's text where `code` is not
  /// 0.
  void check(int code) const;
  /// Throws std::logic_error where constants of another kind are handed over: a wiring mistake.
  void require_constants(ConstantsKind handed_over) const;

  const KernelPack* pack_;
  const Strategy* strategy_;
  std::vector<std::uint32_t> tuning_;
};

namespace detail {
/// The constants that arguments carry.
template <class Arguments>
ConstantsKind constants_kind(const Arguments& arguments) {
  if constexpr (requires { arguments.constants; }) {
    return arguments.constants.kind;
  } else {
    return ConstantsKind::none;
  }
}
}  // namespace detail

/// A stage whose arguments are of this type.
template <class StageArguments>
class Bound : public BoundStage {
 public:
  using Arguments = StageArguments;
  using BoundStage::BoundStage;

  /// Enqueues the stage. Throws Refused, DeviceError with the strategy's name and the pack's text.
  void launch(const Arguments& arguments, void* stream) const {
    require_constants(detail::constants_kind(arguments));
    launch_on(&arguments, stream);
  }

  /// Lists the kernels that it would launch, in their order. Throws Refused, DeviceError.
  std::vector<KernelLaunch> kernels(const Arguments& arguments) const {
    return kernels_on(&arguments);
  }
};

/// The preparation of a strategy of a pass, which must have one.
class BoundPreparation {
 public:
  /// All arguments outlive this.
  BoundPreparation(const KernelPack& pack, const Strategy& strategy,
                   const std::vector<std::uint32_t>& tuning);

  const char* name() const { return table().name; }
  bool written_by_schemes() const { return table().written_by_schemes; }
  /// Bytes of its workspace. Reads particles, grid, capacity and is_followed of the
  /// arguments alone.
  std::size_t workspace_bytes(const PairArguments& arguments) const;
  /// Does nothing where it is memory alone.
  void launch(const PairArguments& arguments, void* stream) const;
  std::vector<KernelLaunch> kernels(const PairArguments& arguments) const;
  /// Reads the capacity that the state at hand needs, after a launch with none measured. Waits.
  MeasuredCapacity measure(const PairArguments& arguments) const;
  /// Why the state has outgrown the measured capacity, or "". Waits.
  std::string outgrown(const PairArguments& arguments) const;
  /// Numbers for a record, by name. Waits.
  std::map<std::string, double> notes(const PairArguments& arguments) const;
  /// The tasks that it has made; nothing where it makes none. Waits.
  std::optional<DownloadedTasks> tasks(const PairArguments& arguments) const;

 private:
  const Preparation& table() const { return strategy_->preparation; }
  template <class Call>
  int call(const Call& of_pack) const;
  void check(int code) const;

  const KernelPack* pack_;
  const Strategy* strategy_;
  const std::vector<std::uint32_t>* tuning_;
};

}  // namespace sphlab
