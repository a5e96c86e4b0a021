// A stage with its strategy and tuning chosen: ready to launch.
#pragma once

#include <string>
#include <vector>

#include "harness/packs/pack_library.hpp"
#include "harness/stepping/variant.hpp"

namespace sphlab {

/// One strategy of a pack with a value for each of its tuning parameters.
class BoundStage {
 public:
  /// The strategy that `variant` names for the stage, or the pack's first one that serves `needs`
  /// where it names none. Throws Error(not_available) for an unknown strategy, parameter or value.
  BoundStage(const KernelPack& pack, const StageNeeds& needs, const Variant& variant);

  const Strategy& strategy() const { return *strategy_; }
  const std::vector<std::uint32_t>& tuning() const { return tuning_; }

  /// Enqueues the stage. Throws DeviceError with the strategy's name and the pack's text.
  void launch(const StageArguments& arguments, void* stream) const;

  /// Attributes of the kernel as it would be launched. Throws DeviceError.
  KernelAttributes attributes(const StageArguments& arguments) const;

 private:
  void check(int code) const;

  const KernelPack* pack_;
  const Strategy* strategy_;
  std::vector<std::uint32_t> tuning_;
};

}  // namespace sphlab
