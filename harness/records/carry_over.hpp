// Whether the time of a contender depends on who ran before it.
#pragma once

#include <optional>
#include <vector>

#include "harness/records/record.hpp"

namespace sphlab {

/// Carry-over, as a share of the time, from which on it is reported.
inline constexpr double carry_over_limit = 0.002;
/// Turns per contender, on average, from which there is a coefficient.
inline constexpr std::size_t fewest_turns_to_carry = 4;

/// What is left of the deviation of a block from its contender's own median, as its logarithm, when
/// the blocks are grouped by who ran before: the standard deviation of the predecessors' effects
/// (the component of variance between groups), and its lower bound of 95 % by Fisher's F. Who ran
/// before is told by the order of the samples.
///
/// Returns nothing for fewer than three contenders, or too few turns.
/// @param steps samples of all contenders that took turns.
std::optional<Record::CarryOver> carry_over_of(const std::vector<const Record::Samples*>& steps);

}  // namespace sphlab
