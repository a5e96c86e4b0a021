#include "kernels/simt/executor.hpp"

#include <omp.h>

#include <algorithm>
#include <cstring>
#include <exception>
#include <mutex>
#include <new>
#include <optional>

#include "kernels/simt/block.hpp"
#include "kernels/simt/failure.hpp"

constinit thread_local uint3 threadIdx{0, 0, 0};
constinit thread_local uint3 blockIdx{0, 0, 0};
constinit thread_local uint3 blockDim{1, 1, 1};
constinit thread_local uint3 gridDim{1, 1, 1};

namespace sphlab::gpu {
namespace simt {

constinit thread_local void* dynamic_shared_memory = nullptr;

namespace {

constexpr unsigned most_threads_a_block = 1024;

/// OpenMP threads that run fibres. Each keeps up to 1024 guarded stacks, and a process may have
/// 65530 memory mappings on Linux; a stack takes two.
constexpr int most_teams = 8;

const char* general_text(int code) {
  switch (static_cast<LaunchError>(code)) {
    case LaunchError::none:
      return "no error";
    case LaunchError::bad_configuration:
      return "bad launch configuration";
    case LaunchError::synchronises_alone:
      return "kernel synchronises but was launched without Cooperation::block";
    case LaunchError::barrier_divergence:
      return "the threads of a block do not all reach the same __syncthreads";
    case LaunchError::warp_divergence:
      return "the lanes of a mask do not all reach the same warp collective";
    case LaunchError::out_of_memory:
      return "no memory for shared memory or for the threads' stacks";
    case LaunchError::exception:
      return "kernel threw an exception";
  }
  return nullptr;
}

/// The last failure of the pack, whichever thread it was launched from.
class LastFailure {
 public:
  int record(const KernelFault& fault) {
    const std::lock_guard lock(mutex_);
    code_ = static_cast<int>(fault.error);
    text_ = fault.text;
    return code_;
  }
  std::string text(int code) {
    const std::lock_guard lock(mutex_);
    if (code != 0 && code == code_) return text_;
    const char* general = general_text(code);
    return general != nullptr ? general : "unknown error code " + std::to_string(code);
  }

 private:
  std::mutex mutex_;
  int code_ = 0;
  std::string text_;
};

LastFailure last_failure;

}  // namespace

std::string here() {
  return "block " + std::to_string(blockIdx.x) + ", thread " + std::to_string(threadIdx.x);
}

KernelFault current_fault() {
  try {
    throw;
  } catch (const KernelFault& fault) {
    return fault;
  } catch (const std::bad_alloc&) {
    return {LaunchError::out_of_memory, general_text(static_cast<int>(LaunchError::out_of_memory))};
  } catch (const std::exception& error) {
    return {LaunchError::exception, here() + ": kernel threw an exception: " + error.what()};
  } catch (...) {
    return {LaunchError::exception, here() + ": kernel threw an exception of unknown type"};
  }
}

int record_failure(const KernelFault& fault) {
  return last_failure.record(fault);
}

int check(const Shape& shape) {
  const auto reject = [](const std::string& text) {
    return record_failure({LaunchError::bad_configuration, text});
  };
  if (shape.grid == 0) return reject("the grid has no blocks");
  if (shape.block == 0) return reject("the blocks have no threads");
  if (shape.block > most_threads_a_block) {
    return reject("a block of " + std::to_string(shape.block) + " threads exceeds the limit of " +
                  std::to_string(most_threads_a_block));
  }
  return 0;
}

void Failure::raise_current_exception() {
  if (taken_.test_and_set()) return;
  fault_ = current_fault();
  raised_.store(true, std::memory_order_relaxed);
}

int Failure::report() const {
  return raised() ? record_failure(fault_) : 0;
}

int run_cooperative(const Shape& shape, ThreadBody body) {
  Failure failure;
  try {
    const OrderKind order = order_from_environment();
    const unsigned cores = static_cast<unsigned>(std::min(omp_get_max_threads(), most_teams));
    const unsigned teams = std::min(cores, shape.grid);
#pragma omp parallel num_threads(teams)
    {
      std::optional<Block> runner;
#pragma omp for schedule(static)
      for (unsigned block = 0; block < shape.grid; ++block) {
        if (failure.raised()) continue;
        try {
          if (!runner) runner.emplace(shape, body, order);
          runner->run(block);
        } catch (...) {
          failure.raise_current_exception();
        }
      }
    }
  } catch (...) {
    failure.raise_current_exception();
  }
  return failure.report();
}

BlockScope::BlockScope(const Shape& shape, unsigned block) {
  blockIdx = {block, 0, 0};
  threadIdx = {0, 0, 0};
  blockDim = {shape.block, 1, 1};
  gridDim = {shape.grid, 1, 1};
  if (shape.dynamic_shared_bytes == 0) return;
  shared_.reset(new std::byte[shape.dynamic_shared_bytes]);
  std::memset(shared_.get(), 0xff, shape.dynamic_shared_bytes);
  dynamic_shared_memory = shared_.get();
}

BlockScope::~BlockScope() {
  dynamic_shared_memory = nullptr;
}

}  // namespace simt

const char* error_text(int code) {
  thread_local std::string text;
  text = simt::last_failure.text(code);
  return text.c_str();
}

}  // namespace sphlab::gpu
