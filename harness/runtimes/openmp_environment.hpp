// How the OpenMP runtimes of a process wait, how many threads they have and where these run.
//
// A CPU pack brings the OpenMP runtime of its compiler, and the harness has one itself. Each keeps
// threads of its own, and reads the environment when it is loaded or first used. Left alone, the
// threads of one spin for a while after their work, on the processors that the other's need: what
// is then compared is how two runtimes wait. So measurements on the host run with one set of
// settings, which every runtime is given before it begins.
#pragma once

#include <string>

namespace sphlab {

/// Sets what the environment lacks: as many threads as this process may use processors, and as its
/// quota of their time is enough for, bound to none of them, always that many, and threads that
/// sleep as soon as they wait. What the user has set stays. True where anything was set: a runtime
/// that is already loaded has not seen it. Throws Error (usage) where OMP_NUM_THREADS is no number
/// of threads.
///
/// Threads are not bound, since the runtimes share the process's first thread: one that binds it to
/// a processor leaves the next no other.
bool complete_openmp_environment();

/// What to tell of a quota of the processors' time that is less than the threads would use, or than
/// the processors that there are; "" where there is none. To be asked before
/// complete_openmp_environment().
std::string quota_note();

/// The variables of the environment that OpenMP runtimes read (OMP_*, GOMP_*, KMP_*), by name, as a
/// shell takes them: "OMP_NUM_THREADS=2 OMP_WAIT_POLICY=passive".
std::string openmp_environment();

/// The processors that this process may use, as the kernel lists them: "0-3,8".
/// "" where it does not tell.
std::string allowed_processors();

}  // namespace sphlab
