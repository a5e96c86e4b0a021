// What the table of stages says of a recorded one.
#pragma once

#include <string>

namespace sphlab {

/// Whether a stage of this name runs with the list, not with each step: as the table of stages has
/// it; a stage that is not there is a preparation, which does.
bool runs_at_rebuild(const std::string& stage);

}  // namespace sphlab
