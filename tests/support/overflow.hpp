// What a simulation tells of lists and preparations that were too short.
#pragma once

#include <stdexcept>

#include "harness/stepping/simulation.hpp"
#include "tests/support/mentions.hpp"

namespace sphlab::test {

/// The Overflow that check_overflow() throws. Throws std::runtime_error where it throws none.
template <class Overflow>
Overflow overflow_of(const Simulation& simulation) {
  try {
    simulation.check_overflow();
  } catch (const Overflow& overflow) {
    return overflow;
  }
  throw std::runtime_error("the overflow is silent");
}

}  // namespace sphlab::test
