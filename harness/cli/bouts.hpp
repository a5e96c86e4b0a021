// Tells what the candidate has in each bout of a duel that is held many times: how a gate is
// audited.
#pragma once

#include <filesystem>
#include <vector>

#include "harness/campaigns/contender.hpp"

namespace sphlab {

/// Reads an array with one object per bout: the tuning values that the candidate has instead of the
/// base's, by stage and parameter, as in [{}, {"forces": {"extra": 40}}]. Throws InputError.
std::vector<Tunings> read_bouts(const std::filesystem::path& file);

}  // namespace sphlab
