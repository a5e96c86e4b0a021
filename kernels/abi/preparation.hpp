// What a strategy of a pass does before its pass, at each rebuild.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/abi/kernel_launch.hpp"
#include "kernels/abi/stage_arguments.hpp"
#include "kernels/abi/task.hpp"

namespace sphlab {

/// A number that a preparation reports, for records.
struct PreparationNote {
  const char* name;  ///< "filled_boxes"
  double value;
};
inline constexpr std::uint32_t most_preparation_notes = 8;
/// The note of a traversal that looks at fewer candidates than the cells around its targets hold:
/// how many those of a pass are.
inline constexpr const char* candidate_pairs_note = "candidate_pairs";

/// Takes what a preparation of tasks has made. All arrays are the host's, until take() returns.
struct TaskSink {
  void* to;
  /// @param sparse particles that are in no task.
  void (*take)(void* to, const Task* tasks, std::uint32_t task_count, const std::uint32_t* sparse,
               std::uint32_t sparse_count);
};

/// What a strategy of a pass does at each rebuild, before its pass, and the memory that it owns for
/// it. `arguments` are those of its stage, `tuning` its own; each returns 0 or a code as
/// Strategy::launch does.
struct Preparation {
  const char* name;  ///< of its samples: "census"; nullptr: there is none
  /// Whether the passes of a formulation that are computed by strategies of this one's name take
  /// it together: prepared once, for the first of them, in one workspace, with one tuning. A pass
  /// may leave there what a later one reads, see PairArguments::follows.
  bool shared;
  /// Whether what it makes of velocities is made anew by whoever writes them: schemes find the
  /// workspace as IntegrateArguments::records.
  bool written_by_schemes;
  /// Bytes of PairArguments::workspace. Reads particles, grid, capacity and is_followed alone.
  int (*workspace)(const void* arguments, const std::uint32_t* tuning, std::size_t* bytes);
  /// Enqueues the preparation. nullptr, and so is describe: nothing runs at a rebuild, the
  /// workspace is memory that each pass writes before it reads.
  int (*launch)(const void* arguments, const std::uint32_t* tuning, void* stream);
  /// Its kernels, as Strategy::describe tells those of the pass.
  int (*describe)(const void* arguments, const std::uint32_t* tuning, KernelLaunch* kernels,
                  std::uint32_t* count);
  /// Looks at what a first launch found in the state that a run begins with, and says for how
  /// much launches are to be made. May wait for the device. nullptr: there is nothing to measure.
  int (*measure)(const void* arguments, const std::uint32_t* tuning, MeasuredCapacity* capacity);
  /// Refuses where the state has outgrown that capacity since. May wait for the device. Where it
  /// refuses, the passes since then have computed nothing.
  int (*check)(const void* arguments, const std::uint32_t* tuning);
  /// Tells up to most_preparation_notes numbers. May wait for the device.
  int (*notes)(const void* arguments, const std::uint32_t* tuning, PreparationNote* notes,
               std::uint32_t* count);
  /// Hands over the tasks. May wait for the device. nullptr: it makes none.
  int (*tasks)(const void* arguments, const std::uint32_t* tuning, const TaskSink& sink);
};

}  // namespace sphlab
