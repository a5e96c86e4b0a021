#include "kernels/counting/recorder.hpp"

#include <dlfcn.h>
#include <omp.h>

#include <algorithm>
#include <utility>

#include "kernels/simt/failure.hpp"

namespace sphlab::gpu::simt::counting {
namespace {

std::uintptr_t file_begin() {
  Dl_info info{};
  dladdr(reinterpret_cast<const void*>(&place_of), &info);
  return reinterpret_cast<std::uintptr_t>(info.dli_fbase);
}

}  // namespace

Place place_of(const void* address) {
  static const std::uintptr_t begin = file_begin();
  return static_cast<Place>(reinterpret_cast<std::uintptr_t>(address) - begin);
}

bool Progress::enter() {
  const bool within = state_ == State::inside;
  if (within) ++depth_;
  if (state_ == State::called) state_ = State::inside;
  return within;
}

bool Progress::leave() {
  if (state_ != State::inside) return false;
  const bool within = depth_ > 0;
  within ? void(--depth_) : void(state_ = State::outside);
  return within;
}

LaunchRecord::LaunchRecord(const Shape& shape, const void* entry, const MemoryMap& memory,
                           std::size_t most_events)
    : shape_(shape),
      entry_(entry),
      memory_(memory),
      progress_(std::size_t{shape.grid} * shape.block),
      traces_(progress_.size()),
      most_events_(most_events) {}

void LaunchRecord::add(const Event& event) {
  ++events_;
  if (!overflowed()) traces_[index()].push_back(event);
}

void LaunchRecord::enter(Place caller) {
  if (progress().enter()) add({.kind = EventKind::call, .place = caller});
}

void LaunchRecord::leave() {
  if (progress().leave()) add({.kind = EventKind::leave});
}

void LaunchRecord::block(Place place) {
  add({.kind = EventKind::block, .place = place});
}

void LaunchRecord::synchronise(Collective collective, Place place) {
  add({.kind = EventKind::synchronise, .collective = collective, .place = place});
}

void LaunchRecord::add_access(AccessKind global, AccessKind shared, const void* pointer,
                              std::size_t bytes, Place place) {
  const auto location = memory_.locate(pointer, shape_.dynamic_shared_bytes);
  if (!location) return;
  add({.kind = EventKind::access,
       .access = location->is_global ? global : shared,
       .place = place,
       .bytes = static_cast<std::uint32_t>(bytes),
       .address = location->address});
}

void LaunchRecord::access(bool is_store, const void* pointer, std::size_t bytes, Place place) {
  if (is_store) {
    add_access(AccessKind::global_store, AccessKind::shared_store, pointer, bytes, place);
  } else {
    add_access(AccessKind::global_load, AccessKind::shared_load, pointer, bytes, place);
  }
}

void LaunchRecord::atomic(const void* pointer, std::size_t bytes, Place place) {
  add_access(AccessKind::global_atomic, AccessKind::shared_atomic, pointer, bytes, place);
}

Tally LaunchRecord::replay() const {
  ControlFlow flow;
  for (const Trace& trace : traces_) flow.add(trace);
  flow.finish();
  Tally tally;
  for (std::size_t block = 0; block < traces_.size(); block += shape_.block) {
    for (std::size_t first = 0; first < shape_.block; first += lanes_a_warp) {
      const std::size_t lanes = std::min<std::size_t>(lanes_a_warp, shape_.block - first);
      Warp(std::span(traces_).subspan(block + first, lanes), flow, tally).run();
    }
  }
  return tally;
}

KernelCounts LaunchRecord::count(std::vector<InstructionCounts>& instructions) {
  const Tally tally = replay();
  KernelCounts counts{
      .entry = place_of(entry_),
      .grid = shape_.grid,
      .block = shape_.block,
      .dynamic_shared_bytes = static_cast<std::uint32_t>(shape_.dynamic_shared_bytes),
      .warps = tally.warps,
      .runs = tally.runs,
      .run_lanes = tally.run_lanes,
      .branches = tally.branches,
      .divergent_branches = tally.divergent_branches,
      .barriers = tally.barriers,
      .collectives = tally.collectives,
      .totals = {},
      .instructions = nullptr,
      .instruction_count = 0};
  for (const auto& [instruction, of_it] : tally.instructions) {
    const auto& [place, kind] = instruction;
    counts.totals[static_cast<std::size_t>(kind)] += of_it;
    instructions.push_back({kind, place, of_it});
  }
  counts.instructions = instructions.data();
  counts.instruction_count = static_cast<std::uint32_t>(instructions.size());
  return counts;
}

void Recorder::begin(std::vector<MemoryRange> global_arrays, std::size_t most_events) {
  most_events_ = most_events;
  threads_before_ = omp_get_max_threads();
  omp_set_num_threads(1);
  counted_.clear();
  instructions_.clear();
  memory_.emplace(std::move(global_arrays));
}

const std::vector<KernelCounts>& Recorder::end() {
  omp_set_num_threads(threads_before_);
  memory_.reset();
  return counted_;
}

void Recorder::launch_begins(const Shape& shape, const void* entry) {
  if (memory_) launch_.emplace(shape, entry, *memory_, most_events_);
}

int Recorder::launch_ends(int error) {
  if (!launch_) return error;
  if (error == 0 && launch_->overflowed()) {
    error =
        record_failure({LaunchError::out_of_memory,
                        "the launch is too long to be counted: its threads do more than " +
                            std::to_string(most_events_) + " things; count it on fewer particles"});
  }
  if (error == 0) counted_.push_back(launch_->count(instructions_.emplace_back()));
  launch_.reset();
  return error;
}

Recorder& recorder() {
  static Recorder the_one;
  return the_one;
}

}  // namespace sphlab::gpu::simt::counting
