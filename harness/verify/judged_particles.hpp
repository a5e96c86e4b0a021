// Which particles the oracle computes anew: all, or a sample of them where all would take minutes.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>

#include "harness/verify/sight.hpp"

namespace sphlab {

/// The live particles of a state that are judged; sources are all of [0, live) for each of them, or
/// those of them that it can see.
///
/// A sample is made of runs of `run` particles that follow each other in the order of the state,
/// spread evenly over it: every particle is as likely to be in it as any other, and a run holds the
/// first and the last target of a task, whose edges are where a traversal goes wrong.
class JudgedParticles {
 public:
  static constexpr std::size_t run = 64;
  static constexpr std::size_t runs_of_sample = 128;
  /// Particles of a sample.
  static constexpr std::size_t sampled = run * runs_of_sample;
  /// With more pairs of particles in touching cells, a pass is judged by a sample: the oracle takes
  /// a second for some 10^9 of them.
  static constexpr double most_candidates = 1e10;
  /// The same in the later states of a scenario, of whose first state more are judged: not each of
  /// twenty states of a run is worth ten seconds a variant.
  static constexpr double most_candidates_later = 1e9;

  /// All of them. Implicit: a function that takes judged particles takes a number of live ones.
  JudgedParticles(std::size_t live) : live_(live), count_(live) {}

  /// A sample where there are more candidates than `most`, and particles enough for one.
  static JudgedParticles by_candidates(std::size_t live, std::uint64_t candidates,
                                       double most = most_candidates) {
    JudgedParticles judged(live);
    const bool too_many = static_cast<double>(candidates) > most;
    if (too_many && live > sampled) judged.count_ = sampled;
    return judged;
  }

  /// A sample where there are more than `most`, and particles enough for one.
  static JudgedParticles at_most(std::size_t live, std::size_t most) {
    JudgedParticles judged(live);
    if (live > most && live > sampled) judged.count_ = sampled;
    return judged;
  }

  /// The same, with the sources that were in sight at the last rebuild alone. @param sight outlives
  /// what is returned.
  JudgedParticles seeing(const Sight& sight) const {
    JudgedParticles judged = *this;
    judged.sight_ = &sight;
    return judged;
  }
  /// nullptr: every pair is seen.
  const Sight* sight() const { return sight_; }

  bool is_sample() const { return count_ < live_; }
  std::size_t live() const { return live_; }
  /// Number of particles that are judged.
  std::size_t count() const { return count_; }
  /// Index in the state of the k-th of them; ascending.
  std::size_t operator[](std::size_t k) const {
    if (!is_sample()) return k;
    return k / run * (live_ - run) / (runs_of_sample - 1) + k % run;
  }
  /// Scales a number counted over those judged to all live ones: exact where all are judged.
  std::uint64_t over_all(std::uint64_t counted) const {
    if (!is_sample()) return counted;
    const double share = static_cast<double>(live_) / static_cast<double>(count_);
    return static_cast<std::uint64_t>(std::llround(static_cast<double>(counted) * share));
  }

 private:
  std::size_t live_;
  std::size_t count_;
  const Sight* sight_ = nullptr;
};

}  // namespace sphlab
