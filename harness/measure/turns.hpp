// Measures systems in turns, so that what a machine does meanwhile falls on all of them alike.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "harness/measure/energy.hpp"
#include "harness/measure/placement.hpp"
#include "harness/measure/sampling.hpp"
#include "harness/measure/work_estimate.hpp"

namespace sphlab {

/// A system that takes turns with others, and what is measured of it.
struct TurnTaker {
  std::string status = "ok";   ///< or why nothing of it can be believed
  ContenderSamples samples;    ///< of the state at hand
  Record::SecondsSpent spent;  ///< in the state at hand

  virtual ~TurnTaker() = default;
  /// Names it, for messages.
  virtual std::string label() const = 0;
  /// Names the duel that it is a side of, whose sides follow each other directly; "": none.
  virtual std::string duel() const { return ""; }
  /// Returns the system to measure: within a turn, since there may be none between turns.
  virtual System& system() const = 0;
  /// Has the system begin at the state that samples are taken from.
  virtual void begin() const = 0;

  bool valid() const { return status == "ok"; }
  /// Function that calls begin(), which this outlives.
  Start start() const {
    return [this] { begin(); };
  }
};

/// Numbers of rounds that all have finished, by kind; of blocks, those of each.
struct RoundsDone {
  std::uint64_t blocks = 0;
  std::uint64_t stages_alone = 0;
  std::uint64_t calls_alone = 0;
  std::uint64_t runs = 0;
  std::uint64_t energy = 0;

  bool any() const { return blocks + stages_alone + calls_alone + runs + energy > 0; }
};

/// Why rounds of a kind have ended.
enum class RoundsEnd { all, little_spread, out_of_time };

/// Functions that Turns calls around turns.
struct TurnHooks {
  /// Does a turn of one that is valid. What fails in it makes it invalid where that is its fault.
  std::function<void(TurnTaker&, const std::function<void()>& turn)> attempt;
  /// Receives what a turn measures, for the reader, before it does.
  std::function<void(const std::string& what)> on_turn;
  /// Receives the share of all turns of a kind that a turn was, and its seconds; nothing: it was
  /// done in an earlier session.
  std::function<void(WorkKind, double share, std::optional<double> seconds)> on_done;
  std::function<void(WorkKind)> on_end;  ///< no turn of the kind is left
  std::function<void()> on_round;        ///< all have finished another round
  /// Whether there is time for another round of a kind, of blocks for a pair of them. Not set:
  /// there always is.
  std::function<bool(WorkKind, std::uint64_t done, std::uint64_t wanted)> has_time = {};
};

/// Has systems take turns in shuffled ABBA rounds, in one state and by one policy. All functions
/// throw Interrupted where a stop is requested, and what TurnHooks::attempt throws.
class Turns {
 public:
  /// All but `hooks` outlive this. @param done rounds of an earlier session, which are left out;
  /// counts the others. @param counter numbers the samples.
  Turns(Runtime& runtime, const MeasuringPolicy& policy, std::vector<TurnTaker*> takers,
        RoundsDone& done, SampleCounter& counter, TurnHooks hooks);

  /// Samples blocks in the loop. Returns why they ended.
  /// @param gaps by which arrays move where the policy relocates them.
  RoundsEnd sample_loop(RandomGaps& gaps);
  /// Samples stages alone: single calls in each cache state, then asynchronous ones.
  void sample_alone();
  void sample_runs();
  /// Measures the power of the idle device, then counts energy. Returns the counter, with what has
  /// failed of it; nothing where the policy asks for no energy.
  std::optional<EnergySource> count_energy();

 private:
  /// Measures one in a turn of its own.
  using Sample = std::function<void(TurnTaker&, std::uint64_t round)>;
  struct Rounds;

  RoundsEnd take(const Rounds& rounds, const Sample& sample);
  bool has_time(const Rounds& rounds, std::uint64_t round) const;
  void take_one(TurnTaker& taker, std::uint64_t round, const Rounds& rounds, const Sample& sample);

  Runtime& runtime_;
  const MeasuringPolicy& policy_;
  std::vector<TurnTaker*> takers_;
  RoundsDone& done_;
  SampleCounter& counter_;
  TurnHooks hooks_;
};

}  // namespace sphlab
