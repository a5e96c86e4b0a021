#include "kernels/strategy/refusal.hpp"

#include "kernels/abi/strategy.hpp"
#include "kernels/gpu/gpu.cuh"

namespace sphlab {
namespace {

std::string& last_reason() {
  static thread_local std::string reason;
  return reason;
}

}  // namespace

int refuse(const std::string& reason) {
  last_reason() = reason;
  return strategy_refused;
}

const char* pack_error_text(int code) {
  switch (code) {
    case tuning_unknown:
      return "the strategy was not compiled for this tuning";
    case strategy_refused:
      return last_reason().c_str();
    case too_many_kernels:
      return "the strategy launches more kernels than a stage may have";
    default:
      return gpu::error_text(code);
  }
}

}  // namespace sphlab
