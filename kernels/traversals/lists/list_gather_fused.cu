// forces/list-gather-fused: list-gather-record-24 whose passes do the stages time-step and correct
// of the predictor-corrector scheme with the sums that they have in registers: a step has two
// launches less, and reads rates, velocities and densities less often.
//
// A pass over the midpoint writes the next state, and the words of its velocities, while others of
// its threads still gather: the state lies beside the midpoint anyway; words have a second array.
#include "kernels/integrators/end_of_pass.cuh"
#include "kernels/neighbours/section_walk.cuh"
#include "kernels/storage/record_24.cuh"
#include "kernels/traversals/lists/list_gather.cuh"
#include "kernels/traversals/lists/list_gather_records.cuh"

namespace sphlab {
namespace {

/// Sources of two arrays of words: one of the state at the beginning of a step, one of its
/// midpoint.
struct FusedRecord24Preparation : Record24Preparation {
  static VelocityRecord of_midpoint(const PairArguments& a) {
    return VelocityRecord::in(a.workspace);
  }
  static VelocityRecord of_beginning(const PairArguments& a) {
    return of_midpoint(a).second(a.particles);
  }
  /// Schemes write their first half into the first array.
  static Record24 of(const StepForceArguments& a) {
    Record24 record = Record24Preparation::of(a);
    record.velocities = a.ends_with_correct ? of_midpoint(a) : of_beginning(a);
    return record;
  }

  static int workspace(const PairArguments& a, const std::uint32_t*, std::size_t* bytes) {
    *bytes = VelocityRecord::bytes(a.particles, 2);
    return 0;
  }

  template <class Run>
  static int before_pass(const StepForceArguments& a, const std::uint32_t* tuning, Run& run) {
    return mend(a, tuning, run,
                a.ends_with_correct ? velocity_record_mend_and_open : velocity_record_mend,
                of(a).velocities);
  }
};

/// Reads state, list, records and, where it ends with correct, the state at the beginning of the
/// step; writes rates, and what the stages write that it ends with.
template <class Format, class Physics, int width>
__global__ void __launch_bounds__(
    256, gpu::least_blocks(SectionWalks::blocks(width* Record24Sources::bytes_per_source)))
    list_gather_fused(PassArguments<Physics> a, typename Physics::Coefficients coefficients,
                      Record24 record, EndOfPass<Physics> end, VelocityRecord next) {
  __shared__ StepMaxima maxima;
  if (threadIdx.x == 0) begin_maxima(maxima);
  __syncthreads();
  const std::uint32_t i = target_of_thread(a);
  const bool has_target = i < targets(a).last;
  if (record.velocities.head->left == 0) {
    if (!end.has_correct) end_state(record.velocities);
    if (has_target && !record.density.serves(position(a, i).w)) record.velocities.head->left = 1;
    using Scaled = ScaledPhysics<Physics>;
    const VelocityRange range = record.velocities.head->of_state;
    gather_target<SectionWalks, Format, Scaled, width>(
        a, Scaled::of(coefficients, {range.width, record.density.unit}),
        Record24Sources(record, range));
  }
  if (end.has_correct) {
    end.correct.rate = a.rate;
    correct_particle<Physics>(end.correct, end.matter, end.motion, i);
    if (has_target && next.head != nullptr) next.write_in_pass(i, end.correct.velocity[i]);
    if (has_target && end.has_displacement) demand_if_moved(end.displacement, end.half_step, i);
  }
  if (end.has_time_step) {
    const float4 rate = has_target ? a.rate[i] : float4{};
    raise_maxima(end.time_step, end.signal_speed, maxima, has_target, i, rate);
  }
}

/// The same of a physics whose particles do not move: of the count of pairs.
template <class Format, class Physics, int width>
__global__ void list_gather_fused_at_rest(PassArguments<Physics> a,
                                          typename Physics::Coefficients coefficients,
                                          Record24 record) {
  if (record.velocities.head->left != 0) return;
  end_state(record.velocities);
  gather_target<SectionWalks, Format, Physics, width>(
      a, coefficients, Record24Sources(record, record.velocities.head->of_state));
}

struct ListGatherFused : ListGatherOfRecords<ListGatherFused, FusedRecord24Preparation> {
  static constexpr const char* name = "list-gather-fused";
  static constexpr const char* ends_steps_of = predictor_corrector_name;
  template <class>
  using ArgumentsFor = StepForceArguments;

  /// Work beside the pairs is that of either pass: the mean of the two of a step.
  template <class Format, class Physics, int width>
  static auto kernels() {
    DeclaredWork work = work_of_records<Format, Physics>(Record24Sources::bytes_per_source);
    if constexpr (moves_particles<Physics>) {
      work.bytes_per_particle += bytes_of_end_of_pass + sizeof(VelocityWords) / 2.0;
      return std::array<ListKernel<Physics, Record24, EndOfPass<Physics>, VelocityRecord>, 1>{
          {{list_gather_fused<Format, Physics, width>, work, gpu::Cooperation::block}}};
    } else {
      return std::array<ListKernel<Physics, Record24>, 1>{
          {{list_gather_fused_at_rest<Format, Physics, width>, work}}};
    }
  }

  template <class Format, class Physics, class Run>
  static int launches(const StepForceArguments& a, const std::uint32_t* tuning, Run& run) {
    using Prepared = FusedRecord24Preparation;
    if (const int error = Prepared::before_pass(a, tuning, run)) return error;
    if constexpr (moves_particles<Physics>) {
      const bool writes_words = a.ends_with_correct && a.correct.records != nullptr;
      return launches_of_kernels<Format, Physics>(
          a, tuning, run, Prepared::of(a), EndOfPass<Physics>::of(a),
          writes_words ? Prepared::of_beginning(a) : VelocityRecord{});
    } else {
      return launches_of_kernels<Format, Physics>(a, tuning, run, Prepared::of(a));
    }
  }
};

[[maybe_unused]] const bool registered_list_gather_fused =
    register_list_traversal<ListGatherFused>();

}  // namespace
}  // namespace sphlab
