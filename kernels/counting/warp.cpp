#include "kernels/counting/warp.hpp"

#include <algorithm>
#include <bit>

namespace sphlab::gpu::simt::counting {
namespace {

unsigned first_of(Lanes lanes) {
  return static_cast<unsigned>(std::countr_zero(lanes));
}

/// The widest access, up to 16 bytes, of which the request consists for every lane.
unsigned width_of(unsigned bytes, std::uint64_t addresses) {
  const std::uint64_t bits = bytes | addresses | 16;
  return static_cast<unsigned>(bits & -bits);
}

}  // namespace

Warp::Warp(std::span<const Trace> traces, const ControlFlow& flow, Tally& tally)
    : traces_(traces), flow_(flow), tally_(tally) {}

template <class Condition>
Lanes Warp::select(Lanes lanes, Condition condition) {
  Lanes selected = 0;
  for (Lanes left = lanes; left != 0; left &= left - 1) {
    if (condition(first_of(left))) selected |= left & -left;
  }
  return selected;
}

/// The next event of a lane, nullptr at its end.
const Event* Warp::head(unsigned lane) const {
  const Trace& trace = traces_[lane];
  return position_[lane] < trace.size() ? &trace[position_[lane]] : nullptr;
}

Place Warp::next_block(unsigned lane) const {
  const Event* next = head(lane);
  return next != nullptr && next->kind == EventKind::block ? next->place : ControlFlow::way_out;
}

bool Warp::within_block(unsigned lane) const {
  const Event* next = head(lane);
  return next != nullptr && next->kind != EventKind::block && next->kind != EventKind::leave;
}

void Warp::advance(Lanes lanes) {
  for (Lanes left = lanes; left != 0; left &= left - 1) ++position_[first_of(left)];
}

void Warp::run() {
  ++tally_.warps;
  const Lanes all = static_cast<Lanes>((std::uint64_t{1} << traces_.size()) - 1);
  follow_each(select(all, [&](unsigned lane) { return !traces_[lane].empty(); }),
              ControlFlow::way_out);
}

/// Runs `lanes`, which are about to enter `block` together, until they are about to enter `stop`.
void Warp::follow(Lanes lanes, Place block, Place stop) {
  while (block != stop) {
    run_block(lanes);
    tally_.branches += flow_.branches(block);
    const Place next = next_block(first_of(lanes));
    const bool together = select(lanes, [&](unsigned l) { return next_block(l) == next; }) == lanes;
    if (together) {
      block = next;
      continue;
    }
    ++tally_.divergent_branches;
    block = flow_.meeting_point(block);
    follow_each(lanes, block);
  }
}

/// Runs lanes that are about to enter different blocks, one block's after another's, until all are
/// about to enter `stop`.
void Warp::follow_each(Lanes lanes, Place stop) {
  while (lanes != 0) {
    const Place block = next_block(first_of(lanes));
    const Lanes group = select(lanes, [&](unsigned lane) { return next_block(lane) == block; });
    lanes &= ~group;
    follow(group, block, stop);
  }
}

/// Runs the block that `lanes` are about to enter. Its instructions stand in the order of their
/// places; a lane may lack one, whose address for it is no memory that is counted.
void Warp::run_block(Lanes lanes) {
  ++tally_.runs;
  tally_.run_lanes += static_cast<unsigned>(std::popcount(lanes));
  advance(lanes);
  while (true) {
    const Lanes within = select(lanes, [&](unsigned lane) { return within_block(lane); });
    if (within == 0) return;
    const Event* next = head(first_of(within));
    for (Lanes left = within; left != 0; left &= left - 1) {
      const Event* other = head(first_of(left));
      if (other->place < next->place) next = other;
    }
    const Event event = *next;
    run_event(select(within, [&](unsigned lane) { return head(lane)->place == event.place; }),
              event);
  }
}

void Warp::run_event(Lanes lanes, const Event& event) {
  switch (event.kind) {
    case EventKind::access:
      run_access(lanes, event);
      break;
    case EventKind::call:
      run_call(lanes);
      break;
    case EventKind::synchronise:
      ++(event.collective == Collective::syncthreads ? tally_.barriers : tally_.collectives);
      advance(lanes);
      break;
    case EventKind::block:
    case EventKind::leave:
      break;  // not within a block
  }
}

void Warp::run_access(Lanes lanes, const Event& event) {
  // a pointer may lead to either memory: lanes of the other take their turn next
  lanes = select(lanes, [&](unsigned lane) { return head(lane)->access == event.access; });
  Request request{event.access, 0, lanes, {}};
  std::uint64_t addresses = 0;
  for (Lanes left = lanes; left != 0; left &= left - 1) {
    const unsigned lane = first_of(left);
    request.address[lane] = head(lane)->address;
    addresses |= request.address[lane];
  }
  request.bytes = width_of(event.bytes, addresses);
  RequestCounts& counts = tally_.instructions[{event.place, event.access}];
  for (unsigned done = 0; done < event.bytes; done += request.bytes) {
    counts += counts_of(request);
    for (std::uint64_t& address : request.address) address += request.bytes;
  }
  advance(lanes);
}

/// Lanes may call different functions from one place.
void Warp::run_call(Lanes lanes) {
  advance(lanes);
  follow_each(lanes, ControlFlow::way_out);
  advance(lanes);  // past the return
}

}  // namespace sphlab::gpu::simt::counting
