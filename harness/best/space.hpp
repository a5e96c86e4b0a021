// Enumerates every variant that packs serve for a scenario by the coordinates in which variants
// differ, as a search asks for them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "harness/best/course.hpp"
#include "harness/scenarios/scenario.hpp"
#include "harness/stepping/simulation.hpp"
#include "harness/suites/suite.hpp"

namespace sphlab {

/// Coordinates of a variant beside its traversal, by the names that --vary takes: those of the
/// table of axes (Axis::varied_as), the toolchain, the tuning of passes and list, and that of all
/// other stages.
std::vector<std::string> axis_names();

/// Rebuild policies beside the scenario's own, none of which misses more pairs: shorter
/// intervals, skins that suffice for an interval, and skins whose use displacements watch. None
/// where nothing moves; no skins where walls reach beyond the influence radius.
/// @param is_exact without intervals that have no skin: where anything moves, they miss pairs.
std::vector<RebuildPolicy> policies_to_try(const Scenario& scenario, bool is_exact = false);

/// One variant by one pack. Points are numbered in the order in which they are met.
struct SpacePoint {
  const LoadedPack* pack = nullptr;
  SuiteVariant choice;  ///< bound to the pack's toolchain and runtime; nothing is swept
  std::string traversal;
};

/// Restrictions of a space.
struct SpaceLimits {
  std::vector<std::string> traversals = {};  ///< empty: all
  std::set<std::string> axes = {};           ///< axis_names() to go along; empty: all
  /// Whether starts have a policy that misses nothing, where the scenario has any, and inexact ones
  /// are not tried.
  bool is_exact = false;
  /// What a traversal may state that its rates err by, of the largest: see Strategy::stated_error.
  double error = 0;
};

/// A traversal that no point has, since its rates err by more than was asked for.
struct LeftOut {
  std::string traversal;
  double stated_error = 0;
};

/// Names those and what they state, and the option that ranks them; "" of none.
std::string left_out_text(const std::vector<LeftOut>& left_out);

class Space {
 public:
  /// @param packs of one runtime, the preferred first; they and the scenario outlive this.
  /// Throws Error: not_available where no pack serves the scenario's physics, for an unknown
  /// traversal, or where all are left out; usage for an unknown axis. Both name the nearest.
  Space(std::vector<const LoadedPack*> packs, const Scenario& scenario, SpaceLimits limits);

  /// One variant of each traversal, by the first pack that has it: with the default builder, format
  /// and tuning and the scenario's rebuild policy, or the nearest to them that the traversal
  /// serves.
  const std::vector<Point>& starts() const { return starts_; }
  /// In the order in which they were met.
  const std::vector<LeftOut>& left_out() const { return left_out_; }
  std::size_t size() const { return points_.size(); }  ///< points met so far
  /// Returns a point; it stays where it is.
  const SpacePoint& at(Point point) const { return points_[point]; }

  /// Adds the parameters that the stages of a point have, as its system tells them.
  void learn_tuning(Point point, const System& system);
  /// Neighbours of a point by axis; an axis may have none. Tuning is an axis a parameter, behind
  /// the others, and none where it was not learned.
  const std::vector<std::vector<Point>>& axes(Point point);

 private:
  struct Parameter {
    std::vector<std::string> stages;  ///< that have one tuning together
    std::string name;
    std::vector<std::uint32_t> values;
    std::uint32_t usual;
  };
  using Choices = std::vector<SpacePoint>;

  void require_known(const SpaceLimits& limits) const;
  void find_starts();
  bool add_start(SpacePoint start);
  bool leaves_out(const SpacePoint& start);
  Point meet(SpacePoint point);
  bool varies(const std::string& axis) const;
  bool is_served(const SpacePoint& point) const;

  Choices neighbours(const SpacePoint& from, const std::string& axis) const;
  Choices other_policies(const SpacePoint& from) const;
  Choices other_values(Point point, const Parameter& parameter) const;
  Choices other_toolchains(const SpacePoint& from) const;

  std::vector<const LoadedPack*> packs_;
  const Scenario& scenario_;
  SpaceLimits limits_;
  std::vector<RebuildPolicy> policies_;
  std::deque<SpacePoint> points_;         ///< whose places last
  std::map<std::string, Point> numbers_;  ///< of points, by what they are
  std::map<Point, std::vector<Parameter>> parameters_;
  std::map<Point, std::map<std::string, std::string>> strategies_;  ///< in use, by stage
  std::map<Point, std::vector<std::vector<Point>>> axes_;
  std::vector<Point> starts_;
  std::vector<LeftOut> left_out_;
};

}  // namespace sphlab
