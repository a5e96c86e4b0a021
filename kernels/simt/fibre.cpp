#include "kernels/simt/fibre.hpp"

#include <boost/context/preallocated.hpp>
#include <boost/context/protected_fixedsize_stack.hpp>
#include <utility>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SPHLAB_ADDRESS_SANITIZER
#endif
#elif defined(__SANITIZE_ADDRESS__)
#define SPHLAB_ADDRESS_SANITIZER
#endif

#ifdef SPHLAB_ADDRESS_SANITIZER
#include <sanitizer/common_interface_defs.h>
#endif

namespace sphlab::gpu::simt {
namespace {

#ifdef SPHLAB_ADDRESS_SANITIZER
// Red zones around every local variable make frames several times larger.
constexpr std::size_t stack_bytes = 512 * 1024;

void leave_for(void** own_fake_stack, const void* bottom, std::size_t size) {
  __sanitizer_start_switch_fiber(own_fake_stack, bottom, size);
}
void arrive(void* own_fake_stack, const void** left_bottom, std::size_t* left_size) {
  __sanitizer_finish_switch_fiber(own_fake_stack, left_bottom, left_size);
}
#else
constexpr std::size_t stack_bytes = 128 * 1024;

void leave_for(void**, const void*, std::size_t) {}
void arrive(void*, const void**, std::size_t*) {}
#endif

}  // namespace

Fibre::Fibre() {
  boost::context::protected_fixedsize_stack allocator(stack_bytes);
  const boost::context::stack_context stack = allocator.allocate();
  stack_ = {static_cast<const std::byte*>(stack.sp) - stack.size, stack.size};
  // Boost enters the new stack once, here, and leaves the frame of its entry there. If it were not
  // told of that, AddressSanitizer would keep that frame on this thread's fake stack and reclaim it
  // too early. It then takes this thread to be on the fibre's stack, which a switch to its own puts
  // right.
  void* fake_stack = nullptr;
  leave_for(&fake_stack, stack_.bottom, stack_.size);
  context_ = boost::context::fiber(
      std::allocator_arg, boost::context::preallocated(stack.sp, stack.size, stack),
      std::move(allocator),
      [this](boost::context::fiber&& scheduler) { return run(std::move(scheduler)); });
  arrive(fake_stack, &scheduler_stack_.bottom, &scheduler_stack_.size);
  leave_for(&fake_stack, scheduler_stack_.bottom, scheduler_stack_.size);
  arrive(fake_stack, nullptr, nullptr);
}

Fibre::~Fibre() {
  retired_ = true;
  resume();
}

void Fibre::start(ThreadBody job) {
  job_ = job;
  resume();
}

void Fibre::resume() {
  void* fake_stack = nullptr;
  leave_for(&fake_stack, stack_.bottom, stack_.size);
  context_ = std::move(context_).resume();
  arrive(fake_stack, nullptr, nullptr);
}

void Fibre::pause() {
  void* fake_stack = nullptr;
  leave_for(&fake_stack, scheduler_stack_.bottom, scheduler_stack_.size);
  scheduler_ = std::move(scheduler_).resume();
  arrive(fake_stack, &scheduler_stack_.bottom, &scheduler_stack_.size);
}

boost::context::fiber Fibre::run(boost::context::fiber&& scheduler) {
  arrive(nullptr, &scheduler_stack_.bottom, &scheduler_stack_.size);
  scheduler_ = std::move(scheduler);
  while (!retired_) {
    job_();
    pause();
  }
  leave_for(nullptr, scheduler_stack_.bottom, scheduler_stack_.size);
  return std::move(scheduler_);
}

}  // namespace sphlab::gpu::simt
