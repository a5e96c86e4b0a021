#include "harness/best/trials.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "harness/error.hpp"
#include "harness/interrupt.hpp"
#include "harness/measure/later_state.hpp"
#include "harness/records/statistics.hpp"

namespace sphlab {
namespace {

/// Cycles of a block at most, as those of a suite that says nothing. A life that displacements end
/// has always as many: of fewer a block may not see a rebuild.
const std::uint32_t most_cycles = MeasuringPolicy{}.cycles_per_block;

/// Errors of a variant that asks for what its pack, its scenario or the device does not have.
bool is_of_the_variant(const Error& error) {
  return error.code == ExitCode::not_available || error.code == ExitCode::bad_input ||
         error.code == ExitCode::out_of_memory || error.code == ExitCode::verification;
}

/// Does `work`, which attempt() watches over already.
void take_its_errors(Contender& contender, const std::function<void()>& work) {
  try {
    work();
  } catch (const Error& error) {
    if (!is_of_the_variant(error)) throw;
    contender.status = error.what();
  } catch (const OutOfMemory& error) {
    contender.status = error.what();
  }
  if (!contender.valid()) contender.simulation.reset();
}

double seconds_between(Trials::Clock::time_point a, Trials::Clock::time_point b) {
  return std::chrono::duration<double>(b - a).count();
}

/// Adds the time that it lives to a sum.
class Spending {
 public:
  explicit Spending(double& sum) : sum_(sum) {}
  ~Spending() { sum_ += seconds_between(begun_, Trials::Clock::now()); }
  Spending(const Spending&) = delete;
  Spending& operator=(const Spending&) = delete;

 private:
  double& sum_;
  Trials::Clock::time_point begun_ = Trials::Clock::now();
};

}  // namespace

Trials::Trials(Runtime& runtime, const Scenario& scenario, Space& space, const TrialLimits& limits,
               Clock::time_point begun)
    : runtime_(runtime),
      scenario_(scenario),
      space_(space),
      limits_(limits),
      begun_(begun),
      state_{SuiteState{}.label(), scenario.initial, 0, 0} {
  state_.on_device = std::make_shared<StateOnDevice>(runtime_, state_.particles);
}

double Trials::now() {
  return seconds_between(begun_, Clock::now()) - seconds_on_way_;
}

std::string Trials::label(Point point) const {
  const SpacePoint& at = space_.at(point);
  return fmt::format("{}, {}", at.choice.variant.name(), at.pack->pack->toolchain);
}

const std::string& Trials::trouble(Point point) const {
  static const std::string none;
  const auto found = trials_.find(point);
  return found == trials_.end() || found->second.contender.valid() ? none
                                                                   : found->second.contender.status;
}

Trials::Trial& Trials::trial(Point point) {
  const auto [found, is_new] = trials_.try_emplace(point);
  Trial& trial = found->second;
  trial.last_used = ++uses_;
  trial.contender.pack = space_.at(point).pack;
  trial.contender.choice = &space_.at(point).choice;
  return trial;
}

void Trials::attempt_for(Trial& trial, const std::function<void()>& work) const {
  take_its_errors(trial.contender, [&] { attempt(trial.contender, runtime_, work); });
}

void Trials::require_allowed(const Trial& trial) const {
  if (!limits_.memory || trial.bytes <= *limits_.memory) return;
  throw Error(ExitCode::out_of_memory,
              fmt::format("it would take {:.3g} GB of memory, and --memory allows {:.3g} GB",
                          1e-9 * static_cast<double>(trial.bytes),
                          1e-9 * static_cast<double>(*limits_.memory)));
}

void Trials::make_room(Trial& wanted) {
  while (runtime_.properties().memory_free_bytes < wanted.bytes) {
    Trial* oldest = nullptr;
    for (auto& [point, other] : trials_) {
      const bool is_there = &other != &wanted && other.contender.simulation != nullptr;
      if (is_there && (oldest == nullptr || other.last_used < oldest->last_used)) oldest = &other;
    }
    if (oldest == nullptr) return;  // what it lacks then is told where it is allocated
    oldest->contender.simulation.reset();
  }
}

bool Trials::make(Point point) {
  Trial& made = trial(point);
  Contender& contender = made.contender;
  if (!contender.valid()) return false;
  if (contender.simulation != nullptr) return true;
  const Spending spending(spent_.preparing);
  attempt_for(made, [&] {
    made.bytes =
        Simulation::bytes_needed(runtime_, *contender.pack, scenario_, contender.choice->variant);
    require_allowed(made);
    make_room(made);
  });
  if (!contender.valid()) return false;
  take_its_errors(contender, [&] {
    prepare(contender, runtime_, scenario_, nullptr);
    if (contender.valid()) space_.learn_tuning(point, *contender.simulation);
  });
  return contender.valid();
}

MeasuringPolicy Trials::policy_for(const Trial& trial, double least_seconds) const {
  MeasuringPolicy policy;
  if (trial.contender.simulation->list_plan().on_demand()) return policy;
  const double cycles = trial.cycle_seconds ? std::ceil(least_seconds / *trial.cycle_seconds) : 1.0;
  policy.cycles_per_block =
      static_cast<std::uint32_t>(std::clamp(cycles, 1.0, static_cast<double>(most_cycles)));
  return policy;
}

std::optional<double> Trials::measure(Point point, const BlockWanted& block) {
  stop_if_requested();
  if (!make(point)) return std::nullopt;
  const Spending spending(spent_.timing);
  Trial& measured = trial(point);
  Contender& contender = measured.contender;
  ContenderSamples brief;
  ContenderSamples& samples = block.kept_as ? contender.samples : brief;
  const std::size_t before = samples.step.time_s.size();
  const MeasuringPolicy policy = policy_for(measured, block.least_seconds);
  attempt_for(measured, [&] {
    // stages tell what share of the limits a step reaches: once is enough
    const bool with_stages = block.kept_as && samples.stages.empty();
    const auto sample = with_stages ? sample_block : sample_steps;
    sample(runtime_, *contender.simulation, state_, policy, block.kept_as.value_or(0), counter_,
           samples);
    if (block.kept_as) require_no_overrun(*contender.simulation);
  });
  if (!contender.valid()) return std::nullopt;
  const double seconds = median({samples.step.time_s.begin() + static_cast<std::ptrdiff_t>(before),
                                 samples.step.time_s.end()});
  measured.cycle_seconds = seconds * contender.simulation->steps_per_cycle();
  return seconds;
}

bool Trials::count_energy(Point point, std::uint64_t round, double seconds, EnergyMeter& meter) {
  stop_if_requested();
  if (!make(point)) return false;
  Trial& counted = trial(point);
  attempt_for(counted, [&] {
    sample_energy(runtime_, *counted.contender.simulation, state_, seconds, round, meter, counter_,
                  counted.contender.samples);
  });
  return counted.contender.valid();
}

bool Trials::verify(Point point) {
  stop_if_requested();
  if (!make(point)) return false;
  const Spending spending(spent_.verifying);
  Trial& verified = trial(point);
  if (!oracle_) oracle_.emplace(scenario_);
  take_its_errors(verified.contender, [&] {
    verify_contender(verified.contender, runtime_, *oracle_, state_, missed_);
  });
  return verified.contender.valid();
}

const Contender& Trials::prepared_contender(Point point) {
  if (!make(point)) throw Error(ExitCode::failure, label(point) + ": " + trouble(point));
  return contender(point);
}

bool Trials::reach_with(Point start, const SuiteState& wanted,
                        const std::function<void(const RunState&)>& on_way) {
  if (!make(start)) return false;
  Trial& walker = trial(start);
  SavedState reached;
  attempt_for(walker, [&] {
    reached = reach(runtime_, *walker.contender.simulation, scenario_, state_, wanted, on_way);
  });
  if (!walker.contender.valid()) return false;
  state_ = std::move(reached);
  state_.on_device = std::make_shared<StateOnDevice>(runtime_, state_.particles);
  return true;
}

void Trials::advance_to(const SuiteState& wanted,
                        const std::function<void(const RunState&)>& on_way) {
  require_reachable(wanted, scenario_, "--time");
  const double set_out = now();
  // lists first: the way is shorter with them
  std::vector<Point> walkers = space_.starts();
  std::stable_partition(walkers.begin(), walkers.end(), [&](Point start) {
    return space_.at(start).choice.variant.stages.contains("list");
  });
  for (const Point start : walkers) {
    if (!reach_with(start, wanted, on_way)) continue;
    seconds_on_way_ = now() - set_out;
    return;
  }
  const std::string why = walkers.empty() ? "no variant can run it" : trouble(walkers.back());
  throw Error(ExitCode::bad_input, fmt::format("scenario '{}' does not reach the state '{}': {}",
                                               scenario_.name, wanted.label(), why));
}

}  // namespace sphlab
