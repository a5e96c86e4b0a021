// convergence/largest-error: passes are repeated until their largest error is small enough, which
// the device decides.
#include "kernels/abi/repetition.hpp"
#include "kernels/gpu/gpu.cuh"
#include "kernels/strategy/registry.hpp"

namespace sphlab {

/// One thread, before the passes and after each time that they have run: counts, and says whether
/// that was the last time.
__global__ void convergence_largest_error(ConvergenceArguments a) {
  if (blockIdx.x != 0 || threadIdx.x != 0) return;
  Repetition& r = *a.repetition;
  if (a.begins) {
    r.done = 0;
    r.times = 0;
    r.largest_error = 0;
    return;
  }
  if (r.done != 0) return;
  r.times += 1;
  r.last_error = __uint_as_float(r.largest_error);
  r.largest_error = 0;
  const bool converged = r.last_error <= a.limits.error;  // no for what is not a number
  if (!(converged && r.times >= a.limits.least) && r.times < a.limits.most) return;
  r.done = 1;
  r.evaluations += 1;
  r.total_times += r.times;
  if (!converged) r.not_converged += 1;
}

namespace {

struct LargestError : AnyCells {
  static constexpr Stage stage = Stage::convergence;
  static constexpr const char* name = "largest-error";
  static constexpr bool is_default = true;
  static constexpr std::uint32_t blocks[] = {64};
  static constexpr TuningParameter parameters[] = {{"block", blocks, 1, 64}};

  template <class Run>
  static int launches(const ConvergenceArguments& a, const std::uint32_t* tuning, Run& run) {
    return run.kernel(convergence_largest_error, per_item(1, tuning[0]), a);
  }
};

[[maybe_unused]] const bool registered_largest_error = register_stage<LargestError>();

}  // namespace
}  // namespace sphlab
