// Bounds what the load of the machine can have added to times, as analysis/compare/load.py does.
#pragma once

#include <cstddef>
#include <cstdint>

#include "harness/records/record.hpp"

namespace sphlab {

/// Share of a block's time. HOST_CHANGE in analysis/compare/comparison.py: a change that matters
/// between two runs of a host.
inline constexpr double lost_time_that_matters = 0.05;

/// Of the time of block k of `load`, what its most delayed thread was without its processor: soon
/// all others wait for that thread. 0 where it is not known.
double lost_share(const Record::Load& load, std::size_t k);

/// The median of the samples less all that the load can have added, over their median; 1 where
/// nothing is known of the load. Not without a sample.
double least_share(const Record::Samples& samples, const Record::Load& load);

/// Summary of how busy the machine was in many blocks.
struct LoadSeen {
  std::uint64_t blocks = 0;
  std::uint64_t busy = 0;  ///< that lost more than lost_time_that_matters
  double largest = 0;      ///< share of its time that one has lost

  void add(const Record::Load& load);
};

}  // namespace sphlab
