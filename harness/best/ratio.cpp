#include "harness/best/ratio.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <random>
#include <set>
#include <stdexcept>
#include <vector>

#include "harness/records/statistics.hpp"

namespace sphlab {
namespace {

constexpr int resamples = 2000;
constexpr std::uint64_t bootstrap_seed = 20;

using Blocks = std::vector<std::vector<double>>;

std::set<std::uint64_t> numbers_of(const Record::Samples& samples) {
  return {samples.block.begin(), samples.block.end()};
}

/// The samples of each of the blocks named, in the order of their numbers.
Blocks blocks_of(const Record::Samples& samples, const std::set<std::uint64_t>& numbers) {
  std::map<std::uint64_t, std::vector<double>> by_number;
  for (const std::uint64_t number : numbers) by_number[number];
  for (std::size_t i = 0; i < samples.time_s.size(); ++i) {
    const auto block = by_number.find(samples.block[i]);
    if (block != by_number.end()) block->second.push_back(samples.time_s[i]);
  }
  Blocks blocks;
  for (auto& [number, times] : by_number) blocks.push_back(std::move(times));
  return blocks;
}

double median_of(const Blocks& blocks, const std::vector<std::size_t>& drawn) {
  std::vector<double> times;
  for (const std::size_t block : drawn)
    times.insert(times.end(), blocks[block].begin(), blocks[block].end());
  std::sort(times.begin(), times.end());
  return quantile(times, 0.5);
}

/// The interval of what `statistic` makes of blocks that are drawn.
template <class Statistic>
Interval interval_of(std::size_t blocks, const Statistic& statistic) {
  std::mt19937_64 generator(bootstrap_seed);
  std::vector<std::size_t> drawn(blocks);
  for (std::size_t block = 0; block < blocks; ++block) drawn[block] = block;
  Interval interval;
  interval.median = statistic(drawn);
  std::vector<double> values;
  for (int k = 0; k < resamples; ++k) {
    for (std::size_t& block : drawn) block = generator() % blocks;
    values.push_back(statistic(drawn));
  }
  std::sort(values.begin(), values.end());
  const double tail = (1 - interval_confidence) / 2;
  interval.low = quantile(values, tail);
  interval.high = quantile(values, 1 - tail);
  return interval;
}

}  // namespace

Interval median_interval(const Record::Samples& samples) {
  const Blocks blocks = blocks_of(samples, numbers_of(samples));
  return interval_of(blocks.size(), [&](const std::vector<std::size_t>& drawn) {
    return median_of(blocks, drawn);
  });
}

Interval ratio_interval(const Record::Samples& base, const Record::Samples& candidate) {
  const std::set<std::uint64_t> of_base = numbers_of(base);
  const std::set<std::uint64_t> of_candidate = numbers_of(candidate);
  std::set<std::uint64_t> both;
  std::set_intersection(of_base.begin(), of_base.end(), of_candidate.begin(), of_candidate.end(),
                        std::inserter(both, both.end()));
  if (both.empty()) throw std::invalid_argument("two series of samples have no block in common");
  const Blocks base_blocks = blocks_of(base, both);
  const Blocks candidate_blocks = blocks_of(candidate, both);
  return interval_of(both.size(), [&](const std::vector<std::size_t>& drawn) {
    return median_of(candidate_blocks, drawn) / median_of(base_blocks, drawn);
  });
}

}  // namespace sphlab
