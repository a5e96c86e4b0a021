// Which particles the oracle computes anew: all, or a sample of them where all would take long.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "harness/verify/sight.hpp"

namespace sphlab {

/// Targets that a thread of the oracle takes at a time: so few that those of a sample are enough
/// for every thread, and none waits for another that has the ones with the most neighbours.
inline constexpr int targets_at_a_time = 16;

/// The live particles of a state that are judged; sources are all of [0, live) for each of them, or
/// those of them that it can see.
///
/// A sample is made of runs of `run` particles that follow each other in the order of the state,
/// spread evenly over it: every particle is as likely to be in it as any other, and a run holds the
/// first and the last target of a task, whose edges are where a traversal goes wrong.
class JudgedParticles {
 public:
  static constexpr std::size_t run = 64;
  /// Particles of a sample by candidates at least, and of one that nothing else is asked of.
  static constexpr std::size_t usual = 128 * run;
  /// Pairs of particles in touching cells that a pass is judged by: all, or those of a sample. The
  /// oracle takes a second for some 10^9 of them.
  static constexpr double most_candidates = 1e9;
  /// The same in the later states of a scenario, of whose first state more are judged: not each of
  /// twenty states of a run is worth seconds a variant.
  static constexpr double most_candidates_later = 1e8;

  /// All of them. Implicit: a function that takes judged particles takes a number of live ones.
  JudgedParticles(std::size_t live) : live_(live), all_(live), count_(live) {}

  /// A sample of about `most` candidates where there are more, and particles enough for one.
  static JudgedParticles by_candidates(std::size_t live, std::uint64_t candidates,
                                       double most = most_candidates) {
    const double share = most / static_cast<double>(candidates);
    if (share >= 1) return live;
    return sample(live,
                  std::max(static_cast<std::size_t>(share * static_cast<double>(live)), usual));
  }

  /// About `wanted` of them, two runs at least, where there are more than `most` and than those.
  static JudgedParticles at_most(std::size_t live, std::size_t most, std::size_t wanted = usual) {
    return live > most ? sample(live, std::max(wanted, 2 * run)) : live;
  }

  /// The particles with these indices, which ascend and are below `live`. @param all the live
  /// particles that they are a sample of, where those of the state are an excerpt.
  static JudgedParticles of(std::size_t live, std::vector<std::uint32_t> indices, std::size_t all) {
    JudgedParticles judged(live);
    judged.count_ = indices.size();
    judged.all_ = all;
    judged.indices_ = std::make_shared<const std::vector<std::uint32_t>>(std::move(indices));
    return judged;
  }

  /// About a `times`-th of a sample, for what is judged so often; no fewer than `usual`. The same
  /// where all are judged.
  JudgedParticles thinned(std::size_t times) const {
    const std::size_t every = std::min(times, count_ / usual);
    if (!is_sample() || every <= 1) return *this;
    std::vector<std::uint32_t> indices;
    for (std::size_t k = 0; k < count_; ++k) {
      if (k / run % every == 0) indices.push_back(static_cast<std::uint32_t>((*this)[k]));
    }
    JudgedParticles fewer = of(live_, std::move(indices), all_);
    fewer.sight_ = sight_;
    return fewer;
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

  bool is_sample() const { return count_ < all_; }
  /// Live particles of the state.
  std::size_t live() const { return live_; }
  /// Live particles that those judged stand for.
  std::size_t all() const { return all_; }
  /// Number of particles that are judged.
  std::size_t count() const { return count_; }
  /// Index in the state of the k-th of them; ascending.
  std::size_t operator[](std::size_t k) const {
    if (indices_) return (*indices_)[k];
    if (!is_sample()) return k;
    return k / run * (live_ - run) / (count_ / run - 1) + k % run;
  }
  /// Scales a number counted over those judged to all live ones: exact where all are judged.
  std::uint64_t over_all(std::uint64_t counted) const {
    if (!is_sample()) return counted;
    const double share = static_cast<double>(all_) / static_cast<double>(count_);
    return static_cast<std::uint64_t>(std::llround(static_cast<double>(counted) * share));
  }

 private:
  /// Whole runs of `wanted` particles.
  static JudgedParticles sample(std::size_t live, std::size_t wanted) {
    JudgedParticles judged(live);
    if (live > wanted) judged.count_ = wanted / run * run;
    return judged;
  }

  std::size_t live_;
  std::size_t all_;
  std::size_t count_;
  std::shared_ptr<const std::vector<std::uint32_t>> indices_;  ///< nullptr: by rule
  const Sight* sight_ = nullptr;
};

/// How many particles are judged.
struct SampleSize {
  std::size_t most = std::numeric_limits<std::size_t>::max();  ///< more than these by a sample
  std::size_t sample = JudgedParticles::usual;                 ///< particles of it

  JudgedParticles of(std::size_t live) const {
    return JudgedParticles::at_most(live, most, sample);
  }
};

}  // namespace sphlab
