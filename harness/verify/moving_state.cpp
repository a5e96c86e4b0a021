#include "harness/verify/moving_state.hpp"

#include <utility>

#include "harness/error.hpp"
#include "harness/verify/labelled_checks.hpp"
#include "harness/verify/perturbed_state.hpp"
#include "harness/verify/terms_seen.hpp"

namespace sphlab {
namespace {

constexpr std::uint64_t seed_before = 1, seed_after = 2;

}  // namespace

MovingState::MovingState(const Scenario& scenario, const ParticleState& from, double time,
                         std::uint64_t steps, std::string label)
    : scenario_(scenario), from_(from), time_(time), steps_(steps), label_(std::move(label)) {}

void MovingState::verify(Runtime& runtime, const LoadedPack& pack, const LoadedPack* host_pack,
                         Simulation& simulation, std::vector<Check>& checks) {
  const std::string label = label_ + ", moving";
  verify_in_motion(simulation, scenario_, from_, time_, steps_, {label, seed_before}, checks);
  count(runtime, pack, host_pack, simulation, checks);
  LabelledChecks({label, steps_, time_}, checks).add(terms(simulation.formulation()));
}

void MovingState::verify_after_timing(Simulation& simulation, std::vector<Check>& checks) const {
  verify_in_motion(simulation, scenario_, from_, time_, steps_,
                   {.label = label_ + ", after timing", .seed = seed_after, .after_a_cycle = true},
                   checks);
}

void MovingState::count(Runtime& runtime, const LoadedPack& pack, const LoadedPack* host_pack,
                        const Simulation& simulation, std::vector<Check>& checks) {
  if (!counter_) counter_.emplace(scenario_, perturbed(from_, scenario_, {seed_before}));
  not_counted_ = counter_->uncountable(simulation, pack);
  if (!not_counted_.empty()) return;
  try {
    counter_->count(runtime, pack, host_pack, simulation, label_ + ", moving", checks);
  } catch (const OutOfMemory& failure) {
    not_counted_ = failure.what();
  }
}

const Check& MovingState::terms(const FormulationDescription& formulation) {
  if (!terms_) {
    const ParticleState moved =
        perturbed(from_, scenario_, {seed_before, formulation.integrates_density});
    terms_ = terms_seen(term_effects(scenario_, moved, formulation));
  }
  return *terms_;
}

}  // namespace sphlab
