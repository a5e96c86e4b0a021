// A check of the neighbour list: sets, sections and end markers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "harness/stepping/simulation.hpp"
#include "harness/verify/check.hpp"
#include "harness/verify/oracle_search.hpp"

namespace sphlab {

/// A row in which pairs are counted differently than by the oracle, see borderline_width().
struct BorderlineRow {
  std::uint32_t particle;
  std::uint32_t differences;
};

/// The outcome, and what it took.
struct ListComparison {
  Check check;                               ///< value: number of particles with a faulty list
  std::uint64_t entries = 0;                 ///< neighbours in the lists of all targets
  std::uint64_t judged_rows = 0;             ///< those that no list that has passed has alike
  std::uint64_t borderline_differences = 0;  ///< pairs counted differently, see borderline_width()
  std::vector<BorderlineRow> borderline_rows;  ///< the rows that these are of, by their particles
};

/// A list that compare_list() has passed, and the rows with borderline differences that it found.
struct PassedList {
  DownloadedList list;
  std::vector<BorderlineRow> borderline_rows;
};

/// Every judged target's list holds each neighbour exactly once, in the section of its type, and
/// both end markers; nothing but pairs within rounding of the radius may differ from the oracle.
///
/// @param state in device order, as it was when the list was built.
/// @param judged whose lists are compared. @param radius of the list [m].
/// @param targets types that have a list.
ListComparison compare_list(const ParticleState& state, const JudgedParticles& judged,
                            const DownloadedList& list, float radius, TypeMask targets);

/// Overload for a search that is there already, of the same particles and with the reach of
/// borderline_reach(radius). Rows that read as those of `passed`, where it is given, are not judged
/// again: it is of the same state, radius and targets.
ListComparison compare_list(const ParticleState& state, const JudgedParticles& judged,
                            const DownloadedList& list, const CellSearch& search, float radius,
                            TypeMask targets, const PassedList* passed = nullptr);

/// The types whose neighbours stand in a section of a list.
TypeMask types_of_section(const DownloadedList& list, std::uint32_t section);

/// Why the list's arrays cannot be those of so many particles, or "".
std::string problem_of_shape(const ParticleState& state, const DownloadedList& list);

}  // namespace sphlab
