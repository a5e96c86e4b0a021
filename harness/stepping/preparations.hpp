// Runs the preparations of passes, in workspaces of the capacity that the state needs.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "harness/runtimes/runtime.hpp"
#include "harness/stepping/arguments.hpp"
#include "harness/stepping/downloaded_tasks.hpp"

namespace sphlab {

/// The preparations of a run's passes. One that passes share is that of the first of them.
class Preparations {
 public:
  /// Both arguments outlive this. @param runtime of the passes.
  Preparations(StageInputs& inputs, Runtime& runtime);

  /// Whether there is one that runs, and is not memory alone.
  bool any() const;
  /// Bytes of the workspace of each pass, for the capacities measured so far; needs no buffers.
  /// Throws DeviceError.
  std::vector<std::size_t> workspace_bytes() const;

  /// Enqueues the preparation of a pass; waits where passes run on a device of their own.
  void launch(std::size_t number) const;
  std::vector<KernelLaunch> kernels(std::size_t number) const;
  /// Resets capacities and workspaces: those of an earlier state are of no use.
  void forget();
  /// Measures the capacity that each preparation needs, then prepares again within it, in a
  /// workspace of that size. Needs a launch() after forget(). Waits. Throws Refused, DeviceError.
  void measure();
  /// Measures and prepares anew after the tuning of a pass has changed; results of passes are lost.
  /// Waits. Throws Refused, DeviceError.
  void prepare_again();

  /// Why a capacity no longer suffices, or "". Waits.
  std::string outgrown() const;
  /// Numbers that the preparations report, by name; of several passes, the last one's. Waits.
  std::map<std::string, double> notes() const;
  /// Downloads the tasks of each pass that has any. Waits.
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
