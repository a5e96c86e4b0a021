// forces/list-gather-shared-fused: list-gather-shared whose passes do the stages time-step and
// correct of the predictor-corrector scheme, as list-gather-fused does, and for the same reason:
// the fewer the particles, the more of a step is launches.
#include "kernels/integrators/end_of_pass.cuh"
#include "kernels/traversals/lists/list_gather_shared.cuh"

namespace sphlab {
namespace {

/// Reads state, list and, where it ends with correct, the state at the beginning of the step;
/// writes rates, and what the stages write that it ends with.
template <class Format, class Physics, int width, unsigned lanes>
__global__ void __launch_bounds__(256, gpu::least_blocks(blocks_of_shared<Physics, width, lanes>()))
    list_gather_shared_fused(PassArguments<Physics> a, typename Physics::Coefficients coefficients,
                             EndOfPass<Physics> end) {
  __shared__ StepMaxima maxima;
  if (threadIdx.x == 0) begin_maxima(maxima);
  __syncthreads();
  const auto target = SharedTarget<Physics, lanes>::of_thread(a);
  gather_shared<Format, Physics, width>(a, coefficients, target);
  const bool has_particle = target.leads && target.is_there;
  if (end.has_correct && target.leads) {
    end.correct.rate = a.rate;
    correct_particle<Physics>(end.correct, end.matter, end.motion, target.i);
    if (has_particle && end.has_displacement)
      demand_if_moved(end.displacement, end.half_step, target.i);
  }
  if (end.has_time_step) {
    const float4 rate = has_particle ? a.rate[target.i] : float4{};
    raise_maxima(end.time_step, end.signal_speed, maxima, has_particle, target.i, rate);
  }
}

struct ListGatherSharedFused : SharedGather<1, 2, 4> {
  static constexpr const char* name = "list-gather-shared-fused";
  static constexpr const char* ends_steps_of = predictor_corrector_name;
  template <class>
  using ArgumentsFor = StepForceArguments;

  /// A fluid that no body moves in and whose pairs do not limit the step by themselves, in a
  /// formulation of one pass; and the count of pairs.
  template <class Format, class Physics>
  static constexpr bool serves() {
    if constexpr (!SharedGather::serves<Format, Physics>()) {
      return false;
    } else if constexpr (requires { typename Physics::Formulation; }) {
      return false;
    } else if constexpr (requires {
                           typename Physics::Matter;
                           Physics::has_body;
                         }) {
      return maxima_of<Physics> == 0 && !Physics::has_body;
    } else {
      return requires {
        Physics::is_for_verification;
      };
    }
  }

  template <class Format, class Physics, class Run>
  static int launches(const StepForceArguments& a, const std::uint32_t* tuning, Run& run) {
    return reading_list<Physics>(a, [&](auto physics, const auto& coefficients) {
      using Read = decltype(physics);
      return with_lanes(tuning, [&](auto lanes) {
        Launch shape = launch<Format, Read>(a, tuning);
        if constexpr (moves_particles<Read>) {
          shape.work.bytes_per_particle += bytes_of_end_of_pass;
          return run.kernel(list_gather_shared_fused<Format, Read, in_flight<Format>, lanes()>,
                            shape, a, coefficients, EndOfPass<Read>::of(a));
        } else {
          return run.kernel(list_gather_shared<Format, Read, in_flight<Format>, lanes()>, shape, a,
                            coefficients);
        }
      });
    });
  }
};

[[maybe_unused]] const bool registered_list_gather_shared_fused =
    register_list_traversal<ListGatherSharedFused>();

}  // namespace
}  // namespace sphlab
