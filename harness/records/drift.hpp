// Whether the samples of a record drift within their blocks.
#pragma once

#include <optional>

#include "harness/records/record.hpp"

namespace sphlab {

/// Change within a block, as a share of the time, from which on it is a drift.
inline constexpr double drift_limit = 0.01;
/// The fewest samples of a block that has a first and a last third, and such blocks of a statistic.
inline constexpr std::size_t fewest_samples_to_drift = 3;
inline constexpr std::size_t fewest_blocks_to_drift = 2;

/// By how much the mean of the last third of a block's samples is longer than that of its first
/// third, as the mean of all blocks with its interval (Student's t). It drifts where the whole
/// interval lies beyond the limit, on either side. Nothing where blocks are too short or too few.
///
/// analysis/recorded/drift.py computes the same.
std::optional<Record::Drift> drift_of(const Record::Samples& samples);

}  // namespace sphlab
