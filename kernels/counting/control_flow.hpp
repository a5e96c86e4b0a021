// The control flow of a kernel as its threads were seen to take it.
#pragma once

#include <unordered_map>
#include <vector>

#include "kernels/counting/trace.hpp"

namespace sphlab::gpu::simt::counting {

/// Graph of basic blocks, with the edges that were taken. The way out of every function is the
/// block `way_out`.
class ControlFlow {
 public:
  static constexpr Place way_out = 0;

  ControlFlow();
  /// Adds the ways of one thread.
  void add(const Trace& trace);
  /// Call when all have been added, before the questions.
  void finish();

  /// The first block through which every way from `block` out of its function leads: where threads
  /// that part in `block` meet again. way_out where they do not.
  Place meeting_point(Place block) const;
  /// Whether more than one way was seen to lead on from `block`.
  bool branches(Place block) const;

 private:
  unsigned index_of(Place block);
  void add_edge(Place from, Place to);
  std::vector<unsigned> ways_out_first() const;

  std::unordered_map<Place, unsigned> index_;
  std::vector<Place> blocks_;
  std::vector<std::vector<unsigned>> successors_, predecessors_;
  std::vector<unsigned> meeting_;
};

}  // namespace sphlab::gpu::simt::counting
