#include "harness/best/standings.hpp"

#include <algorithm>
#include <cmath>

#include "harness/records/statistics.hpp"

namespace sphlab {

Tried& Standings::entry(Point point) {
  const auto [place, is_new] = place_.emplace(point, tried_.size());
  if (is_new) tried_.push_back({.point = point});
  return tried_[place->second];
}

void Standings::take_in(const RoundTimes& times) {
  double scale = 1;
  if (const Tried* leader = this->leader(); leader != nullptr && times.contains(leader->point))
    scale = leader->seconds / median(times.at(leader->point));
  for (const auto& [point, of_point] : times) {
    Tried& tried = entry(point);
    const auto before = static_cast<double>(tried.blocks);
    const auto now = static_cast<double>(of_point.size());
    const double seconds = scale * median(of_point);
    tried.seconds = before == 0
                        ? seconds
                        : std::exp((before * std::log(tried.seconds) + now * std::log(seconds)) /
                                   (before + now));
    tried.blocks += of_point.size();
    if (of_point.size() == 2) pairs_.push_back(std::abs(std::log(of_point[0] / of_point[1])));
  }
}

double Standings::noise() const {
  constexpr double deviations_per_median = 1.048;  // of the difference of two normal values
  return pairs_.empty() ? 0 : deviations_per_median * median(pairs_);
}

Tried* Standings::leader() {
  return fastest([](const Tried&) { return true; });
}

Tried* Standings::best_of(const std::string& traversal) {
  return fastest([&](const Tried& tried) { return course_.traversal(tried.point) == traversal; });
}

std::vector<const Tried*> Standings::by_seconds(const std::string& traversal) const {
  std::vector<const Tried*> points;
  for (const Tried& tried : tried_) {
    if (tried.may_be_right() && course_.traversal(tried.point) == traversal)
      points.push_back(&tried);
  }
  std::sort(points.begin(), points.end(),
            [](const Tried* a, const Tried* b) { return a->seconds < b->seconds; });
  return points;
}

}  // namespace sphlab
