// Intervals of medians of interleaved blocks, and of their ratio: the percentile bootstrap over
// blocks, as analysis/compare/bootstrap.py has it.
#pragma once

#include <cstdint>

#include "harness/records/record.hpp"
#include "harness/records/statistics.hpp"

namespace sphlab {

/// An estimate and the ends of its interval.
struct Interval {
  double median = 0;  ///< of energies the mean
  double low = 0;
  double high = 0;
};

/// The median of all samples [s], whole blocks drawn with replacement. Not without a sample.
Interval median_interval(const Record::Samples& samples);

/// The ratio median(candidate) / median(base), the same blocks drawn of both, which keeps out what
/// the two share. The same arguments give the same interval.
/// @param base, candidate of the same rounds: samples of equal block numbers were taken together.
/// Only the blocks that both have count; throws std::invalid_argument where there is none.
Interval ratio_interval(const Record::Samples& base, const Record::Samples& candidate);

/// The mean ratio of the joules of a step, candidate to base, in the rounds that both have:
/// Student's t over its logarithms, since so few runs are too few to draw from, widened by the
/// resolution of both counts. Throws std::invalid_argument where they have fewer than two rounds in
/// common.
Interval energy_ratio(const Record::EnergySamples& base, const Record::EnergySamples& candidate);

}  // namespace sphlab
