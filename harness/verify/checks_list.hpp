// A check of the neighbour list: sets, sections and end markers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "harness/stepping/simulation.hpp"
#include "harness/verify/check.hpp"
#include "harness/verify/oracle_search.hpp"

namespace sphlab {

/// The outcome, and what it took.
struct ListComparison {
  Check check;                               ///< value: number of particles with a faulty list
  std::uint64_t entries = 0;                 ///< neighbours in the lists of all targets
  std::uint64_t borderline_differences = 0;  ///< pairs counted differently, see borderline_width()
};

/// Every live target's list holds each neighbour exactly once, in the section of its type, and both
/// end markers; nothing but pairs within rounding of the radius may differ from the oracle.
///
/// @param state in device order, as it was when the list was built.
/// @param live particles [0, live) take part. @param radius of the list [m].
/// @param targets types that have a list.
ListComparison compare_list(const ParticleState& state, std::size_t live,
                            const DownloadedList& list, float radius, TypeMask targets);

/// The same with a search that is there already, of the same particles and with the reach of
/// borderline_reach(radius).
ListComparison compare_list(const ParticleState& state, std::size_t live,
                            const DownloadedList& list, const CellSearch& search, float radius,
                            TypeMask targets);

/// The types whose neighbours stand in a section of a list.
TypeMask types_of_section(const DownloadedList& list, std::uint32_t section);

/// Why the list's arrays cannot be those of so many particles, or "".
std::string problem_of_shape(const ParticleState& state, const DownloadedList& list);

}  // namespace sphlab
