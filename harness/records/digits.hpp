// Whole numbers as a text, a character for most: small ones beside rare large ones, as the ticks of
// samples are. The same is analysis/recorded/digits.py.
//
// A number is `last` where it is below 64, else, behind as many signs as it takes, the remainder:
// (sign * 28 + sign ...) * 64 + last. A letter, a figure, + or / ends a number; another sign does
// not.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace sphlab {

/// @param numbers from 0.
std::string to_digits(const std::vector<std::int64_t>& numbers);

/// The inverse. Throws InputError where a character is none of these, a number is beyond 2^53, or
/// the last one has no end.
std::vector<std::int64_t> from_digits(const std::string& text);

}  // namespace sphlab
