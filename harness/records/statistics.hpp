// Summary statistics of a record's samples.
#pragma once

#include <vector>

#include "harness/records/record.hpp"

namespace sphlab {

/// The value below which `fraction` of the samples lie, interpolated linearly between the two
/// nearest ranks. @param sorted ascending, not empty. @param fraction 0 to 1.
double quantile(const std::vector<double>& sorted, double fraction);

/// Count, median, mean, extremes, 5th and 95th percentile and relative spread of `time_s` [s]; what
/// needs more than the samples (mipps, pairs_per_s, ...) is left empty. No sample: a count of 0.
/// Throws Error(failure) for a sample that is not a positive finite number: no average of it means
/// anything.
Record::Summary summarise(const std::vector<double>& time_s);

}  // namespace sphlab
