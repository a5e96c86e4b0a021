#include "harness/campaigns/contender.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <exception>

#include "harness/error.hpp"
#include "harness/measure/crash_report.hpp"
#include "harness/measure/sweep.hpp"
#include "harness/stepping/divergence.hpp"
#include "harness/stepping/forces_only.hpp"
#include "harness/stepping/refused.hpp"
#include "harness/verify/missed_in_cells.hpp"
#include "harness/verify/status.hpp"

namespace sphlab {
namespace {

constexpr std::size_t sweep_samples = 5;

/// A name without wildcards that no pack bears, or "".
std::string absent_toolchain(const std::vector<std::string>& patterns,
                             const std::vector<LoadedPack>& packs) {
  for (const std::string& pattern : patterns) {
    const bool is_name = pattern.find_first_of("*?[") == std::string::npos;
    const bool present = std::any_of(packs.begin(), packs.end(), [&](const LoadedPack& pack) {
      return pattern == pack.pack->toolchain;
    });
    if (is_name && !present) return pattern;
  }
  return "";
}

std::vector<std::string> toolchains_of(const std::vector<LoadedPack>& packs) {
  std::vector<std::string> names;
  for (const LoadedPack& pack : packs) names.emplace_back(pack.pack->toolchain);
  return names;
}

void require_toolchains(const std::vector<std::string>& patterns,
                        const std::vector<LoadedPack>& packs) {
  const std::string absent = absent_toolchain(patterns, packs);
  if (absent.empty()) return;
  const std::vector<std::string> present = toolchains_of(packs);
  throw Error(ExitCode::not_available,
              fmt::format("there is no pack of toolchain '{}'{} Present: {}; build it, or leave it "
                          "out of the suite or with --toolchain",
                          absent, did_you_mean(absent, present, "."), fmt::join(present, ", ")));
}

bool can_run(const LoadedPack& pack, const std::string& runtime, const Suite& suite,
             const std::vector<std::string>& toolchains) {
  const std::string& toolchain = pack.stands_for;
  return pack.unusable.empty() && runtime == pack.pack->runtime &&
         toolchain_selected(suite.toolchains, toolchain) &&
         toolchain_selected(toolchains, toolchain);
}

/// Sweeps the tuning that the suite leaves open.
void tune(Contender& contender, Runtime& runtime) {
  const auto& stages = contender.choice->variant.stages;
  const auto tunable = contender.simulation->tuning();
  for (const std::string& stage : contender.choice->swept) {
    if (!tunable.contains(stage)) continue;  // a fixed time step has no stage of its own
    const auto chosen = stages.find(stage);
    sweep_stage(
        runtime, *contender.simulation, stage,
        chosen == stages.end() ? std::map<std::string, std::uint32_t>{} : chosen->second.tuning,
        sweep_samples, contender.sweep);
  }
}

/// Sets these values in every stage, also where nobody chose them: the defaults of two builds may
/// differ.
void tune_as(Contender& contender, const Tunings& tunings) {
  const auto tunable = contender.simulation->tuning();
  for (const auto& [stage, tuning] : tunings) {
    if (tunable.contains(stage)) contender.simulation->retune(stage, tuning);
  }
}

[[noreturn]] void throw_untunable(const Contender& contender, const std::string& stage) {
  std::vector<std::string> tunable;
  for (const auto& [name, values] : contender.tuned) tunable.push_back(name);
  throw Error(ExitCode::not_available,
              fmt::format("{} has no stage '{}' to tune; it has {}", contender.label(), stage,
                          fmt::join(tunable, ", ")));
}

std::optional<MissedPairs> count_missed(Simulation& simulation, Oracle& oracle,
                                        const SavedState& state) {
  begin_at(state, simulation);
  if (simulation.bytes_of_list() == 0)
    return missed_in_cells_at_end_of_cycle(simulation, oracle.scenario(), oracle.most_candidates());
  return missed_at_end_of_cycle(simulation, oracle.scenario(), oracle.list_buffer());
}

/// Counts what a list or cells of a fixed interval miss, which is reported beside their speed.
void tell_missed(Contender& contender, Oracle& oracle, const SavedState& state,
                 MissedByPolicy& missed) {
  const auto key = missed_key(*contender.simulation);
  if (!missed.contains(key))
    missed.emplace(key, count_missed(*contender.simulation, oracle, state));
  contender.missed = missed.at(key);
}

/// Checks that a list whose rebuilds displacements demand misses nothing.
void require_none_missed(Contender& contender, Oracle& oracle, const SavedState& state) {
  contender.missed = count_missed(*contender.simulation, oracle, state);
  if (!contender.missed) return;
  Check check = none_missed(*contender.missed);
  check.name += " (" + state.label + ")";
  contender.checks.push_back(std::move(check));
  contender.status = status_of(contender.checks);
}

}  // namespace

bool Contender::is_opponent_of(const Contender& other) const {
  return pack->side != other.pack->side && duel() == other.duel();
}

std::string Contender::duel() const {
  if (pack->side == Side::none) return "";
  return fmt::format("{} {}", fmt::ptr(choice), pack->stands_for);
}

std::string Contender::label() const {
  return fmt::format("{}, {}{}{}", choice->variant.name(), pack->pack->toolchain,
                     pack->side == Side::none ? "" : ", ", side_name(pack->side));
}

std::size_t memory_margin(const Runtime& runtime) {
  constexpr std::size_t share_of_memory = 64;
  return runtime.is_host() ? 0 : runtime.properties().memory_bytes / share_of_memory;
}

void in_memory(Contender& contender, const std::function<void()>& work,
               const std::function<bool()>& give_up) {
  const ContenderSamples before = contender.samples;
  for (;;) {
    try {
      return work();
    } catch (const OutOfMemory& lack) {
      contender.samples = before;
      if (give_up()) continue;
      contender.status = fmt::format("does not fit: {}", lack.what());
      contender.refused = true;
      contender.samples = {};
      return contender.simulation.reset();
    }
  }
}

void attempt(Contender& contender, const Runtime& runtime, const std::function<void()>& work) {
  const auto fail = [&](const std::exception& failure) {
    contender.status = failure.what();
    contender.samples = {};
  };
  try {
    runtime.begin_turn();  // its graphs keep what another has set of caches when they are captured
    const WorkingFor working(contender.label(), contender.pack->side == Side::candidate
                                                    ? ExitCode::verification
                                                    : ExitCode::device);
    work();
    working.require_intact(runtime.is_host());
  } catch (const CapacityExceeded& overflow) {
    fail(overflow);
  } catch (const Refused& refusal) {
    fail(refusal);
    contender.refused = true;
  } catch (const Diverged& divergence) {
    fail(divergence);
  } catch (const DeviceError& failure) {
    fail(failure);
    runtime
        .synchronize();  // throws when the device itself is lost: then nothing else can run either
  }
}

std::vector<Contender> find_contenders(const Suite& suite, const std::string& runtime,
                                       const std::vector<LoadedPack>& packs,
                                       const std::vector<std::string>& toolchains) {
  require_toolchains(toolchains, packs);
  if (toolchains.empty()) require_toolchains(suite.toolchains, packs);
  std::vector<Contender> contenders;
  for (const SuiteVariant& choice : suite.variants) {
    for (const LoadedPack& pack : packs) {
      if (!can_run(pack, runtime, suite, toolchains) ||
          !choice.applies_to(runtime, pack.stands_for))
        continue;
      Contender contender;
      contender.pack = &pack;
      contender.host_pack = host_pack_of(choice.variant, packs);
      contender.choice = &choice;
      contenders.push_back(std::move(contender));
    }
  }
  if (contenders.empty()) {
    throw Error(
        ExitCode::not_available,
        fmt::format(
            "suite '{}' has no variant that a pack at hand can run on the {} runtime (packs: {})",
            suite.name, runtime, fmt::join(toolchains_of(packs), ", ")));
  }
  return contenders;
}

void prepare(Contender& contender, Runtime& runtime, const Scenario& scenario,
             const Contender* opponent, const KeptTuning* kept) {
  const Simulation* base = opponent == nullptr ? nullptr : opponent->simulation.get();
  attempt(contender, runtime, [&] {
    contender.simulation = base != nullptr ? std::make_unique<Simulation>(*base, *contender.pack)
                                           : std::make_unique<Simulation>(
                                                 runtime, *contender.pack, scenario,
                                                 contender.choice->variant, contender.host_pack);
    contender.simulation->rebuild();
    contender.simulation->check_overflow();
    contender.simulation->forces();
    if (base != nullptr) {
      tune_as(contender, base->tuning());
    } else if (kept != nullptr) {
      tune_as(contender, kept->tuned);
      contender.sweep = kept->sweep;
    } else {
      tune(contender, runtime);
    }
    contender.simulation->require_no_overrun();
    contender.tuned = contender.simulation->tuning();
  });
}

void begin_duel(Contender& contender, const Tunings& injected) {
  contender.samples = {};
  if (!contender.valid()) return;
  Tunings wanted = contender.tuned;
  if (contender.pack->side == Side::candidate) {
    for (const auto& [stage, values] : injected) {
      if (!wanted.contains(stage)) throw_untunable(contender, stage);
      for (const auto& [parameter, value] : values) wanted[stage][parameter] = value;
    }
  }
  for (const auto& [stage, values] : wanted) contender.simulation->retune(stage, values);
}

MissedByPolicy::key_type missed_key(const Simulation& simulation) {
  const ListSetup& setup = simulation.list_setup();
  const bool has_list = simulation.bytes_of_list() > 0;
  return {setup.interval, setup.radius, has_list ? 0 : setup.grid.reach};
}

void verify_contender(Contender& contender, Runtime& runtime, Oracle& oracle,
                      const SavedState& state, MissedByPolicy& missed, MovingState& moving) {
  contender.checks.clear();
  contender.samples = {};
  contender.missed.reset();
  contender.own_order.reset();
  if (!contender.valid()) return;
  attempt(contender, runtime, [&] {
    begin_at(state, *contender.simulation);
    contender.pairs = verify_state(*contender.simulation, oracle, state.label, contender.checks);
    contender.status = status_of(contender.checks);
    if (!contender.valid()) return;
    if (contender.simulation->list_setup().on_demand()) {
      require_none_missed(contender, oracle, state);
    } else {
      tell_missed(contender, oracle, state, missed);
    }
    if (!contender.valid()) return;
    moving.verify(runtime, *contender.pack, contender.host_pack, *contender.simulation,
                  contender.checks);
    contender.status = status_of(contender.checks);
  });
}

void verify_after_timing(Contender& contender, const Runtime& runtime, MovingState& moving) {
  if (!contender.valid()) return;
  attempt(contender, runtime, [&] {
    moving.verify_after_timing(*contender.pack, *contender.simulation, contender.checks);
    contender.status = status_of(contender.checks);
    if (!contender.valid()) contender.samples = {};
  });
}

}  // namespace sphlab
