#include "harness/stepping/pass_mirror.hpp"

#include <algorithm>
#include <utility>

namespace sphlab {
namespace {

void add_call(Transfers& transfers, std::size_t bytes) {
  ++transfers.calls;
  transfers.bytes += bytes;
}

/// On the device of the passes.
std::size_t scratch_bytes(const Runtime& runtime, const BufferSizes& sizes) {
  return BufferSizes::scratch_bytes(runtime, sizes.particles, sizes.cells, sizes.tiles);
}

}  // namespace

PassMirror::PassMirror(DeviceMemory memory, const BufferSizes& sizes)
    : runtime_(memory.runtime),
      position_(memory, sizes.particles),
      velocity_(memory, sizes.particles),
      rate_(memory, sizes.particles),
      identity_(memory, sizes.particles),
      keys_(memory, sizes.particles),
      cell_begin_(memory, sizes.cells + sizes.tiles),
      rank_of_cell_(memory, sizes.ranks),
      cell_of_rank_(memory, sizes.ranks),
      approach_rate_(memory, sizes.approach_rates),
      scratch_(memory, scratch_bytes(memory.runtime, sizes)),
      primitives_{runtime_.table().fill, runtime_.table().exclusive_scan, runtime_.table().download,
                  scratch_.data(), scratch_.size()} {
  reset();
}

std::size_t PassMirror::bytes(DeviceMemory memory, const BufferSizes& sizes) {
  const auto array = [&](std::size_t elements, std::size_t size) {
    return std::max(elements * size, memory.least_bytes);
  };
  return 3 * array(sizes.particles, sizeof(float4)) +
         2 * array(sizes.particles, sizeof(std::uint32_t)) +
         array(sizes.cells + sizes.tiles, sizeof(std::uint32_t)) +
         2 * array(sizes.ranks, sizeof(std::uint32_t)) +
         array(sizes.approach_rates, sizeof(float)) +
         array(scratch_bytes(memory.runtime, sizes), 1);
}

template <class T>
std::size_t PassMirror::put(DeviceBuffer<T>& to, const T* from) {
  runtime_.check(runtime_.table().upload(to.data(), from, to.bytes()), "upload");
  return to.bytes();
}

template <class T>
std::size_t PassMirror::get(const DeviceBuffer<T>& from, DeviceBuffer<T>& to) {
  runtime_.check(runtime_.table().download(to.data(), from.data(), from.bytes()), "download");
  return from.bytes();
}

std::size_t PassMirror::put_state(const ParticleArrays& state) {
  return put(position_, state.position) + put(velocity_, state.velocity);
}

void PassMirror::upload_ranks(const ParticleBuffers& from) {
  put(rank_of_cell_, from.rank_of_cell.data());
  put(cell_of_rank_, from.cell_of_rank.data());
}

void PassMirror::upload_rebuilt(const ParticleBuffers& from) {
  const std::size_t bytes = put_state(from.now()) + put(identity_, from.now().identity) +
                            put(keys_, from.keys_of_cells().data()) +
                            put(cell_begin_, from.cell_begin.data());
  runtime_.synchronize();
  holds_rebuilt_state_ = true;
  add_call(uploads_, bytes);
}

bool PassMirror::take_rebuilt_state() {
  return std::exchange(holds_rebuilt_state_, false);
}

void PassMirror::upload_state(const ParticleArrays& state) {
  holds_rebuilt_state_ = false;
  const std::size_t bytes = put_state(state);
  runtime_.synchronize();
  add_call(uploads_, bytes);
}

void PassMirror::download_rates(ParticleBuffers& to) {
  std::size_t bytes = get(rate_, to.rate);
  if (approach_rate_.size() > 0) bytes += get(approach_rate_, to.approach_rate);
  add_call(downloads_, bytes);
}

void PassMirror::stand_in(ForceArguments& a) const {
  a.state.position = position_.data();
  a.state.velocity = velocity_.data();
  a.state.identity = identity_.data();
  a.keys = keys_.data();
  a.cell_begin = cell_begin_.data();
  if (rank_of_cell_.size() > 0) {
    a.grid.rank_of_cell = rank_of_cell_.data();
    a.grid.cell_of_rank = cell_of_rank_.data();
  }
  a.clock = nullptr;  // of the host; what a formulation of one pass computes does not ask the time
  a.primitives = &primitives_;
  a.rate = rate_.data();
  a.potential = nullptr;
  a.approach_rate = approach_rate_.data();
}

void PassMirror::reset() {
  rate_.fill_bytes(0);
  if (approach_rate_.size() > 0) approach_rate_.fill_bytes(0);
  holds_rebuilt_state_ = false;
  uploads_ = {};
  downloads_ = {};
}

}  // namespace sphlab
