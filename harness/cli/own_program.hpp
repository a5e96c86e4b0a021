// Starts this process's program again.
#pragma once

namespace sphlab {

/// Replaces this process by one of the same program with the same words and the present
/// environment, whose standard output is the one that it was started with. Returns where that
/// fails, with errno.
void start_own_program_again();

}  // namespace sphlab
