#include "kernels/counting/control_flow.hpp"

#include <algorithm>
#include <utility>

namespace sphlab::gpu::simt::counting {
namespace {

constexpr unsigned unknown = ~0u;

}  // namespace

ControlFlow::ControlFlow() {
  index_of(way_out);
}

unsigned ControlFlow::index_of(Place block) {
  const auto [found, is_new] = index_.try_emplace(block, static_cast<unsigned>(blocks_.size()));
  if (is_new) {
    blocks_.push_back(block);
    successors_.emplace_back();
    predecessors_.emplace_back();
  }
  return found->second;
}

void ControlFlow::add_edge(Place from, Place to) {
  const unsigned begin = index_of(from);
  const unsigned end = index_of(to);
  std::vector<unsigned>& known = successors_[begin];
  if (std::find(known.begin(), known.end(), end) != known.end()) return;
  known.push_back(end);
  predecessors_[end].push_back(begin);
}

void ControlFlow::add(const Trace& trace) {
  std::vector<Place> at{way_out};  // of each function on the stack, the block where it is
  const auto go_to = [&](Place block) {
    if (at.back() != way_out) add_edge(at.back(), block);
    at.back() = block;
  };
  for (const Event& event : trace) {
    switch (event.kind) {
      case EventKind::block:
        go_to(event.place);
        break;
      case EventKind::call:
        at.push_back(way_out);
        break;
      case EventKind::leave:
        go_to(way_out);
        at.pop_back();
        break;
      case EventKind::access:
      case EventKind::synchronise:
        break;
    }
  }
  go_to(way_out);
}

/// The blocks in reverse postorder of the graph with its edges turned round.
std::vector<unsigned> ControlFlow::ways_out_first() const {
  std::vector<unsigned> postorder;
  std::vector<bool> seen(blocks_.size());
  std::vector<std::pair<unsigned, std::size_t>> path{{index_.at(way_out), 0}};
  seen[path.back().first] = true;
  while (!path.empty()) {
    auto& [block, next] = path.back();
    if (next == predecessors_[block].size()) {
      postorder.push_back(block);
      path.pop_back();
      continue;
    }
    const unsigned predecessor = predecessors_[block][next++];
    if (seen[predecessor]) continue;
    seen[predecessor] = true;
    path.emplace_back(predecessor, 0);
  }
  std::reverse(postorder.begin(), postorder.end());
  return postorder;
}

/// Immediate post-dominators, by the iteration of Cooper, Harvey and Kennedy.
void ControlFlow::finish() {
  const std::vector<unsigned> order = ways_out_first();
  std::vector<unsigned> rank(blocks_.size(), unknown);
  for (unsigned k = 0; k < order.size(); ++k) rank[order[k]] = k;
  meeting_.assign(blocks_.size(), unknown);
  meeting_[order.front()] = order.front();
  const auto common = [&](unsigned a, unsigned b) {
    while (a != b) {
      while (rank[a] > rank[b]) a = meeting_[a];
      while (rank[b] > rank[a]) b = meeting_[b];
    }
    return a;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t k = 1; k < order.size(); ++k) {
      unsigned met = unknown;
      for (const unsigned successor : successors_[order[k]]) {
        if (meeting_[successor] == unknown) continue;
        met = met == unknown ? successor : common(met, successor);
      }
      if (met == meeting_[order[k]]) continue;
      meeting_[order[k]] = met;
      changed = true;
    }
  }
}

Place ControlFlow::meeting_point(Place block) const {
  return blocks_[meeting_[index_.at(block)]];
}

bool ControlFlow::branches(Place block) const {
  return successors_[index_.at(block)].size() > 1;
}

}  // namespace sphlab::gpu::simt::counting
