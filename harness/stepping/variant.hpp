// A variant: one strategy a stage, with its tuning.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "kernels/pack/abi.hpp"

namespace sphlab {

/// A strategy's name and the values of its tuning parameters; parameters not named take their
/// default.
struct StrategyChoice {
  std::string name;
  std::map<std::string, std::uint32_t> tuning;
};

/// The strategies of a variant. Stages with a single strategy in the pack need not be named.
struct Variant {
  std::map<std::string, StrategyChoice> stages;  ///< by stage: "list", "forces", ...
  /// The readable name on a figure: the traversal, and the list builder where there is one:
  /// "list-gather+per-particle", "par-part-noloop".
  std::string name() const;
};

}  // namespace sphlab
