// The threads of a warp, run again together as a device would.
#pragma once

#include <array>
#include <functional>
#include <map>
#include <span>
#include <utility>

#include "kernels/counting/control_flow.hpp"
#include "kernels/counting/request.hpp"

namespace sphlab::gpu::simt::counting {

/// What the warps of a launch did, summed.
struct Tally {
  std::uint64_t warps = 0, runs = 0, run_lanes = 0;
  std::uint64_t branches = 0, divergent_branches = 0;
  std::uint64_t barriers = 0, collectives = 0;
  std::map<std::pair<Place, AccessKind>, RequestCounts> instructions;
};

/// Runs the traces of a warp's threads in step, with the rule of a stack of masks: lanes whose ways
/// part run one after another up to the block where all their ways meet, and there go on together.
class Warp {
 public:
  /// @param traces of consecutive threads, at most lanes_a_warp. @param flow with all of them
  /// added.
  Warp(std::span<const Trace> traces, const ControlFlow& flow, Tally& tally);

  /// Runs all lanes to their ends.
  void run();

 private:
  const Event* head(unsigned lane) const;
  Place next_block(unsigned lane) const;
  bool within_block(unsigned lane) const;
  void follow(Lanes lanes, Place block, Place stop);
  void follow_each(Lanes lanes, Place stop);
  void run_block(Lanes lanes);
  void run_event(Lanes lanes, const Event& event);
  void run_access(Lanes lanes, const Event& event);
  void run_call(Lanes lanes);
  /// Those of `lanes` that fulfil a condition.
  template <class Condition>
  static Lanes select(Lanes lanes, Condition condition);
  void advance(Lanes lanes);

  std::span<const Trace> traces_;
  const ControlFlow& flow_;
  Tally& tally_;
  std::array<std::size_t, lanes_a_warp> position_{};
};

}  // namespace sphlab::gpu::simt::counting
