#include "harness/stepping/pass_mirror.hpp"

#include <algorithm>
#include <type_traits>
#include <utility>

namespace sphlab {
namespace {

void add_call(Transfers& transfers, std::size_t bytes) {
  ++transfers.calls;
  transfers.bytes += bytes;
}

}  // namespace

/// What lies there: calls row(array, elements) for each.
template <class Row>
void PassMirror::for_each_row(const Runtime& runtime, const BufferSizes& sizes, const Row& row) {
  row(&PassMirror::position_, sizes.particles);
  row(&PassMirror::velocity_, sizes.particles);
  row(&PassMirror::rate_, sizes.particles);
  row(&PassMirror::identity_, sizes.particles);
  row(&PassMirror::keys_, sizes.particles);
  row(&PassMirror::cell_begin_, sizes.cells + sizes.tiles);
  row(&PassMirror::rank_of_cell_, sizes.ranks);
  row(&PassMirror::cell_of_rank_, sizes.ranks);
  row(&PassMirror::approach_rate_, sizes.approach_rates);
  row(&PassMirror::scratch_,
      BufferSizes::scratch_bytes(runtime, sizes.particles, sizes.cells, sizes.tiles));
}

PassMirror::PassMirror(DeviceMemory memory, const BufferSizes& sizes) : runtime_(memory.runtime) {
  for_each_row(runtime_, sizes, [&](auto array, std::size_t count) {
    this->*array = std::decay_t<decltype(this->*array)>(memory, count);
  });
  primitives_ = runtime_.primitives(scratch_.data(), scratch_.size());
  reset();
}

std::size_t PassMirror::bytes(DeviceMemory memory, const BufferSizes& sizes) {
  std::size_t bytes = 0;
  for_each_row(memory.runtime, sizes, [&](auto array, std::size_t count) {
    using Array = std::decay_t<decltype(std::declval<PassMirror&>().*array)>;
    bytes += std::max(count * sizeof(typename Array::Element), memory.least_bytes);
  });
  return bytes;
}

template <class T>
std::size_t PassMirror::put(DeviceBuffer<T>& to, const T* from) {
  runtime_.call(&RuntimeTable::upload, "upload", to.data(), from, to.bytes());
  return to.bytes();
}

template <class T>
std::size_t PassMirror::get(const DeviceBuffer<T>& from, DeviceBuffer<T>& to) {
  runtime_.call(&RuntimeTable::download, "download", to.data(), from.data(), from.bytes());
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
