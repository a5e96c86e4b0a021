// What the passes of a run prepare: its memory, and the capacity that the state needs.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "harness/runtimes/runtime.hpp"
#include "harness/stepping/arguments.hpp"
#include "harness/stepping/downloaded_tasks.hpp"

namespace sphlab {

/// The preparations of a run's passes. Each is one of the pass that it is prepared for first.
class Preparations {
 public:
  /// Both outlive this. @param runtime of the passes.
  Preparations(StageInputs& inputs, Runtime& runtime);

  /// Whether there is one that runs, and is not memory alone.
  bool any() const;
  /// Bytes of the workspace of each pass, for the capacities measured so far; needs no buffers.
  /// Throws DeviceError.
  std::vector<std::size_t> workspace_bytes() const;

  /// Enqueues that of a pass, and waits where the passes run on a device of their own.
  void launch(std::size_t number) const;
  std::vector<KernelLaunch> kernels(std::size_t number) const;
  /// Forgets the capacities, and what the workspaces hold of earlier states.
  void forget();
  /// Measures the capacity that each needs of what it prepared without any, and prepares again
  /// within it, in a workspace of that size. Waits. Throws Refused, DeviceError.
  void measure();
  /// Measures and prepares anew after the tuning of a pass has changed. What the passes leave for
  /// each other is gone. Waits. Throws Refused, DeviceError.
  void prepare_again();

  /// Why a capacity no longer suffices, or "". Waits.
  std::string outgrown() const;
  /// Numbers that the preparations tell, by their name; of several passes, the last one's. Waits.
  std::map<std::string, double> notes() const;
  /// The tasks of each pass that has any. Waits.
  std::vector<DownloadedTasks> tasks() const;

 private:
  /// Calls use(number of the pass, its preparation, its arguments) for each that is prepared.
  template <class Use>
  void for_each(const Use& use) const;
  std::size_t workspace_bytes(std::size_t number) const;
  void fit_workspace(std::size_t number);
  void forget(std::size_t number);

  StageInputs& inputs_;
  Runtime& runtime_;
};

}  // namespace sphlab
