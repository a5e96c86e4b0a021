#include "harness/verify/observed_passes.hpp"

#include <utility>

#include "harness/verify/excerpt.hpp"
#include "harness/verify/gathered.hpp"

namespace sphlab {
namespace {

bool writes_quantities(const PassDescription& pass) {
  return (pass.arrays | pass.rates | pass.fields) != 0;
}

/// Looks at the passes of a formulation that has fields or arrays.
class Observer {
 public:
  Observer(const Simulation& simulation, const std::vector<std::uint32_t>* places)
      : simulation_(simulation), places_(places) {}

  void look(const PassDescription& pass, PassMoment moment) {
    if (moment == PassMoment::before) return look_before(pass);
    if (!is_over_) look_behind(pass);
  }

  ObservedEvaluation evaluation() { return std::move(evaluation_); }

 private:
  void look_before(const PassDescription& pass) {
    if (!has_begun_) begin();
    const Repetition repetition = simulation_.counts().repetition;
    is_over_ = pass.repeated && repetition.done != 0;
    if (is_over_) return;
    if (pass.kind == PassKind::forces) evaluation_.before_forces = now_.fields;
    if (!writes_quantities(pass)) return;
    const std::uint32_t time = pass.repeated ? repetition.times + 1 : 0;
    evaluation_.passes.push_back({pass, time, now_, {}, {}, {}});
  }

  void begin() {
    has_begun_ = true;
    download_particles();
    evaluation_.begin_fields = now_.fields;
    now_.fields.merge(observed(simulation_.download_arrays()));
  }

  void look_behind(const PassDescription& pass) {
    if (writes_quantities(pass)) {
      ObservedPass& last = evaluation_.passes.back();
      last.arrays = observed(simulation_.download_arrays(pass.arrays));
      last.rates = observed(simulation_.download_field_rates(pass.rates));
      last.fields = observed(simulation_.download_fields(pass.fields));
      for (const ParticleFields* written : {&last.arrays, &last.fields}) {
        for (const auto& [name, values] : *written) now_.fields[name] = values;
      }
    }
    if (pass.kind == PassKind::density) {
      ParticleFields fields = std::move(now_.fields);
      download_particles();
      now_.fields = std::move(fields);
    }
  }

  void download_particles() {
    ParticleState all = simulation_.download();
    all_particles_ = all.size();
    now_ = places_ == nullptr ? std::move(all) : excerpt_of(all, *places_);
  }

  /// Picks the values of the particles observed. @param all values of all particles
  ParticleFields observed(ParticleFields all) const {
    return places_ == nullptr ? std::move(all) : gathered(all, *places_, all_particles_);
  }

  const Simulation& simulation_;
  const std::vector<std::uint32_t>* places_;
  ObservedEvaluation evaluation_;
  ParticleState now_;  ///< and the arrays, as passes behind those that have run read them
  std::size_t all_particles_ = 0;
  bool has_begun_ = false;
  bool is_over_ = false;  ///< the repetitions that the pass at hand belongs to
};

}  // namespace

ObservedPass excerpt_of(const ObservedPass& observed, const std::vector<std::uint32_t>& places) {
  const std::size_t all = observed.before.size();
  return {observed.pass,
          observed.time,
          excerpt_of(observed.before, places),
          gathered(observed.arrays, places, all),
          gathered(observed.rates, places, all),
          gathered(observed.fields, places, all)};
}

ObservedEvaluation observe_passes(Simulation& simulation,
                                  const std::vector<std::uint32_t>* places) {
  const FormulationDescription& formulation = simulation.formulation();
  if (formulation.field_count + formulation.array_count == 0) {
    simulation.forces();
    return {};
  }
  Observer observer(simulation, places);
  simulation.observed_forces(
      [&](const PassDescription& pass, PassMoment moment) { observer.look(pass, moment); });
  return observer.evaluation();
}

}  // namespace sphlab
