// Numbers as people read them.
#pragma once

#include <string>

namespace sphlab {

/// "1,037,232".
std::string grouped(double count);
/// Of a share: "41 %"; "below 1 %" of one that would read 0.
std::string percent_text(double share);
/// In a unit of its size, three digits at least: "666 µs", "3.97 ms", "0.512 µs".
std::string time_text(double seconds);
/// "3.8", "1.04": a ratio to two digits behind the point below 2, one above.
std::string ratio_text(double ratio);
/// With a prefix of its size: "421 G".
std::string scaled_text(double count);

}  // namespace sphlab
