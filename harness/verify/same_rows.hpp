// Whether two lists say the same, whatever format each of them is in.
#pragma once

#include <cstddef>
#include <cstdint>

#include "harness/scenarios/scenario.hpp"
#include "harness/stepping/downloaded_list.hpp"

namespace sphlab {

/// Whether every live target's row reads the same in both lists, entry by entry up to the end of
/// each section, and finds room in the second: what compare_list() has found of the first holds for
/// the second then. False also where their sections hold other types.
///
/// @param state in device order, that both were built for. @param known a list that compare_list()
/// has passed, with these targets. @param targets types that have a list.
bool same_rows(const ParticleState& state, std::size_t live, const DownloadedList& known,
               const DownloadedList& list, TypeMask targets);

}  // namespace sphlab
