// Where slices of cell layers are cut, and how long each of them took (paper D, section 3).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include "kernels/grid/grid_rows.cuh"

namespace sphlab {

enum class SliceAxis { x, y };

/// Layers of cells along an axis.
inline std::uint32_t layers_along(SliceAxis axis, const Grid& grid) {
  return cells_along(grid, axis == SliceAxis::x ? Axis::x : Axis::y);
}

/// Particles of each layer.
/// @param cell_begin [grid.count + 1] of the linear order.
inline std::vector<double> particles_of_layers(SliceAxis axis, const Grid& grid,
                                               const std::uint32_t* cell_begin) {
  std::vector<double> particles(layers_along(axis, grid), 0.0);
  for (std::uint32_t key = 0; key < grid.count; ++key) {
    const CellIndex cell = cell_index(grid, key);
    const int layer = axis == SliceAxis::x ? cell.x : cell.y;
    particles[static_cast<std::size_t>(layer)] += cell_begin[key + 1] - cell_begin[key];
  }
  return particles;
}

/// Cuts layers into as many slices as `first` has entries before its last: slice s becomes the
/// layers [first[s], first[s + 1]), one at least, that cost as nearly alike as whole layers let
/// them.
/// @param costs of each layer, not negative; there are at least as many as slices.
inline void cut_layers(const std::vector<double>& costs, std::span<std::int32_t> first) {
  const std::size_t slices = first.size() - 1;
  std::vector<double> before(costs.size() + 1, 0.0);
  std::partial_sum(costs.begin(), costs.end(), before.begin() + 1);
  first[0] = 0;
  for (std::size_t s = 1; s < slices; ++s) {
    const double wanted = before.back() * static_cast<double>(s) / static_cast<double>(slices);
    const auto least = before.begin() + first[s - 1] + 1;
    const auto most = before.end() - 1 - static_cast<std::ptrdiff_t>(slices - s);
    auto cut = std::lower_bound(least, most, wanted);
    if (cut != least && wanted - *(cut - 1) < *cut - wanted) --cut;
    first[s] = static_cast<std::int32_t>(cut - before.begin());
  }
  first[slices] = static_cast<std::int32_t>(costs.size());
}

/// In memory that is not owned, all zero at first: it lives as long as the variant, so that cuts
/// are judged by the passes since then.
class Slices {
 public:
  static constexpr std::size_t bytes(std::uint32_t slices) {
    const std::size_t all = sizeof(Head) + slices * sizeof(double) + (slices + 1) * sizeof(int);
    return (all + line - 1) / line * line;
  }

  Slices(void* memory, std::uint32_t slices)
      : count_(slices),
        head_(static_cast<Head*>(memory)),
        seconds_(reinterpret_cast<double*>(head_ + 1)),
        first_(reinterpret_cast<std::int32_t*>(seconds_ + slices)) {}

  std::uint32_t count() const { return count_; }
  bool are_cut() const { return head_->cuts != 0; }
  std::uint32_t passes() const { return head_->passes; }  ///< since the last cut
  std::uint32_t cuts() const { return head_->cuts; }
  int first(std::uint32_t slice) const { return first_[slice]; }
  int last(std::uint32_t slice) const { return first_[slice + 1]; }

  /// One pass of one slice; slices may call it at the same time.
  void add_time(std::uint32_t slice, double seconds) { seconds_[slice] += seconds; }
  void end_pass() { ++head_->passes; }

  /// Cuts anew: by the particles of the layers the first time; later by what a particle took in the
  /// slice that its layer was in, since the last cut.
  void cut(const std::vector<double>& particles) {
    std::vector<double> costs = particles;
    if (passes() != 0) {
      head_->imbalance = imbalance();
      for (std::uint32_t s = 0; s < count_; ++s) weigh(costs, s);
    }
    cut_layers(costs, {first_, count_ + 1});
    std::fill(seconds_, seconds_ + count_, 0.0);
    head_->passes = 0;
    ++head_->cuts;
  }

  /// How much longer the slowest slice took than the mean, over that: since the last cut, or before
  /// it where there was no pass since.
  double imbalance() const {
    if (passes() == 0) return head_->imbalance;
    const double sum = std::accumulate(seconds_, seconds_ + count_, 0.0);
    return sum > 0 ? *std::max_element(seconds_, seconds_ + count_) * count_ / sum - 1 : 0;
  }

 private:
  static constexpr std::size_t line = 64;

  struct Head {
    std::uint32_t cuts, passes;
    double imbalance;
  };

  /// From particles to seconds. A slice without particles has told nothing: what comes into it
  /// weighs nothing until the next cut.
  void weigh(std::vector<double>& costs, std::uint32_t slice) const {
    const auto begin = costs.begin() + first(slice);
    const auto end = costs.begin() + last(slice);
    const double sum = std::accumulate(begin, end, 0.0);
    for (auto cost = begin; cost != end; ++cost) *cost *= sum > 0 ? seconds_[slice] / sum : 0;
  }

  std::uint32_t count_;
  Head* head_;
  double* seconds_;
  std::int32_t* first_;
};

}  // namespace sphlab
