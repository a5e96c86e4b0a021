#include "harness/verify/observed_passes.hpp"

namespace sphlab {
namespace {

bool writes_quantities(const PassDescription& pass) {
  return (pass.arrays | pass.rates | pass.fields) != 0;
}

/// Looks at the passes of a formulation that has fields or arrays.
class Observer {
 public:
  explicit Observer(const Simulation& simulation) : simulation_(simulation) {}

  void look(const PassDescription& pass, PassMoment moment) {
    if (moment == PassMoment::before) return look_before(pass);
    if (!is_over_ && writes_quantities(pass)) look_behind();
  }

  ObservedEvaluation evaluation() { return std::move(evaluation_); }

 private:
  ParticleState state_with_arrays() const {
    ParticleState state = simulation_.download();
    state.fields.merge(simulation_.download_arrays());
    return state;
  }

  void look_before(const PassDescription& pass) {
    if (&pass == simulation_.formulation().passes && !has_begun_)
      evaluation_.begin_fields = simulation_.download().fields;
    has_begun_ = true;
    const Repetition repetition = simulation_.counts().repetition;
    is_over_ = pass.repeated && repetition.done != 0;
    if (is_over_) return;
    ParticleState before = state_with_arrays();
    if (pass.kind == PassKind::forces) evaluation_.before_forces = before.fields;
    if (!writes_quantities(pass)) return;
    const std::uint32_t time = pass.repeated ? repetition.times + 1 : 0;
    evaluation_.passes.push_back({pass, time, std::move(before), {}, {}, {}});
  }

  void look_behind() {
    ObservedPass& last = evaluation_.passes.back();
    last.arrays = simulation_.download_arrays();
    last.rates = simulation_.download_field_rates();
    last.fields = simulation_.download().fields;
  }

  const Simulation& simulation_;
  ObservedEvaluation evaluation_;
  bool has_begun_ = false;
  bool is_over_ = false;  ///< the repetitions that the pass at hand belongs to
};

}  // namespace

ObservedEvaluation observe_passes(Simulation& simulation) {
  const FormulationDescription& formulation = simulation.formulation();
  if (formulation.field_count + formulation.array_count == 0) {
    simulation.forces();
    return {};
  }
  Observer observer(simulation);
  simulation.observed_forces(
      [&](const PassDescription& pass, PassMoment moment) { observer.look(pass, moment); });
  return observer.evaluation();
}

}  // namespace sphlab
