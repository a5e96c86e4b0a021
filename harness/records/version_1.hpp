// Records of version 1: every line of a file a whole record, with one kernel of its stage.
#pragma once

#include <nlohmann/json_fwd.hpp>

namespace sphlab {

/// Converts a record of version 1 to version 2. What version 1 did not say is null: the resolution
/// of the timer, and how many samples are below it. Judges nothing: what is wrong with a record
/// stays wrong with it. The same function is analysis/recorded/version_1.py.
nlohmann::json upgraded(nlohmann::json record);

}  // namespace sphlab
