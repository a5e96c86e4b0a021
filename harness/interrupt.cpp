#include "harness/interrupt.hpp"

#include <atomic>

#include "harness/pack_work.hpp"

namespace sphlab {
namespace {

std::atomic<bool> requested_stop = false;
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler writes it");

}  // namespace

void request_stop(bool requested) noexcept {
  requested_stop.store(requested, std::memory_order_relaxed);
}

bool stop_requested() noexcept {
  return requested_stop.load(std::memory_order_relaxed);
}

void stop_if_requested() {
  note_return();  // what takes long goes on
  if (stop_requested()) throw Interrupted();
}

}  // namespace sphlab
