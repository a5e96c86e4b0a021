// Loops over ranges of particles, cells or other items on all threads of the host, which come to
// the same as on one thread.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <utility>
#include <vector>

namespace sphlab {

/// Number of OpenMP threads that the host offers.
int all_threads();

/// Loops over fewer items stay on the thread that asks: to start the others costs more.
inline constexpr std::size_t least_for_all_threads = std::size_t{1} << 15;

/// The items [begin, end) that a thread of the host loops over.
struct HostRange {
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// Contiguous ranges, in order, that together are [0, items): one for each of all_threads(), or
/// a single one of few items. At least one; some may be empty.
std::vector<HostRange> host_ranges(std::size_t items);

/// Calls work(k) once for each k in [0, ranges), each on a thread of its own as far as there are
/// threads; returns when all are done. Inside a parallel region it calls them one after the other.
/// What one throws leaves this function when all have ended; of several, that of the lowest k.
void on_threads(std::size_t ranges, const std::function<void(std::size_t k)>& work);

/// Calls body(range) for each of host_ranges(items), side by side. What it throws for the
/// first items leaves this function, as in a loop over all of them.
/// @param body writes nothing that it writes or reads for another range.
template <class Body>
void over_ranges(std::size_t items, Body&& body) {
  const std::vector<HostRange> ranges = host_ranges(items);
  on_threads(ranges.size(), [&](std::size_t k) { body(ranges[k]); });
}

/// Calls body(i) for each i in [0, items), in ascending order within a range.
/// @param body, exceptions: as of over_ranges().
template <class Body>
void over_items(std::size_t items, Body&& body) {
  over_ranges(items, [&](const HostRange& range) {
    for (std::size_t i = range.begin; i < range.end; ++i) body(i);
  });
}

/// What body(result, range) makes of a Result{} for each range, merged in the order of the
/// items by first.merge(second). It is the same for any number of threads where the loop over
/// two ranges as one makes what merging their results makes: of counts, extremes and first
/// items, not of sums of floating-point numbers.
/// @param body, exceptions: as of over_ranges().
template <class Result, class Body>
Result merged_over_ranges(std::size_t items, Body&& body) {
  const std::vector<HostRange> ranges = host_ranges(items);
  std::vector<Result> results(ranges.size());
  on_threads(ranges.size(), [&](std::size_t k) {
    Result result{};  // on the stack of its thread: no cache line of another is written
    body(result, ranges[k]);
    results[k] = std::move(result);
  });
  for (std::size_t k = 1; k < results.size(); ++k) results.front().merge(results[k]);
  return std::move(results.front());
}

/// Merges results of body(result, i) for each i in [0, items).
template <class Result, class Body>
Result merged_over_items(std::size_t items, Body&& body) {
  return merged_over_ranges<Result>(items, [&](Result& result, const HostRange& range) {
    for (std::size_t i = range.begin; i < range.end; ++i) body(result, i);
  });
}

/// Whether holds(range) is true for each of host_ranges(items).
/// @param holds, exceptions: as of over_ranges().
template <class Holds>
bool true_of_ranges(std::size_t items, Holds&& holds) {
  struct Both {
    bool value = true;
    void merge(const Both& other) { value = value && other.value; }
  };
  return merged_over_ranges<Both>(
             items, [&](Both& both, const HostRange& range) { both.value = holds(range); })
      .value;
}

/// Counts one more, and returns how many there were. Several threads count.
template <class Counter>
Counter count_one(Counter& counter) {
  return std::atomic_ref(counter).fetch_add(1, std::memory_order_relaxed);
}

/// Number of faulty particles, and the first of them.
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

/// Counts the i in [0, particles) for which is_faulty(i).
template <class IsFaulty>
FaultyParticles faulty_particles(std::size_t particles, IsFaulty&& is_faulty) {
  return merged_over_items<FaultyParticles>(particles, [&](FaultyParticles& faulty, std::size_t i) {
    if (is_faulty(i)) faulty.take(i);
  });
}

}  // namespace sphlab
