#include "harness/records/carry_over.hpp"

#include <algorithm>
#include <boost/math/distributions/fisher_f.hpp>
#include <cmath>
#include <map>
#include <numeric>

#include "harness/records/statistics.hpp"

namespace sphlab {
namespace {

/// A block of a contender, where it stands in the order of all.
struct Turn {
  std::uint64_t order = 0;
  std::size_t contender = 0;
  double deviation = 0;  ///< of the logarithm of its median from that of the contender's blocks
};

void add_turns(std::size_t contender, const Record::Samples& samples, std::vector<Turn>& turns) {
  std::map<std::uint64_t, std::uint64_t> first;
  for (std::size_t i = 0; i < samples.block.size(); ++i)
    first.try_emplace(samples.block[i], samples.order[i]);
  std::vector<Turn> own;
  std::vector<double> logarithms;
  for (const auto& [block, times] : times_by_block(samples)) {
    logarithms.push_back(std::log(median(times)));
    own.push_back({first.at(block), contender, logarithms.back()});
  }
  if (own.empty()) return;
  const double usual = median(logarithms);
  for (Turn& turn : own) turn.deviation -= usual;
  turns.insert(turns.end(), own.begin(), own.end());
}

/// Deviations by who ran before.
std::map<std::size_t, std::vector<double>> by_predecessor(std::vector<Turn> turns) {
  std::sort(turns.begin(), turns.end(),
            [](const Turn& a, const Turn& b) { return a.order < b.order; });
  std::map<std::size_t, std::vector<double>> groups;
  for (std::size_t k = 1; k < turns.size(); ++k)
    groups[turns[k - 1].contender].push_back(turns[k].deviation);
  return groups;
}

double mean_of(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

}  // namespace

std::optional<Record::CarryOver> carry_over_of(const std::vector<const Record::Samples*>& steps) {
  std::vector<Turn> turns;
  for (std::size_t k = 0; k < steps.size(); ++k) add_turns(k, *steps[k], turns);
  if (steps.size() < 3 || turns.size() < fewest_turns_to_carry * steps.size()) return std::nullopt;
  const auto groups = by_predecessor(std::move(turns));
  std::vector<double> all;
  double within = 0;
  double squares_of_counts = 0;
  for (const auto& [predecessor, deviations] : groups) {
    const double mean = mean_of(deviations);
    for (const double deviation : deviations) within += (deviation - mean) * (deviation - mean);
    squares_of_counts += static_cast<double>(deviations.size() * deviations.size());
    all.insert(all.end(), deviations.begin(), deviations.end());
  }
  const auto count = static_cast<double>(all.size());
  const auto group_count = static_cast<double>(groups.size());
  if (group_count < 2 || count <= group_count) return std::nullopt;
  double between = 0;
  for (const auto& [predecessor, deviations] : groups)
    between +=
        static_cast<double>(deviations.size()) * std::pow(mean_of(deviations) - mean_of(all), 2);
  const double of_between = between / (group_count - 1);
  const double of_within = within / (count - group_count);
  const double usual_size = (count - squares_of_counts / count) / (group_count - 1);
  const boost::math::fisher_f_distribution<double> chance(group_count - 1, count - group_count);
  const double by_chance = boost::math::quantile(chance, 0.95);
  const auto deviation = [&](double mean_square) {
    return std::sqrt(std::max(0.0, (mean_square - of_within) / usual_size));
  };
  const Record::CarryOver found{deviation(of_between), deviation(of_between / by_chance)};
  if (!std::isfinite(found.coefficient) || !std::isfinite(found.low)) return std::nullopt;
  return found;
}

}  // namespace sphlab
