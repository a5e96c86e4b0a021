// The interface of what a search goes over: points that can be measured, and their neighbours.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sphlab {

/// A point of a space, numbered in the order in which points are met.
using Point = std::size_t;

/// A block that only tells the search where to go, of `least_seconds` where cycles are shorter; or
/// one whose samples are kept, `kept_as` its number.
struct BlockWanted {
  double least_seconds = 0;
  std::optional<std::uint64_t> kept_as = std::nullopt;
};

/// A space whose points have a cost. Points belong to traversals, which no step leaves; each axis
/// of a point holds its neighbours that differ from it in one coordinate.
class Course {
 public:
  Course() = default;
  virtual ~Course() = default;
  Course(const Course&) = delete;
  Course& operator=(const Course&) = delete;

  /// Seconds of the budget that have passed.
  virtual double now() = 0;
  /// Points to start from, one of each traversal.
  virtual std::vector<Point> starts() = 0;
  virtual const std::string& traversal(Point point) const = 0;
  /// Name of a point, for people.
  virtual std::string label(Point point) const = 0;
  /// Why a point cannot be measured, or is not right; "" where nothing is known against it.
  virtual const std::string& trouble(Point point) const = 0;
  /// Neighbours of a point that was measured, by axis: the most telling axis first, and in each of
  /// them what is likeliest to be good. The same axis has the same place whatever the point, as far
  /// as both have it; it may be empty.
  virtual const std::vector<std::vector<Point>>& axes(Point point) = 0;
  /// Measures a block, and prepares what that needs: seconds of a step. Nothing where the point
  /// cannot be measured: then it never can. Throws Interrupted.
  virtual std::optional<double> measure(Point point, const BlockWanted& block) = 0;
  /// Whether what the point computes is right. Forgets the blocks that were kept. Throws
  /// Interrupted.
  virtual bool verify(Point point) = 0;
  /// verify() of a point that was timed, from a state that it has not seen.
  virtual bool confirm(Point point) = 0;
};

}  // namespace sphlab
