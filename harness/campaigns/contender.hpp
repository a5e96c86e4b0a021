// A variant by one toolchain in a campaign: prepares and verifies it.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "harness/campaigns/own_order.hpp"
#include "harness/measure/turns.hpp"
#include "harness/suites/suite.hpp"
#include "harness/verify/missed_pairs.hpp"
#include "harness/verify/moving_state.hpp"
#include "harness/verify/verify.hpp"

namespace sphlab {

/// Values of tuning parameters by stage: those that a duel of several asks of the candidate.
using Tunings = std::map<std::string, std::map<std::string, std::uint32_t>>;

/// The tuning of a contender, and the sweep that it was chosen from.
struct KeptTuning {
  Tunings tuned;
  std::vector<Record::SweepPoint> sweep;
};

/// A variant of a pack on one scenario. Its simulation lives as long as the scenario is measured.
struct Contender : TurnTaker {
  const LoadedPack* pack = nullptr;
  const LoadedPack* host_pack = nullptr;  ///< of what runs on the host beside it, see ForcesOnly
  const SuiteVariant* choice = nullptr;
  std::unique_ptr<Simulation> simulation;  ///< null where it could not be made: see status
  std::vector<Record::SweepPoint> sweep;
  Tunings tuned;                      ///< the values it was prepared with
  bool refused = false;               ///< whether it has said that it cannot serve the case
  std::vector<Check> checks;          ///< of the state at hand
  PairCounts pairs;                   ///< of the state at hand
  std::optional<MissedPairs> missed;  ///< at the end of a cycle from the state at hand
  const SavedState* state = nullptr;  ///< at hand, which outlives its samples
  /// Order in which its samples begin, of the state at hand; nullptr: the state's.
  std::shared_ptr<const OwnOrder> own_order;
  /// Mean bytes of a call of each stage that copies, as its samples were taken.
  std::map<std::string, double> copied;

  /// Whether the two are the sides of one duel: the same variant by two builds of one toolchain, or
  /// by two toolchains that were paired.
  bool is_opponent_of(const Contender& other) const;
  /// "list-gather+per-particle, nvcc-13.0", and in a duel the side
  std::string label() const override;
  std::string duel() const override;
  System& system() const override { return *simulation; }
  void begin() const override {
    begin_at(own_order == nullptr ? *state : own_order->state, *simulation);
  }
};

/// Every variant of the suite on every pack of the runtime that it is meant for and the selection
/// names, in the suite's order.
/// Throws Error(not_available) for a toolchain that the suite or a variant's placement names and no
/// pack has, and when nothing is left to run.
std::vector<Contender> find_contenders(const Suite& suite, const std::string& runtime,
                                       const std::vector<LoadedPack>& packs,
                                       const std::vector<std::string>& toolchains);

/// Memory of a device that stays free when simulations are made, for modules, graphs and other
/// processes, whose needs are unknown. 0 on the host.
std::size_t memory_margin(const Runtime& runtime);

/// Does `work`. Where it runs out of memory, calls `give_up`, which frees the simulation of
/// another, restores the samples, and does it again. Where `give_up` returns false there is nothing
/// to free, and the contender is refused, not invalid: that it does not fit, not even alone, is no
/// fault of the variant. `give_up` may rethrow the OutOfMemory instead.
void in_memory(Contender& contender, const std::function<void()>& work,
               const std::function<bool()>& give_up);

/// Does `work`. A launch that fails or is refused, a list or cell that overflows on the way, or a
/// run that diverges makes the contender invalid, with the reason, and takes its samples. Throws
/// DeviceError when the device itself is lost: then nothing else can run either.
void attempt(Contender& contender, const Runtime& runtime, const std::function<void()>& work);

/// Creates the contender's simulation and sweeps the tuning that its variant leaves open. A variant
/// that fails or overflows becomes invalid; a strategy that is not there, or a scenario that does
/// not fit into memory, is an error of the suite and thrown.
///
/// @param kept tuning of an earlier session, in place of a sweep: samples of two tunings are not of
/// one variant. nullptr: none.
/// @param opponent prepared, the base of a duel: its candidate works in the same buffers, with the
/// same tuning, and sweeps nothing. nullptr, or one without a simulation: the contender is alone.
void prepare(Contender& contender, Runtime& runtime, const Scenario& scenario,
             const Contender* opponent, const KeptTuning* kept = nullptr);

/// Begins one of several duels: without samples, with the tuning that the contender was prepared
/// with and, on the side of the candidate, with `injected` in it. All that was captured is captured
/// anew, on both sides. Throws Error(not_available) for a stage, a parameter or a value that is not
/// there.
void begin_duel(Contender& contender, const Tunings& injected);

/// Missed pairs of lists, or of cells that are searched without one, when these are oldest, by
/// interval, radius [m] and cells per radius (0: a list). From one state they are the same for all
/// builders and formats, whose lists have been found to hold the same neighbours.
using MissedByPolicy =
    std::map<std::tuple<std::uint32_t, double, std::uint32_t>, std::optional<MissedPairs>>;

/// The key of a simulation that rebuilds in a fixed interval.
MissedByPolicy::key_type missed_key(const Simulation& simulation);

/// Verifies the contender in a state, and counts its pairs and those that its list misses when it
/// is oldest: of a fixed interval where `missed`, which belongs to the state, does not
/// tell yet; and in motion, with the pairs that its traversal accepts counted. Starts new samples.
/// @param oracle of the scenario. @param moving of the state.
void verify_contender(Contender& contender, Runtime& runtime, Oracle& oracle,
                      const SavedState& state, MissedByPolicy& missed, MovingState& moving);

/// Verifies once more a contender that was timed, from a state that it has not seen. One that does
/// not pass loses its samples.
void verify_after_timing(Contender& contender, const Runtime& runtime, MovingState& moving);

}  // namespace sphlab
