#include "harness/best/trials.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "harness/campaigns/later_state.hpp"
#include "harness/error.hpp"
#include "harness/interrupt.hpp"
#include "harness/measure/machine_load.hpp"
#include "harness/measure/timed.hpp"
#include "harness/records/statistics.hpp"

namespace sphlab {
namespace {

/// Most cycles of a block, as in a suite without a policy; and least where displacements demand
/// rebuilds, since such a block goes on until one.
const std::uint32_t most_cycles = MeasuringPolicy{}.cycles_per_block;
constexpr double least_cycles_of_periods = 4;

/// Share of the time passed that own orders may take where blocks are not kept; and most cycles to
/// one.
constexpr double order_share = 0.05;
constexpr std::uint64_t most_order_cycles = 32;

/// Errors of a variant that asks for what its pack, its scenario or the device does not have.
bool is_of_the_variant(const Error& error) {
  return error.code == ExitCode::not_available || error.code == ExitCode::bad_input ||
         error.code == ExitCode::out_of_memory || error.code == ExitCode::verification;
}

double seconds_between(Trials::Clock::time_point a, Trials::Clock::time_point b) {
  return std::chrono::duration<double>(b - a).count();
}

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
  trial.contender.state = &state_;
  return trial;
}

void Trials::attempt_for(Trial& trial, const std::function<void()>& work) {
  take_its_errors(trial, [&] { attempt(trial.contender, runtime_, work); });
}

void Trials::take_its_errors(Trial& trial, const std::function<void()>& work) {
  Contender& contender = trial.contender;
  try {
    in_memory(contender, work, [&] { return give_up_oldest(trial); });
  } catch (const Error& error) {
    if (!is_of_the_variant(error)) throw;
    contender.status = error.what();
  }
  if (!contender.valid()) contender.simulation.reset();
}

void Trials::require_allowed(const Trial& trial) const {
  if (!limits_.memory || trial.bytes <= *limits_.memory) return;
  throw Error(ExitCode::out_of_memory,
              fmt::format("it would take {:.3g} GB of memory, and --memory allows {:.3g} GB",
                          1e-9 * static_cast<double>(trial.bytes),
                          1e-9 * static_cast<double>(*limits_.memory)));
}

void Trials::require_exact(Contender& contender) const {
  const double missed = contender.missed ? contender.missed->fraction() : 0;
  if (!contender.valid() || missed <= limits_.missed) return;
  contender.status = fmt::format(
      "it misses {:.3g} % of the pairs when its list is oldest; --missed {:.2g}% ranks it",
      100 * missed, 110 * missed);
}

void Trials::require_exact_list(Contender& contender) const {
  if (!contender.valid() || contender.simulation->list_setup().on_demand()) return;
  const auto known = missed_.find(missed_key(*contender.simulation));
  if (known == missed_.end()) return;
  contender.missed = known->second;
  require_exact(contender);
  if (!contender.valid()) contender.simulation.reset();
}

bool Trials::give_up_oldest(const Trial& wanted) {
  Trial* oldest = nullptr;
  for (auto& [point, other] : trials_) {
    const bool is_there = &other != &wanted && other.contender.simulation != nullptr;
    if (is_there && (oldest == nullptr || other.last_used < oldest->last_used)) oldest = &other;
  }
  if (oldest == nullptr) return false;
  oldest->contender.simulation.reset();
  return true;
}

/// Gives simulations up until the trial fits; what still lacks is reported where it is allocated.
void Trials::free_memory_for(const Trial& wanted) {
  const std::size_t needed = wanted.bytes + memory_margin(runtime_);
  const auto lacks = [&] { return runtime_.properties().memory_free_bytes < needed; };
  while (lacks() && give_up_oldest(wanted)) {
  }
  if (lacks()) forget_orders();
}

bool Trials::make(Point point) {
  Trial& made = trial(point);
  Contender& contender = made.contender;
  if (!contender.valid()) return false;
  if (contender.simulation != nullptr) return true;
  const Timed timed(spent_.preparing);
  attempt_for(made, [&] {
    made.bytes =
        Simulation::bytes_needed(runtime_, *contender.pack, scenario_, contender.choice->variant);
    require_allowed(made);
    free_memory_for(made);
  });
  if (!contender.valid()) return false;
  take_its_errors(made, [&] {
    contender.simulation.reset();  // of an attempt that lacked memory
    contender.sweep.clear();
    prepare(contender, runtime_, scenario_, nullptr);
    if (contender.valid()) space_.learn_tuning(point, *contender.simulation);
  });
  require_exact_list(contender);
  return contender.valid();
}

void Trials::order(Trial& trial, bool is_kept) {
  std::shared_ptr<const OwnOrder>& own = trial.contender.own_order;
  if (own == nullptr) own = orders_.find(*trial.contender.simulation);
  if (own != nullptr || (!is_kept && spent_.ordering > order_share * now())) return;
  const Timed timed(spent_.ordering);
  attempt_for(trial, [&] {
    own = orders_.of(runtime_, *trial.contender.simulation, state_, most_order_cycles);
  });
}

void Trials::forget_orders() {
  orders_.forget();
  for (auto& [point, trial] : trials_) trial.contender.own_order.reset();
}

MeasuringPolicy Trials::policy_for(const Trial& trial, double least_seconds, bool is_kept) const {
  MeasuringPolicy policy;
  const bool on_demand = trial.contender.simulation->list_setup().on_demand();
  const double cycles = trial.cycle_seconds ? std::ceil(least_seconds / *trial.cycle_seconds) : 1.0;
  if (on_demand && (is_kept || cycles > most_cycles)) return policy;
  policy.cycles_per_block = static_cast<std::uint32_t>(std::clamp(
      cycles, on_demand ? least_cycles_of_periods : 1.0, static_cast<double>(most_cycles)));
  return policy;
}

std::optional<double> Trials::measure(Point point, const BlockWanted& block) {
  stop_if_requested();
  if (!make(point)) return std::nullopt;
  Trial& measured = trial(point);
  Contender& contender = measured.contender;
  order(measured, block.kept_as.has_value());
  if (!contender.valid()) return std::nullopt;
  const Timed timed(spent_.timing);
  ContenderSamples brief;
  ContenderSamples& samples = block.kept_as ? contender.samples : brief;
  const std::size_t before = samples.step.time_s.size();
  const MeasuringPolicy policy =
      policy_for(measured, block.least_seconds, block.kept_as.has_value());
  std::uint64_t& periods = measured.cycles_of_periods[policy.cycles_per_block];
  samples.cycles_of_periods = periods;
  attempt_for(measured, [&] {
    brief = {};  // of an attempt that lacked memory
    // stages tell what share of the limits a step reaches: once is enough
    const bool with_stages = block.kept_as && samples.stages.empty();
    const auto sample = with_stages ? sample_block : sample_steps;
    const std::uint64_t number = block.kept_as.value_or(load_of_search_.block.size());
    with_load(runtime_, contender.system(), number, block.kept_as ? samples.load : load_of_search_,
              [&] {
                sample(runtime_, contender.system(), contender.start(), policy,
                       block.kept_as.value_or(0), counter_, samples);
              });
    if (block.kept_as) contender.simulation->require_no_overrun();
  });
  if (!contender.valid()) return std::nullopt;
  periods = samples.cycles_of_periods;
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
    Contender& contender = counted.contender;
    sample_energy(runtime_, contender.system(), contender.start(), seconds, round, meter, counter_,
                  contender.samples);
  });
  return counted.contender.valid();
}

bool Trials::verify(Point point) {
  stop_if_requested();
  if (!make(point)) return false;
  const Timed timed(spent_.verifying);
  Trial& verified = trial(point);
  if (!oracle_) oracle_.emplace(scenario_);
  take_its_errors(verified, [&] {
    if (!moving_)
      moving_.emplace(scenario_, state_.particles, state_.time, state_.step, state_.label);
    verify_contender(verified.contender, runtime_, *oracle_, state_, missed_, *moving_);
    require_exact(verified.contender);
  });
  return verified.contender.valid();
}

bool Trials::confirm(Point point) {
  stop_if_requested();
  if (!make(point)) return false;
  const Timed verifying(spent_.verifying);
  Trial& timed = trial(point);
  take_its_errors(timed, [&] { verify_after_timing(timed.contender, runtime_, *moving_); });
  return timed.contender.valid();
}

const Contender& Trials::prepared_contender(Point point) {
  if (make(point)) return contender(point);
  throw Error(contender(point).refused ? ExitCode::out_of_memory : ExitCode::failure,
              label(point) + ": " + trouble(point));
}

bool Trials::reach_with(Point start, const SuiteState& wanted, const OnTheWay& on_way) {
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

void Trials::advance_to(const SuiteState& wanted, const OnTheWay& on_way) {
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
