// Why one variant is faster than another, in the terms of their diagnoses.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/why/diagnosis.hpp"

namespace sphlab {

/// A stage that at least one of two variants has; seconds of a step.
struct StageDifference {
  std::string stage;
  std::optional<double> first_s;  ///< absent where the first variant does not have it, or no time
  std::optional<double> second_s;

  double difference() const { return second_s.value_or(0) - first_s.value_or(0); }
};

struct VariantComparison {
  std::optional<double> ratio;          ///< step of the second over that of the first
  bool is_within_spread = false;        ///< the steps differ by less than their samples spread
  std::vector<StageDifference> stages;  ///< in the order of execution
  std::string paragraph;                ///< why, without line ends
  std::vector<std::string> caveats;     ///< what makes the two less comparable: sentences
};

/// Compares two variants on the same scenario in the same state on the same device.
VariantComparison compare_variants(const Diagnosis& first, const Diagnosis& second);

/// Why two are no comparison: what of device, scenario, parameters, state and physics differs; ""
/// where they can be compared.
std::string incomparable(const RecordedVariant& first, const RecordedVariant& second);

}  // namespace sphlab
