// The scheduler of the threads of one block.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "kernels/simt/fibre.hpp"
#include "kernels/simt/order.hpp"
#include "kernels/simt/thread_state.hpp"

namespace sphlab::gpu::simt {

/// Runs the blocks of a launch that fall to one OpenMP thread, one after another. A warp runs until
/// all its lanes have ended or wait at __syncthreads, then the next; a lane runs until it waits.
class Block {
 public:
  /// Throws std::bad_alloc where there is no memory for the threads' stacks.
  Block(const Shape& shape, ThreadBody body, OrderKind order);
  Block(const Block&) = delete;
  Block& operator=(const Block&) = delete;

  /// Runs block `index` to its end. Throws KernelFault, with every thread's stack unwound; the
  /// object runs no further block then.
  void run(unsigned index);

  /// Called by a thread of the block: see simt_executor.hpp.
  void barrier(Site site);
  Response collective(const Request& request);

 private:
  void run_thread();
  void wait();
  void run_until_stuck(Order& order);
  void run_warp(unsigned warp, Order& order);
  void run_lane(unsigned thread);
  bool complete_collectives(unsigned warp);
  bool complete(unsigned begin, unsigned end, unsigned lane);
  bool open_barrier();
  bool all_ended() const;
  void abandon();

  /// Thrown through a waiting thread to unwind its stack.
  struct Abandoned {};

  /// What a fibre runs.
  struct Runner {
    Block* block;
    void operator()() const { block->run_thread(); }
  };

  Runner runner_{this};
  Shape shape_;
  ThreadBody body_;
  std::vector<std::unique_ptr<Fibre>>& fibres_;
  OrderKind order_kind_;
  std::vector<ThreadState> threads_;
  std::vector<unsigned> warp_order_;
  std::vector<unsigned> lane_order_;
  std::optional<KernelFault> fault_;
  bool abandoned_ = false;
};

}  // namespace sphlab::gpu::simt
