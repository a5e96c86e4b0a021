// A stack on which one thread of a block runs, pauses and goes on.
#pragma once

#include <boost/context/fiber.hpp>
#include <cstddef>

#include "kernels/simt/executor.hpp"

namespace sphlab::gpu::simt {

/// Belongs to the OpenMP thread that made it. The stack has a guard page and is reused from one job
/// to the next. Pausing and resuming are told to AddressSanitizer where it is at work.
class Fibre {
 public:
  /// Throws std::bad_alloc where there is no memory for the stack.
  Fibre();
  /// The fibre must be between jobs.
  ~Fibre();
  Fibre(const Fibre&) = delete;
  Fibre& operator=(const Fibre&) = delete;

  /// Runs `job`, which must not throw, until it pauses or ends.
  void start(ThreadBody job);
  /// Goes on after pause(), until the job pauses again or ends.
  void resume();
  /// Called by the job: returns to whoever called start() or resume().
  void pause();

 private:
  boost::context::fiber run(boost::context::fiber&& scheduler);

  struct Stack {
    const void* bottom = nullptr;
    std::size_t size = 0;
  };
  Stack stack_;
  Stack scheduler_stack_;
  boost::context::fiber context_;
  boost::context::fiber scheduler_;
  ThreadBody job_;
  bool retired_ = false;
};

}  // namespace sphlab::gpu::simt
