// A stage with its strategy and tuning chosen: ready to launch.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "harness/packs/pack_library.hpp"
#include "harness/stepping/variant.hpp"

namespace sphlab {

/// A strategy cannot run on the particles at hand with its tuning on this device. Nothing is
/// broken: another tuning may do.
class Refused : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// One strategy of a pack with a value for each of its tuning parameters.
class BoundStage {
 public:
  /// The strategy that `variant` names for the stage, or the pack's first one that serves `needs`
  /// where it names none. Throws Error(not_available) for an unknown strategy, parameter or value.
  BoundStage(const KernelPack& pack, const StageNeeds& needs, const Variant& variant);

  const Strategy& strategy() const { return *strategy_; }
  const std::vector<std::uint32_t>& tuning() const { return tuning_; }

  /// Enqueues the stage. Throws Refused, DeviceError with the strategy's name and the pack's text.
  void launch(const StageArguments& arguments, void* stream) const;

  /// Cells along the sides of the boxes that the census is to list for a launch on `arguments`.
  /// Throws Refused, DeviceError.
  uint3 census_box(const StageArguments& arguments) const;

  /// Attributes of the kernel as it would be launched. Throws Refused, DeviceError.
  KernelAttributes attributes(const StageArguments& arguments) const;

 private:
  void check(int code) const;

  const KernelPack* pack_;
  const Strategy* strategy_;
  std::vector<std::uint32_t> tuning_;
};

}  // namespace sphlab
