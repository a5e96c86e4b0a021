#include "harness/measure/turns.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "harness/interrupt.hpp"
#include "harness/measure/machine_load.hpp"
#include "harness/measure/schedule.hpp"
#include "harness/measure/timed.hpp"
#include "harness/records/statistics.hpp"

namespace sphlab {
namespace {

/// Indices of those that follow each other directly together, others alone.
std::vector<std::vector<std::size_t>> groups_of(const std::vector<TurnTaker*>& takers) {
  std::vector<std::vector<std::size_t>> groups;
  for (std::size_t index = 0; index < takers.size(); ++index) {
    const std::string duel = takers[index]->duel();
    const auto others = std::find_if(groups.begin(), groups.end(), [&](const auto& group) {
      return !duel.empty() && takers[group.front()]->duel() == duel;
    });
    if (others == groups.end()) {
      groups.push_back({index});
    } else {
      others->push_back(index);
    }
  }
  return groups;
}

/// Whether steps of all spread so little that no more blocks are needed.
bool spread_little(const std::vector<TurnTaker*>& takers, const MeasuringPolicy& policy) {
  return policy.stop_relative_spread > 0 &&
         std::all_of(takers.begin(), takers.end(), [&](const TurnTaker* taker) {
           const auto spread = summarise(taker->samples.step.time_s).relative_spread;
           return spread && *spread <= policy.stop_relative_spread;
         });
}

/// Prepares what stages alone work on: the state, with a list, and behind a force pass.
void settle(const TurnTaker& taker) {
  taker.begin();
  taker.system().rebuild();
  taker.system().evaluate();
}

}  // namespace

/// Rounds of turns of all.
struct Turns::Rounds {
  WorkKind kind;
  std::uint64_t& done;   ///< those that are over
  std::uint64_t wanted;  ///< that there are to be
  std::uint64_t seed;
  std::string what;  ///< for the reader, before who measures it
};

Turns::Turns(Runtime& runtime, const MeasuringPolicy& policy, std::vector<TurnTaker*> takers,
             RoundsDone& done, SampleCounter& counter, TurnHooks hooks)
    : runtime_(runtime),
      policy_(policy),
      takers_(std::move(takers)),
      done_(done),
      counter_(counter),
      hooks_(std::move(hooks)) {}

RoundsEnd Turns::sample_loop(RandomGaps& gaps) {
  // both halves of the last round, too
  const std::uint64_t blocks = (std::uint64_t{policy_.blocks} + 1) / 2 * 2;
  return take({WorkKind::blocks, done_.blocks, blocks, policy_.seed, ""}, [&](TurnTaker& taker,
                                                                              std::uint64_t block) {
    System& system = taker.system();
    if (policy_.relocate) system.relocate(gaps.next());
    with_load(runtime_, system, block, taker.samples.load, [&] {
      sample_block(runtime_, system, taker.start(), policy_, block, counter_, taker.samples);
    });
  });
}

void Turns::sample_alone() {
  const auto alone = [&](const Rounds& rounds, Record::Load ContenderSamples::*load,
                         const auto& sample_round) {
    take(rounds, [&](TurnTaker& taker, std::uint64_t round) {
      settle(taker);
      with_load(runtime_, taker.system(), round, taker.samples.*load, [&] {
        sample_round(runtime_, taker.system(), policy_, round, counter_, taker.samples);
      });
    });
  };
  alone({WorkKind::stages_alone, done_.stages_alone, policy_.isolated_samples, policy_.seed + 1,
         "stages alone: "},
        &ContenderSamples::load_alone, sample_isolated_round);
  if (policy_.asynchronous_calls == 0) return;
  alone({WorkKind::calls_alone, done_.calls_alone, policy_.asynchronous_samples, policy_.seed + 2,
         "calls of stages alone: "},
        &ContenderSamples::load_of_calls, sample_asynchronous_round);
}

void Turns::sample_runs() {
  if (policy_.run_steps == 0) return;
  take({WorkKind::runs, done_.runs, policy_.run_samples, policy_.seed + 3,
        fmt::format("runs of {} steps: ", policy_.run_steps)},
       [&](TurnTaker& taker, std::uint64_t round) {
         with_load(runtime_, taker.system(), round, taker.samples.load_of_runs, [&] {
           sample_run(runtime_, taker.system(), taker.start(), policy_, round, counter_,
                      taker.samples);
         });
       });
}

std::optional<EnergySource> Turns::count_energy() {
  if (policy_.energy_seconds == 0) return std::nullopt;
  EnergySource source = energy_source(runtime_);
  if (!source.absent.empty()) return source;
  try {
    EnergyMeter meter(runtime_);
    hooks_.on_turn("the power of the idle device");
    source.idle_power_w = idle_power(runtime_, policy_.energy_seconds, meter);
    take({WorkKind::energy, done_.energy, policy_.energy_runs, policy_.seed + 4, "energy: "},
         [&](TurnTaker& taker, std::uint64_t round) {
           sample_energy(runtime_, taker.system(), taker.start(), policy_.energy_seconds, round,
                         meter, counter_, taker.samples);
         });
  } catch (const EnergyCounterFailure& failure) {
    source.absent = failure.what();
  }
  return source;
}

/// Whether round may begin. Blocks come in pairs of rounds, so that each precedes each other
/// equally often.
bool Turns::has_time(const Rounds& rounds, std::uint64_t round) const {
  if (!hooks_.has_time) return true;
  const bool is_second_of_pair = rounds.kind == WorkKind::blocks && round % 2 == 1;
  return is_second_of_pair || hooks_.has_time(rounds.kind, round, rounds.wanted);
}

/// Runs the rounds that are left.
RoundsEnd Turns::take(const Rounds& rounds, const Sample& sample) {
  std::vector<TurnTaker*> valid = takers_;
  std::erase_if(valid, [](const TurnTaker* taker) { return !taker->valid(); });
  AbbaSchedule schedule(groups_of(valid), rounds.seed);
  RoundsEnd end = RoundsEnd::all;
  for (std::uint64_t pair = 0; !valid.empty() && pair < rounds.wanted && end == RoundsEnd::all;
       pair += 2) {
    const std::vector<std::size_t> order = schedule.next_round();
    for (std::uint64_t round = pair; round < std::min(pair + 2, rounds.wanted); ++round) {
      if (round < rounds.done) {
        hooks_.on_done(rounds.kind, 1 / static_cast<double>(rounds.wanted), std::nullopt);
        continue;
      }
      if (!has_time(rounds, round)) {
        end = RoundsEnd::out_of_time;
        break;
      }
      const auto first = order.begin() + static_cast<std::ptrdiff_t>((round - pair) * valid.size());
      for (auto turn = first; turn != first + std::ssize(valid); ++turn)
        take_one(*valid[*turn], round, rounds, sample);
      rounds.done = round + 1;
      hooks_.on_round();
    }
    if (end == RoundsEnd::all && rounds.kind == WorkKind::blocks && spread_little(valid, policy_))
      end = RoundsEnd::little_spread;
  }
  hooks_.on_end(rounds.kind);
  return end;
}

void Turns::take_one(TurnTaker& taker, std::uint64_t round, const Rounds& rounds,
                     const Sample& sample) {
  stop_if_requested();
  hooks_.on_turn(rounds.what + taker.label());
  double seconds = 0;
  {
    const Timed timed(seconds, &taker.spent.sampling);
    hooks_.attempt(taker, [&] { sample(taker, round); });
  }
  hooks_.on_done(rounds.kind, 1 / static_cast<double>(rounds.wanted * takers_.size()), seconds);
}

}  // namespace sphlab
