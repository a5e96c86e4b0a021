// A process that watches the one which runs packs. Code of a pack may end its process in ways that
// nothing inside of it sees (_exit, SIGKILL, no memory left), or never return: the one that has
// called it tells which variant it was.
#pragma once

#include <optional>

namespace sphlab {

/// The environment variable that says how many seconds a call of a pack or of its device may take,
/// or "none": then nothing is watched.
inline constexpr const char* call_limit_variable = "SPHLAB_CALL_LIMIT";

/// Starts this process's program again, with the same words, and waits for it. Returns nothing in
/// the process that shall do the work; else the exit code of that, once it has ended. A signal that
/// ends it ends this one, too. Call it before a file is opened or a thread started. Throws Error
/// (usage) where the variable is neither a number of seconds nor "none", and Error with the exit
/// code of PackWork where a pack has ended the process, or has not come back in time.
std::optional<int> supervise();

}  // namespace sphlab
