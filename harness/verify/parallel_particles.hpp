// merged_over_items() under the name that it has in checks_rates.cpp.
#pragma once

#include <cstddef>
#include <utility>

#include "harness/verify/parallel_ranges.hpp"

namespace sphlab {

template <class Result, class Body>
Result merged_over_particles(std::size_t particles, Body&& body) {
  return merged_over_items<Result>(particles, std::forward<Body>(body));
}

}  // namespace sphlab
