// An order in which what takes long is spread evenly.
#pragma once

#include <cstddef>
#include <vector>

namespace sphlab {

/// The indices 0 to count - 1 in an order in which those that stand together, whatever they have in
/// common, are spread evenly over the whole: the time that a part has taken tells what is left.
std::vector<std::size_t> spread_order(std::size_t count);

}  // namespace sphlab
