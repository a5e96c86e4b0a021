#include "harness/best/search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <set>
#include <utility>

#include "harness/best/ratio.hpp"
#include "harness/error.hpp"
#include "harness/interrupt.hpp"
#include "harness/measure/schedule.hpp"
#include "harness/measure/work_estimate.hpp"

namespace sphlab {
namespace {

/// Seconds of a block of the first rung, where cycles are shorter; eta times as long in each later
/// one.
constexpr double first_block_seconds = 0.005;
/// A point that took this share longer than the best in the first half of a round, and longer than
/// noise explains, is left out of the second.
constexpr double hopeless = 0.1;
/// Share of the budget that all verification may take, but for that of two points, which are always
/// ranked.
constexpr double verification_share = 0.1;
/// Most share of the budget that the ranking takes, so that there is a search before it.
constexpr double most_end_share = 0.5;
/// Rounds of kept blocks: least for an interval, and most, beyond which nothing is learned.
constexpr std::uint64_t fewest_rounds = fewest_blocks / 2;
constexpr std::uint64_t most_rounds = 12;
/// Points to rank that differ from the first in tuning alone, and the first.
constexpr int tunings_of_first = 3;
/// A kept block takes up to so many times as long as one of the last rung.
constexpr double kept_block_ratio = 1.5;
/// Of the next rung, what a traversal that survives is to have.
constexpr double points_of_a_survivor = 8;
/// Points of a round of an exhaustive search.
constexpr std::size_t exhaustive_round = 16;

class Search {
 public:
  Search(Course& course, const SearchPolicy& policy, const OnSearch& on_search)
      : course_(course),
        policy_(policy),
        on_search_(on_search),
        seed_(policy.seed),
        standings_(course) {}

  SearchOutcome run() {
    try {
      begin();
      policy_.exhaustive ? measure_all() : climb();
      rank();
    } catch (const Interrupted&) {
      outcome_.interrupted = true;
    }
    outcome_.tried = standings_.tried();
    outcome_.noise = standings_.noise();
    outcome_.traversals = starts_.size();
    outcome_.traversals_left = not_tried(starts_).size();
    return outcome_;
  }

 private:
  void begin() {
    begun_ = course_.now();
    starts_ = course_.starts();
    measure_round(starts_);
    require_any_measured();
    for (const Point start : starts_) racers_.push_back(course_.traversal(start));
    std::erase_if(racers_,
                  [&](const std::string& traversal) { return !standings_.best_of(traversal); });
    outcome_.rungs = 1;
  }

  /// When the search gives way to its end, as long as what is ranked will take as far as that is
  /// known: the blocks of two points and their verification.
  double search_end() const {
    if (policy_.exhaustive) return std::numeric_limits<double>::infinity();
    const double blocks = 2 * static_cast<double>(fewest_blocks) * kept_block_ratio * block_cost_;
    const double end =
        std::clamp(blocks + dearest_verification_ + verification_cost_ +
                       2 * usual_confirmation * dearest_verification_,
                   policy_.end_share * policy_.budget_s, most_end_share * policy_.budget_s);
    return std::max(begun_, policy_.budget_s - end);
  }

  /// Runs the rungs after the first, also when one traversal is left.
  void climb() {
    const double halvings =
        std::log(static_cast<double>(std::max<std::size_t>(2, racers_.size()))) /
        std::log(static_cast<double>(policy_.eta));
    const auto last = std::max(2.0, std::ceil(halvings));
    halve();
    for (rung_ = 1; static_cast<double>(rung_) <= last && course_.now() < search_end(); ++rung_) {
      ++outcome_.rungs;
      const double share = (static_cast<double>(rung_) + 1) / (last + 1);
      improve(begun_ + (search_end() - begun_) * share);
      if (static_cast<double>(rung_) < last) halve();
    }
    if (course_.now() >= search_end()) return;
    // those that are left have nothing left to try: the others may use the rest of the time
    readmit_all();
    improve(search_end());
  }

  void readmit_all() {
    std::set<std::string> traversals;
    for (const Tried& tried : standings_.tried()) traversals.insert(course_.traversal(tried.point));
    racers_.assign(traversals.begin(), traversals.end());
    sort_racers();
  }

  /// Measures rounds of the racers' best points with their neighbours.
  void improve(double end) {
    while (course_.now() < std::min(end, search_end())) {
      std::vector<Point> points = best_points();
      const std::size_t bests = points.size();
      add_neighbours(points, end);
      if (points.size() == bests) return;
      measure_round(points);
    }
  }

  std::vector<Point> best_points() {
    std::vector<Point> points;
    for (const std::string& traversal : racers_) {
      if (const Tried* best = standings_.best_of(traversal)) points.push_back(best->point);
    }
    return points;
  }

  /// Adds neighbours of the racers' best points along one axis, one of each racer in a turn: a
  /// round goes over as much of the axis as the time until `end` allows. All go along the same
  /// axis: one that was given a good value of an axis before the others would look better than they
  /// are.
  void add_neighbours(std::vector<Point>& points, double end) {
    double left = end - course_.now() - 2 * block_cost_ * static_cast<double>(points.size());
    const std::vector<std::vector<Point>> axis = next_axis();
    for (std::size_t turn = 0;; ++turn) {
      std::vector<Point> fresh;
      for (const std::vector<Point>& of_racer : axis) {
        if (turn < of_racer.size()) fresh.push_back(of_racer[turn]);
      }
      left -= (first_cost_ + block_cost_) * static_cast<double>(fresh.size());
      if (fresh.empty() || (left < 0 && turn > 0)) return;
      points.insert(points.end(), fresh.begin(), fresh.end());
    }
  }

  /// Points not tried along the next axis along which any racer has some, a row a racer.
  std::vector<std::vector<Point>> next_axis() {
    std::vector<std::vector<std::vector<Point>>> axes;
    std::size_t most = 0;
    for (const std::string& traversal : racers_) {
      axes.push_back(fresh_axes(traversal));
      most = std::max(most, axes.back().size());
    }
    for (std::size_t k = 0; k < most; ++k) {
      const std::size_t axis = (next_axis_ + k) % most;
      std::vector<std::vector<Point>> fresh;
      for (const auto& of_racer : axes) {
        if (axis < of_racer.size() && !of_racer[axis].empty()) fresh.push_back(of_racer[axis]);
      }
      if (fresh.empty()) continue;
      next_axis_ = axis + 1;
      return fresh;
    }
    return {};
  }

  /// Neighbours not tried yet of the racer's best point that has any, by axis.
  std::vector<std::vector<Point>> fresh_axes(const std::string& traversal) {
    for (const Tried* base : standings_.by_seconds(traversal)) {
      std::vector<std::vector<Point>> axes = course_.axes(base->point);
      bool has_any = false;
      for (std::vector<Point>& axis : axes) {
        axis = not_tried(axis);
        has_any = has_any || !axis.empty();
      }
      if (has_any) return axes;
    }
    return {};
  }

  std::vector<Point> not_tried(const std::vector<Point>& points) const {
    std::vector<Point> fresh;
    std::copy_if(points.begin(), points.end(), std::back_inserter(fresh),
                 [&](Point point) { return !standings_.has_met(point); });
    return fresh;
  }

  /// Measures one round: all points in a random order, and in its reverse those that have not lost
  /// already.
  void measure_round(const std::vector<Point>& points) {
    RoundTimes times;
    AbbaSchedule schedule(points.size(), seed_++);
    const std::vector<std::size_t> turns = schedule.next_round();
    const double lost = 1 + std::max(hopeless, 3 * standings_.noise());
    double best = std::numeric_limits<double>::infinity();
    for (std::size_t turn = 0; turn < turns.size(); ++turn) {
      const Point point = points[turns[turn]];
      const bool is_again = turn >= points.size();
      if (is_again && (!times.contains(point) || times[point].front() > lost * best)) continue;
      if (is_late()) break;
      tell(point);
      if (const auto seconds = timed_block(point)) {
        times[point].push_back(*seconds);
        best = std::min(best, *seconds);
      }
    }
    standings_.take_in(times);
  }

  /// Whether the search gives way to its end; not before anything was measured.
  bool is_late() { return measured_any_ && course_.now() >= search_end(); }

  /// Measures a block that is not kept, and learns what blocks take.
  std::optional<double> timed_block(Point point) {
    const bool is_new = !standings_.has_met(point);
    Tried& tried = standings_.entry(point);
    if (tried.failed) return std::nullopt;
    const double begin = course_.now();
    const auto seconds = course_.measure(point, {block_seconds()});
    const double took = course_.now() - begin;
    tried.rung = rung_;
    if (!seconds) {
      tried.failed = true;
      return std::nullopt;
    }
    learn(is_new ? first_cost_ : block_cost_, took);
    if (block_cost_ == 0) block_cost_ = took;
    if (!measured_any_) require_budget(point, took);
    measured_any_ = true;
    return seconds;
  }

  double block_seconds() const {
    return first_block_seconds *
           std::pow(static_cast<double>(policy_.eta), static_cast<double>(rung_));
  }

  /// Mean that forgets old values.
  static void learn(double& cost, double took) {
    constexpr double weight = 0.2;
    cost = cost == 0 ? took : (1 - weight) * cost + weight * took;
  }

  /// With the blocks that one point needs to be told with an interval.
  void require_budget(Point point, double took) {
    const double needed = course_.now() + static_cast<double>(fewest_blocks) * took;
    if (policy_.exhaustive || needed <= policy_.budget_s) return;
    throw Error(ExitCode::usage,
                fmt::format("a budget of {:.3g} s is too small for one variant: until {} was "
                            "prepared and measured {:.1f} s had passed, and {} more blocks end at "
                            "{:.1f} s. Give at least --budget {:.0f}s",
                            policy_.budget_s, course_.label(point), course_.now(), fewest_blocks,
                            needed, std::ceil(2 * needed)));
  }

  void require_any_measured() const {
    if (!measured_any_) throw_failed(ExitCode::not_available, "can be measured here");
  }

  void require_any_right() {
    if (standings_.leader() == nullptr) throw_failed(ExitCode::verification, "passed verification");
  }

  [[noreturn]] void throw_failed(ExitCode code, const char* what) const {
    const Point first = standings_.tried().front().point;
    throw Error(code, fmt::format("none of {} variants that were tried {}; the first, {}: {}",
                                  standings_.tried().size(), what, course_.label(first),
                                  course_.trouble(first)));
  }

  /// Keeps the traversals of the best points, each verified; the others leave the race.
  void halve() {
    for (;;) {
      sort_racers();
      const auto left = static_cast<std::ptrdiff_t>(survivors());
      const auto doubtful = std::find_if(
          racers_.begin(), racers_.begin() + left,
          [&](const std::string& traversal) { return !standings_.best_of(traversal)->verified; });
      const bool may_verify = !verified_any_ || dearest_verification_ <= share_left(2, 2);
      if (doubtful != racers_.begin() + left && may_verify) {
        verify(*standings_.best_of(*doubtful));
        continue;
      }
      racers_.erase(racers_.begin() + left, racers_.end());
      return;
    }
  }

  /// Seconds that verification may still take beside so many verifications and confirmations.
  double share_left(double verifications, double confirmations) const {
    return verification_share * policy_.budget_s - verified_s_ -
           verifications * verification_cost() - confirmations * confirmation_cost();
  }

  /// Seconds of a verification, of one behind the first as soon as that is known.
  double verification_cost() const {
    return verification_cost_ > 0 ? verification_cost_ : dearest_verification_;
  }
  double confirmation_cost() const { return usual_confirmation * verification_cost(); }

  /// Racers, the fastest first, without those that have nothing right.
  void sort_racers() {
    std::erase_if(racers_, [&](const std::string& traversal) {
      return standings_.best_of(traversal) == nullptr;
    });
    require_any_right();
    std::stable_sort(racers_.begin(), racers_.end(),
                     [&](const std::string& a, const std::string& b) {
                       return standings_.best_of(a)->seconds < standings_.best_of(b)->seconds;
                     });
  }

  /// How many of the sorted racers survive: one of eta, and those whose interval reaches the
  /// neighbourhood of the best, as long as they are not twice as many.
  std::size_t survivors() {
    const std::size_t half = (racers_.size() + policy_.eta - 1) / policy_.eta;
    const std::size_t least = std::clamp<std::size_t>(traversals_affordable(), 1, half);
    const double best = standings_.best_of(racers_.front())->seconds;
    std::size_t left = least;
    for (; left < std::min(racers_.size(), 2 * least); ++left) {
      const Tried& tried = *standings_.best_of(racers_[left]);
      const double deviation =
          2 * standings_.noise() / std::sqrt(static_cast<double>(tried.blocks));
      if (tried.seconds > best * (1 + policy_.close + deviation)) break;
    }
    return left;
  }

  /// How many traversals the time until the end serves with some points each.
  std::size_t traversals_affordable() {
    const double left = std::max(0.0, search_end() - course_.now());
    const double of_traversal = points_of_a_survivor * (first_cost_ + block_cost_);
    return static_cast<std::size_t>(std::min(left / of_traversal, 1e3));
  }

  void verify(Tried& tried) {
    const double begin = course_.now();
    on_search_(fraction(), fmt::format("verifying {}", course_.label(tried.point)));
    tried.verified = course_.verify(tried.point);
    tried.failed = !tried.verified;
    const double took = course_.now() - begin;
    verified_s_ += took;
    dearest_verification_ = std::max(dearest_verification_, took);
    // the first brings the oracle about, which others share
    if (std::exchange(verified_any_, true)) learn(verification_cost_, took);
  }

  /// Measures every point that can be reached, in rounds with the leader.
  void measure_all() {
    std::vector<Point> reached = points_of(standings_.tried());
    std::set<Point> known(reached.begin(), reached.end());
    std::size_t measured = reached.size();
    for (std::size_t next = 0; next < reached.size() || measured < reached.size();) {
      for (; next < measured; ++next) reach_from(reached[next], reached, known);
      if (measured == reached.size()) continue;
      const std::size_t end = std::min(reached.size(), measured + exhaustive_round);
      std::vector<Point> points;
      if (const Tried* best = standings_.leader()) points.push_back(best->point);
      for (; measured < end; ++measured) points.push_back(reached[measured]);
      measure_round(points);
    }
  }

  void reach_from(Point point, std::vector<Point>& reached, std::set<Point>& known) {
    if (standings_.entry(point).failed) return;
    for (const std::vector<Point>& axis : course_.axes(point)) {
      for (const Point neighbour : axis) {
        if (known.insert(neighbour).second) reached.push_back(neighbour);
      }
    }
  }

  static std::vector<Point> points_of(const std::vector<Tried>& tried) {
    std::vector<Point> points;
    for (const Tried& each : tried) points.push_back(each.point);
    return points;
  }

  /// Takes kept blocks of the best points, of those that are still right behind them.
  void rank() {
    ++rung_;
    outcome_.searched_s = course_.now();
    while (outcome_.ranked.empty()) {
      const std::vector<Point> points = choose_ranked();
      require_any_right();
      if (points.empty()) return;
      keep_rounds(points);
      leave_confirmed();
    }
  }

  void keep_rounds(const std::vector<Point>& points) {
    const auto count = static_cast<double>(points.size());
    for (std::uint64_t round = 0; round < most_rounds; ++round) {
      const bool is_enough = round >= fewest_rounds && !policy_.exhaustive;
      const double of_round = (2 * kept_cost_ + confirmation_cost()) * count;
      if (is_enough && course_.now() + of_round > policy_.budget_s) return;
      keep_round(points, round);
      outcome_.rounds = round + 1;
    }
  }

  /// Keeps ranked what computes the right rates also after it was timed.
  void leave_confirmed() {
    for (const Point point : std::vector<Point>(outcome_.ranked)) {
      on_search_(fraction(), fmt::format("verifying {} after timing", course_.label(point)));
      if (course_.confirm(point)) continue;
      Tried& tried = standings_.entry(point);
      tried.failed = true;
      tried.ranked = false;
      std::erase(outcome_.ranked, point);
    }
  }

  /// As many as the time allows, but two at least; among them the best of another traversal than
  /// the first's, and of points that differ in tuning alone few, as long as there are others.
  std::vector<Point> choose_ranked() {
    learn_kept_cost();
    std::vector<Point> chosen;
    for (;;) {
      // each verification tells better what the next ones take
      const std::size_t wanted = affordable(chosen.size());
      if (chosen.size() >= wanted) break;
      Tried* next = next_to_rank(chosen, wanted);
      if (next == nullptr) break;
      if (!next->verified) verify(*next);
      if (next->verified) chosen.push_back(next->point);
    }
    return chosen;
  }

  /// The best that is not chosen, of another traversal where it is the last to choose and all are
  /// of one.
  Tried* next_to_rank(const std::vector<Point>& chosen, std::size_t wanted) {
    const auto is_of_first = [&](Point p) {
      return course_.traversal(p) == course_.traversal(chosen[0]);
    };
    const bool is_last = !chosen.empty() && chosen.size() + 1 >= wanted;
    if (is_last && std::all_of(chosen.begin(), chosen.end(), is_of_first)) {
      Tried* other =
          standings_.fastest([&](const Tried& tried) { return !is_of_first(tried.point); });
      if (other != nullptr) return other;
    }
    const auto is_new = [&](const Tried& tried) {
      return std::find(chosen.begin(), chosen.end(), tried.point) == chosen.end();
    };
    Tried* next = standings_.fastest([&](const Tried& tried) {
      return is_new(tried) && (policy_.exhaustive || has_few_tunings(chosen, tried.point));
    });
    return next != nullptr ? next : standings_.fastest(is_new);
  }

  /// Whether one more of this label, whose points differ in tuning alone, may be ranked: of the
  /// first's, whose tunings decide who wins, several; of others the best.
  bool has_few_tunings(const std::vector<Point>& chosen, Point point) const {
    const std::string label = course_.label(point);
    const auto ranked = std::count_if(chosen.begin(), chosen.end(),
                                      [&](Point other) { return course_.label(other) == label; });
    const bool is_of_first = !chosen.empty() && course_.label(chosen[0]) == label;
    return ranked < (is_of_first ? tunings_of_first : 1);
  }

  /// Measures what a block that is kept takes now.
  void learn_kept_cost() {
    const Tried* first = standings_.leader();
    if (policy_.exhaustive || first == nullptr) return;
    const double begin = course_.now();
    course_.measure(first->point, {block_seconds()});
    kept_cost_ = kept_block_ratio * (course_.now() - begin);
  }

  /// How many points can be ranked, those chosen among them: as many as the time that is left and
  /// the share of verification allow, but two at least.
  std::size_t affordable(std::size_t chosen) const {
    if (policy_.exhaustive) return policy_.top;
    const auto least = static_cast<double>(std::min<std::size_t>(2, policy_.top));
    const auto already = static_cast<double>(chosen);
    const double blocks = fewest_blocks * kept_cost_;
    const double verified = verification_cost() + confirmation_cost();
    const double time_left =
        policy_.budget_s - course_.now() - already * (blocks + confirmation_cost());
    const double more = std::min(time_left / std::max(blocks + verified, 1e-9),
                                 share_left(0, already) / std::max(verified, 1e-9));
    return static_cast<std::size_t>(
        std::clamp(already + more, least, static_cast<double>(policy_.top)));
  }

  void keep_round(const std::vector<Point>& points, std::uint64_t round) {
    AbbaSchedule schedule(points.size(), seed_++);
    std::size_t turn = 0;
    const double begin = course_.now();
    for (const std::size_t index : schedule.next_round()) {
      tell(points[index]);
      keep_block(points[index], 2 * round + turn / points.size());
      ++turn;
    }
    kept_cost_ = (course_.now() - begin) / static_cast<double>(turn);
  }

  void keep_block(Point point, std::uint64_t number) {
    Tried& tried = standings_.entry(point);
    if (tried.failed) return;
    const double least_seconds = block_seconds();
    tried.rung = rung_;
    tried.failed = !course_.measure(point, {least_seconds, number}).has_value();
    if (!tried.failed && !std::exchange(tried.ranked, true)) outcome_.ranked.push_back(point);
    if (tried.failed) std::erase(outcome_.ranked, point);
  }

  double fraction() {
    if (policy_.exhaustive) return 0;
    return std::min(1.0, course_.now() / policy_.budget_s);
  }

  void tell(Point point) {
    on_search_(fraction(), fmt::format("rung {}, {} tried: {}", rung_ + 1,
                                       standings_.tried().size(), course_.label(point)));
  }

  Course& course_;
  const SearchPolicy policy_;
  const OnSearch& on_search_;
  std::uint64_t seed_;
  double begun_ = 0;
  std::size_t rung_ = 0;
  bool measured_any_ = false;
  bool verified_any_ = false;
  double first_cost_ = 0;            ///< of a point's first block, its preparation included [s]
  double block_cost_ = 0;            ///< of a later block [s]
  double kept_cost_ = 0;             ///< of one that is kept [s]
  double verification_cost_ = 0;     ///< of one behind the first [s]
  double verified_s_ = 0;            ///< of all verifications so far [s]
  double dearest_verification_ = 0;  ///< and of any: of another radius, it needs another oracle [s]
  std::size_t next_axis_ = 0;        ///< along which the race goes on
  std::vector<Point> starts_;
  std::vector<std::string> racers_;  ///< the traversals in the race
  Standings standings_;
  SearchOutcome outcome_;
};

}  // namespace

SearchOutcome search(Course& course, const SearchPolicy& policy, const OnSearch& on_search) {
  return Search(course, policy, on_search).run();
}

}  // namespace sphlab
