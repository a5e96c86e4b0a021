// Reads what the candidate of a duel is tuned to each time, where it is held several times: how a
// gate is audited.
#pragma once

#include <filesystem>
#include <vector>

#include "harness/campaigns/contender.hpp"

namespace sphlab {

/// Reads an array with one object per duel: the tuning values that the candidate has instead of the
/// base's, by stage and parameter, as in [{}, {"forces": {"extra": 40}}]. Throws InputError.
std::vector<Tunings> read_duel_tunings(const std::filesystem::path& file);

}  // namespace sphlab
