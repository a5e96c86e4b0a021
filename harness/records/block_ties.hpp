// Whether two series that took turns can be told apart.
#pragma once

#include "harness/records/record.hpp"

namespace sphlab {

/// Whether the 95 % interval of the mean ratio of `other` to `best` holds 1: that of Student's t
/// over the logarithms of the ratios of the two medians in each block that both have. What a block
/// shares, such as a clock or a neighbour's load, is thereby left out. Series that share fewer than
/// two blocks cannot be told apart. `python -m analysis compare` judges two recordings more
/// strictly; this tells a reader which rows not to believe the order of.
///
/// @param best, other samples above zero, of one interleaved session.
bool is_tie(const Record::Samples& best, const Record::Samples& other);

}  // namespace sphlab
