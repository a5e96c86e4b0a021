// Loops over particles on all threads of the host, which come to the same as on one thread.
#pragma once

#include <cstddef>
#include <functional>
#include <utility>
#include <vector>

namespace sphlab {

/// As many OpenMP threads as the host offers.
int all_threads();

/// Loops over fewer particles stay on the thread that asks: to start the others costs more.
inline constexpr std::size_t least_for_all_threads = std::size_t{1} << 15;

/// The particles [begin, end) that a thread of the host loops over.
struct HostRange {
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// Contiguous ranges, in order, that together are [0, particles): one for each of all_threads(), or
/// a single one of few particles. At least one; some may be empty.
std::vector<HostRange> particle_ranges(std::size_t particles);

/// Calls work(k) once for each k in [0, ranges), each on a thread of its own as far as there are
/// threads; returns when all are done. Inside a parallel region it calls them one after the other.
/// What one throws leaves this function when all have ended; of several, that of the lowest k.
void on_threads(std::size_t ranges, const std::function<void(std::size_t k)>& work);

/// Calls body(range) for each of particle_ranges(particles), side by side. What it throws for the
/// first particles leaves this function, as in a loop over all of them.
/// @param body writes nothing that it writes or reads for another range.
template <class Body>
void over_ranges(std::size_t particles, Body&& body) {
  const std::vector<HostRange> ranges = particle_ranges(particles);
  on_threads(ranges.size(), [&](std::size_t k) { body(ranges[k]); });
}

/// Calls body(i) for each particle i in [0, particles), in ascending order within a range.
/// @param body, exceptions: as of over_ranges().
template <class Body>
void over_particles(std::size_t particles, Body&& body) {
  over_ranges(particles, [&](const HostRange& range) {
    for (std::size_t i = range.begin; i < range.end; ++i) body(i);
  });
}

/// What body(result, range) makes of a Result{} for each range, merged in the order of the
/// particles by first.merge(second). It is the same for any number of threads where the loop over
/// two ranges as one makes what merging their results makes: of counts, extremes and first
/// particles, not of sums of floating-point numbers.
/// @param body, exceptions: as of over_ranges().
template <class Result, class Body>
Result merged_over_ranges(std::size_t particles, Body&& body) {
  const std::vector<HostRange> ranges = particle_ranges(particles);
  std::vector<Result> results(ranges.size());
  on_threads(ranges.size(), [&](std::size_t k) {
    Result result{};  // on the stack of its thread: no cache line of another is written
    body(result, ranges[k]);
    results[k] = std::move(result);
  });
  for (std::size_t k = 1; k < results.size(); ++k) results.front().merge(results[k]);
  return std::move(results.front());
}

/// The same of body(result, i) for each particle i in [0, particles).
template <class Result, class Body>
Result merged_over_particles(std::size_t particles, Body&& body) {
  return merged_over_ranges<Result>(particles, [&](Result& result, const HostRange& range) {
    for (std::size_t i = range.begin; i < range.end; ++i) body(result, i);
  });
}

/// Whether holds(range) is true for each of particle_ranges(particles).
/// @param holds, exceptions: as of over_ranges().
template <class Holds>
bool true_of_ranges(std::size_t particles, Holds&& holds) {
  struct Both {
    bool value = true;
    void merge(const Both& other) { value = value && other.value; }
  };
  return merged_over_ranges<Both>(
             particles, [&](Both& both, const HostRange& range) { both.value = holds(range); })
      .value;
}

/// How many particles are faulty, and the first of them.
struct FaultyParticles {
  std::size_t count = 0;
  std::size_t first = 0;
  /// @param particle behind those taken before.
  void take(std::size_t particle) {
    if (count++ == 0) first = particle;
  }
  void merge(const FaultyParticles& behind) {
    if (count == 0) first = behind.first;
    count += behind.count;
  }
};

/// Those i in [0, particles) for which is_faulty(i).
template <class IsFaulty>
FaultyParticles faulty_particles(std::size_t particles, IsFaulty&& is_faulty) {
  return merged_over_particles<FaultyParticles>(particles,
                                                [&](FaultyParticles& faulty, std::size_t i) {
                                                  if (is_faulty(i)) faulty.take(i);
                                                });
}

}  // namespace sphlab
