// Finds where each particle stands in another order of the same particles.
#pragma once

#include <cstdint>
#include <vector>

namespace sphlab {

/// Place among `identities` of each of `order`. Both are of the same particles; ids are numbers
/// from zero, and no two particles have the same. Throws std::out_of_range where one is missing.
std::vector<std::uint32_t> places(const std::vector<std::uint32_t>& order,
                                  const std::vector<std::uint32_t>& identities);

}  // namespace sphlab
