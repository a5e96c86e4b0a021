#include "kernels/simt/block.hpp"

#include <algorithm>
#include <cstring>
#include <memory>
#include <numeric>

#include "kernels/simt/counting.hpp"
#include "kernels/simt/diagnosis.hpp"
#include "kernels/simt/failure.hpp"
#include "kernels/simt/fibre.hpp"

namespace sphlab::gpu::simt {
namespace {

/// The fibres of this OpenMP thread, one for each thread of the largest block it has run. They live
/// as long as it does: making a stack costs far more than a small block.
std::vector<std::unique_ptr<Fibre>>& fibres_of_this_thread() {
  thread_local std::vector<std::unique_ptr<Fibre>> pool;
  return pool;
}

thread_local Block* running_block = nullptr;

[[noreturn]] void refuse_alone(const Request& request) {
  throw KernelFault{LaunchError::synchronises_alone,
                    here() + ": kernel synchronises but was launched without Cooperation::block: " +
                        text_of(request)};
}

bool same_site(const Site& a, const Site& b) {
  return a.line == b.line && (a.file == b.file || std::strcmp(a.file, b.file) == 0);
}

}  // namespace

bool same_collective(const Request& a, const Request& b) {
  return a.collective == b.collective && a.mask == b.mask && same_site(a.site, b.site);
}

void block_barrier(Site site) {
  if (running_block == nullptr) {
    refuse_alone({.collective = Collective::syncthreads, .site = site, .mask = 0});
  }
  counting::synchronises(Collective::syncthreads, __builtin_return_address(0));
  running_block->barrier(site);
}

Response warp_collective(const Request& request) {
  if (running_block == nullptr) refuse_alone(request);
  counting::synchronises(request.collective, __builtin_return_address(0));
  return running_block->collective(request);
}

Block::Block(const Shape& shape, ThreadBody body, OrderKind order)
    : shape_(shape),
      body_(body),
      fibres_(fibres_of_this_thread()),
      order_kind_(order),
      threads_(shape.block),
      warp_order_((shape.block + shape.warp_width - 1) / shape.warp_width),
      lane_order_(shape.warp_width) {
  std::iota(warp_order_.begin(), warp_order_.end(), 0u);
  std::iota(lane_order_.begin(), lane_order_.end(), 0u);
  while (fibres_.size() < shape.block) fibres_.push_back(std::make_unique<Fibre>());
}

void Block::run(unsigned index) {
  const BlockScope scope(shape_, index);
  running_block = this;
  for (ThreadState& thread : threads_) thread.progress = Progress::unstarted;
  Order order(order_kind_, index);
  do {
    run_until_stuck(order);
  } while (!fault_ && open_barrier());
  if (!fault_ && !all_ended()) fault_ = diagnose_divergence(threads_, shape_.warp_width);
  if (fault_) abandon();
  running_block = nullptr;
  if (fault_) throw *fault_;
}

void Block::run_until_stuck(Order& order) {
  order.arrange(warp_order_);
  for (const unsigned warp : warp_order_) {
    if (fault_) return;
    run_warp(warp, order);
  }
}

void Block::run_warp(unsigned warp, Order& order) {
  do {
    order.arrange(lane_order_);
    for (const unsigned lane : lane_order_) {
      const unsigned thread = warp * shape_.warp_width + lane;
      if (thread < shape_.block) run_lane(thread);
      if (fault_) return;
    }
  } while (complete_collectives(warp));
}

void Block::run_lane(unsigned thread) {
  threadIdx.x = thread;
  const Progress progress = threads_[thread].progress;
  if (progress == Progress::ready) fibres_[thread]->resume();
  if (progress == Progress::unstarted) fibres_[thread]->start(ThreadBody(runner_));
}

void Block::run_thread() {
  try {
    body_();
  } catch (const Abandoned&) {
  } catch (...) {
    fault_ = current_fault();
  }
  threads_[threadIdx.x].progress = Progress::ended;
}

void Block::wait() {
  fibres_[threadIdx.x]->pause();
  if (abandoned_) throw Abandoned{};
}

void Block::barrier(Site site) {
  ThreadState& thread = threads_[threadIdx.x];
  thread.request = {.collective = Collective::syncthreads, .site = site, .mask = 0};
  thread.progress = Progress::at_barrier;
  wait();
}

Response Block::collective(const Request& request) {
  const unsigned lane = threadIdx.x % shape_.warp_width;
  if ((request.mask >> lane & 1) == 0) {
    throw KernelFault{LaunchError::warp_divergence, here() + ": lane " + std::to_string(lane) +
                                                        " is not in its own mask at " +
                                                        text_of(request)};
  }
  ThreadState& thread = threads_[threadIdx.x];
  thread.request = request;
  thread.progress = Progress::at_collective;
  wait();
  return thread.response;
}

bool Block::open_barrier() {
  const Request& first = threads_.front().request;
  const bool complete =
      std::all_of(threads_.begin(), threads_.end(), [&](const ThreadState& thread) {
        return thread.progress == Progress::at_barrier && same_collective(thread.request, first);
      });
  if (!complete) return false;
  for (ThreadState& thread : threads_) thread.progress = Progress::ready;
  return true;
}

bool Block::complete_collectives(unsigned warp) {
  const unsigned begin = warp * shape_.warp_width;
  const unsigned end = std::min(begin + shape_.warp_width, shape_.block);
  bool completed = false;
  for (unsigned thread = begin; thread < end; ++thread) {
    if (threads_[thread].progress == Progress::at_collective) {
      completed |= complete(begin, end, thread);
    }
  }
  return completed;
}

/// Carries out the collective at which `leader` waits, if all its lanes have come.
bool Block::complete(unsigned begin, unsigned end, unsigned leader) {
  const Request& request = threads_[leader].request;
  const auto named = [&](unsigned thread) { return request.mask >> (thread - begin) & 1; };
  std::uint64_t votes = 0;
  for (unsigned thread = begin; thread < end; ++thread) {
    if (!named(thread)) continue;
    const ThreadState& state = threads_[thread];
    if (state.progress != Progress::at_collective || !same_collective(state.request, request)) {
      return false;
    }
    votes |= static_cast<std::uint64_t>(state.request.predicate) << (thread - begin);
  }
  for (unsigned thread = begin; thread < end; ++thread) {
    if (!named(thread)) continue;
    ThreadState& state = threads_[thread];
    const unsigned source = begin + state.request.source;
    state.response.votes = votes;
    if (source < end && named(source)) {
      state.response.payload = threads_[source].request.payload;
    } else {
      std::memset(&state.response.payload, 0xff, sizeof(Payload));
    }
    state.progress = Progress::ready;
  }
  return true;
}

bool Block::all_ended() const {
  return std::all_of(threads_.begin(), threads_.end(),
                     [](const ThreadState& thread) { return thread.progress == Progress::ended; });
}

/// Unwinds the stacks of the threads that have started and not ended.
void Block::abandon() {
  abandoned_ = true;
  for (unsigned thread = 0; thread < shape_.block; ++thread) {
    const Progress progress = threads_[thread].progress;
    if (progress == Progress::unstarted || progress == Progress::ended) continue;
    threadIdx.x = thread;
    fibres_[thread]->resume();
  }
}

}  // namespace sphlab::gpu::simt
