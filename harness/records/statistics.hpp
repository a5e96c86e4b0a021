// Summary statistics of a record's samples.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "harness/records/record.hpp"

namespace sphlab {

/// Confidence of intervals of medians.
inline constexpr double interval_confidence = 0.95;

/// Blocks without which no interval of a median can have interval_confidence: the median lies
/// outside of n observations, on one side of all, with probability 2^(1-n).
inline constexpr std::uint64_t fewest_blocks = 6;

/// The value below which `fraction` of the samples lie, interpolated linearly between the two
/// nearest ranks. @param sorted ascending, not empty. @param fraction 0 to 1.
double quantile(const std::vector<double>& sorted, double fraction);

/// The middle one, or the mean of the two in the middle. @param values in any order, not empty.
double median(std::vector<double> values);

/// The times of the samples of each block [s], in the order of the samples, by its number.
std::map<std::uint64_t, std::vector<double>> times_by_block(const Record::Samples& samples);

/// Logarithms of the ratios of two measures in the blocks that both have. @param base,candidate by
/// the number of a block, above zero.
std::vector<double> log_ratios(const std::map<std::uint64_t, double>& base,
                               const std::map<std::uint64_t, double>& candidate);

/// Count, median, mean, extremes, 5th and 95th percentile and relative spread of `time_s` [s], and
/// how many of them are shorter than `resolution` [s], the timer's of one sample, where that is
/// known; what needs more than the samples (mipps, pairs_per_s, ...) is left empty. A sample may be
/// zero or less: a mark may have cost more than the stage that it ends. The spread is relative to a
/// median above zero, and left empty of another. No sample: a count of 0. Throws Error(failure) for
/// a sample that is not finite.
///
/// analysis/recorded/statistics.py computes the same numbers to the last bit: a file does not hold
/// them.
Record::Summary summarise(const std::vector<double>& time_s,
                          std::optional<double> resolution = std::nullopt);

}  // namespace sphlab
