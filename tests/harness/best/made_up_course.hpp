// A course whose costs are known: a space of so many traversals and axes with made-up factors,
// noise and a clock of its own.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "harness/best/course.hpp"
#include "harness/interrupt.hpp"

namespace sphlab::test {

/// What a course is made of.
struct MadeUp {
  std::size_t traversals = 12;
  std::vector<std::size_t> axes{4, 3, 6};  ///< values of each
  std::size_t tunings = 1;            ///< values of the first axis that a label does not tell apart
  double spread_of_traversals = 0.4;  ///< standard deviations of logarithms
  double spread_of_values = 0.15;
  double spread_of_pairs = 0.03;  ///< of what two neighbouring axes have together
  double noise = 0.01;            ///< of a block
  double step_s = 0.5e-3;
  double preparation_s = 0.05;
  double verification_s = 0.2;
  std::uint64_t steps_of_a_block = 120;
  std::uint64_t seed = 1;
};

/// Points are numbers in a mixed base: the values of the axes, the first fastest, then the
/// traversal.
class MadeUpCourse : public Course {
 public:
  explicit MadeUpCourse(const MadeUp& made) : made_(made), generator_(made.seed) {
    for (const std::size_t values : made_.axes) points_of_traversal_ *= values;
    costs_.resize(made_.traversals * points_of_traversal_);
    for (std::size_t traversal = 0; traversal < made_.traversals; ++traversal) {
      names_.push_back(fmt::format("traversal-{}", traversal));
      make_costs(traversal);
    }
  }

  std::size_t points() const { return costs_.size(); }
  double cost(Point point) const { return costs_[point]; }
  double least_cost() const { return *std::min_element(costs_.begin(), costs_.end()); }
  Point best() const {
    return static_cast<Point>(std::min_element(costs_.begin(), costs_.end()) - costs_.begin());
  }
  /// How far a point is from the best: 0.03 is 3 %.
  double regret(Point point) const { return cost(point) / least_cost() - 1; }
  /// That two blocks of every point take, with its preparation [s].
  double sweep_seconds() const {
    double seconds = 0;
    for (const double cost : costs_) seconds += made_.preparation_s + 2 * block_seconds(cost);
    return seconds;
  }
  double block_seconds(double cost) const {
    return cost * static_cast<double>(made_.steps_of_a_block);
  }

  double now() override { return now_; }
  std::vector<Point> starts() override {
    std::vector<Point> starts;
    for (std::size_t traversal = 0; traversal < made_.traversals; ++traversal)
      starts.push_back(traversal * points_of_traversal_);
    return starts;
  }
  const std::string& traversal(Point point) const override {
    return names_[point / points_of_traversal_];
  }
  std::string label(Point point) const override {
    return fmt::format("point {}", point / made_.tunings);
  }
  const std::string& trouble(Point point) const override {
    static const std::string none;
    static const std::string refuses = "it is made to refuse";
    static const std::string is_wrong = "it is made to be wrong";
    if (refused.contains(point)) return refuses;
    return wrong.contains(point) ? is_wrong : none;
  }

  const std::vector<std::vector<Point>>& axes(Point point) override {
    auto& axes = axes_[point];
    if (!axes.empty()) return axes;
    std::size_t stride = 1;
    for (const std::size_t values : made_.axes) {
      const std::size_t value = point / stride % values;
      axes.emplace_back();
      for (std::size_t other = 0; other < values; ++other) {
        if (other != value) axes.back().push_back(point - value * stride + other * stride);
      }
      stride *= values;
    }
    if (without_first_axis.contains(point / points_of_traversal_)) axes.front().clear();
    return axes;
  }

  std::optional<double> measure(Point point, const BlockWanted& block) override {
    ++blocks_measured;
    if (interrupt_at != 0 && blocks_measured >= interrupt_at) throw Interrupted();
    if (refused.contains(point)) return std::nullopt;
    if (prepared.insert(point).second) now_ += made_.preparation_s;
    now_ += block_seconds(cost(point));
    if (block.kept_as) kept[point].push_back(*block.kept_as);
    return cost(point) * std::exp(made_.noise * normal_(generator_)) * (1 + drift_per_s * now_);
  }

  bool verify(Point point) override {
    now_ += made_.verification_s;
    verified.insert(point);
    return !wrong.contains(point);
  }

  bool confirm(Point point) override {
    now_ += 0.3 * made_.verification_s;
    confirmed.insert(point);
    return !goes_wrong.contains(point);
  }

  std::set<std::size_t> without_first_axis;  ///< traversals
  std::set<Point> refused;                   ///< cannot be measured
  std::set<Point> wrong;                     ///< do not pass
  std::set<Point> goes_wrong;                ///< pass until they were timed
  std::set<Point> confirmed;                 ///< verified again behind the timing
  std::uint64_t interrupt_at = 0;            ///< the block that a request to stop meets
  double drift_per_s = 0;                    ///< by which all that is measured gets slower
  std::uint64_t blocks_measured = 0;
  std::set<Point> prepared, verified;
  std::map<Point, std::vector<std::uint64_t>> kept;  ///< numbers of blocks

 private:
  double factor(double spread) { return std::exp(spread * normal_(generator_)); }

  void make_costs(std::size_t traversal) {
    const double base = made_.step_s * factor(made_.spread_of_traversals);
    std::vector<std::vector<double>> of_values, of_pairs;
    for (std::size_t axis = 0; axis < made_.axes.size(); ++axis) {
      of_values.emplace_back();
      of_pairs.emplace_back();
      const std::size_t next = made_.axes[(axis + 1) % made_.axes.size()];
      for (std::size_t value = 0; value < made_.axes[axis]; ++value)
        of_values.back().push_back(factor(made_.spread_of_values));
      for (std::size_t pair = 0; pair < made_.axes[axis] * next; ++pair)
        of_pairs.back().push_back(factor(made_.spread_of_pairs));
    }
    for (std::size_t place = 0; place < points_of_traversal_; ++place)
      costs_[traversal * points_of_traversal_ + place] = base * product(place, of_values, of_pairs);
  }

  double product(std::size_t place, const std::vector<std::vector<double>>& of_values,
                 const std::vector<std::vector<double>>& of_pairs) const {
    std::vector<std::size_t> values;
    for (const std::size_t count : made_.axes) {
      values.push_back(place % count);
      place /= count;
    }
    double product = 1;
    for (std::size_t axis = 0; axis < values.size(); ++axis) {
      const std::size_t next = (axis + 1) % values.size();
      product *= of_values[axis][values[axis]] *
                 of_pairs[axis][values[axis] * made_.axes[next] + values[next]];
    }
    return product;
  }

  MadeUp made_;
  std::mt19937_64 generator_;
  std::normal_distribution<double> normal_;
  std::size_t points_of_traversal_ = 1;
  std::vector<double> costs_;
  std::vector<std::string> names_;
  std::map<Point, std::vector<std::vector<Point>>> axes_;
  double now_ = 0;
};

}  // namespace sphlab::test
