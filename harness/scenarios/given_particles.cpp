#include "harness/scenarios/given_particles.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <limits>

#include "harness/error.hpp"

namespace sphlab {
namespace {

/// Steps of single precision that a radius must have at the far side of the box.
constexpr double least_steps_per_radius = 64;

[[noreturn]] void refuse(const std::string& file, std::uint64_t i, const std::string& what) {
  throw InputError(fmt::format("{}: position[{}]: {}", file, i, what));
}

void require_resolved(const ParticleFile& particles, double radius, const std::string& file) {
  const Vector extent = particles.extent();
  const double widest = *std::max_element(extent.begin(), extent.end());
  const double step = widest * std::numeric_limits<float>::epsilon();
  if (step * least_steps_per_radius <= radius) return;
  throw InputError(fmt::format(
      "{}: box: across {:.6g} {} single precision has steps of {:.3g}, too coarse for a radius of "
      "{:.6g}. Import those of a smaller box, with --box and --clip.",
      file, widest, particles.length_unit(), step, radius));
}

float4 placed(const ParticleFile& particles, std::uint64_t i, const std::string& file) {
  const Vector position = particles.position(i);
  std::array<float, 3> from_corner{};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const double x = position[axis];
    const double low = particles.lower()[axis];
    const double high = particles.upper()[axis];
    if (!(x >= low && x <= high)) {  // nor is NaN
      refuse(file, i,
             std::isfinite(x)
                 ? fmt::format("{} = {} is out of the box, which reaches from {} to {}. Import the "
                               "file again, with --box.",
                               "xyz"[axis], x, low, high)
                 : fmt::format("{} = {} is no place. Import the file again.", "xyz"[axis], x));
    }
    from_corner[axis] = static_cast<float>(x - low);
  }
  return {from_corner[0], from_corner[1], from_corner[2], 0};
}

/// Particles sorted by cells whose side is the reach, x fastest.
class SortedByCell {
 public:
  SortedByCell(const std::vector<float4>& positions, double reach) : reach_(reach) {
    bound(positions);
    std::vector<std::pair<std::uint64_t, std::uint32_t>> keys(positions.size());
    for (std::uint32_t i = 0; i < positions.size(); ++i) keys[i] = {key(positions[i]), i};
    std::sort(keys.begin(), keys.end());
    for (std::vector<float>* each : {&x_, &y_, &z_}) each->reserve(keys.size());
    keys_.reserve(keys.size());
    for (const auto& [own, i] : keys) {
      keys_.push_back(own);
      x_.push_back(positions[i].x);
      y_.push_back(positions[i].y);
      z_.push_back(positions[i].z);
    }
  }

  std::size_t size() const { return keys_.size(); }

  /// The most within reach of the particles [begin, end), or the first number above `most`.
  std::uint64_t most_within(std::size_t begin, std::size_t end, std::uint64_t most) const {
    std::uint64_t found = 0;
    Rows rows;
    for (std::size_t i = begin; i < end && found <= most; ++i) {
      if (i == begin || keys_[i] != keys_[i - 1]) rows = rows_around(keys_[i]);
      found = std::max(found, count(i, rows) - 1);  // it finds itself
    }
    return found;
  }

 private:
  /// Ranges of particles: those of three cells along x, in nine rows.
  struct Rows {
    std::array<std::pair<std::size_t, std::size_t>, 9> range{};
    std::size_t count = 0;
  };

  void bound(const std::vector<float4>& positions) {
    Vector high{};
    for (std::size_t axis = 0; axis < 3; ++axis) low_[axis] = coordinate(positions.front(), axis);
    high = low_;
    for (const float4& p : positions) {
      for (std::size_t axis = 0; axis < 3; ++axis) {
        low_[axis] = std::min(low_[axis], coordinate(p, axis));
        high[axis] = std::max(high[axis], coordinate(p, axis));
      }
    }
    for (std::size_t axis = 0; axis < 3; ++axis)
      cells_[axis] = static_cast<std::int64_t>((high[axis] - low_[axis]) / reach_) + 1;
  }

  static double coordinate(const float4& p, std::size_t axis) {
    return axis == 0 ? p.x : axis == 1 ? p.y : p.z;
  }

  std::uint64_t key(const float4& p) const {
    std::array<std::int64_t, 3> cell{};
    for (std::size_t axis = 0; axis < 3; ++axis)
      cell[axis] = static_cast<std::int64_t>((coordinate(p, axis) - low_[axis]) / reach_);
    return static_cast<std::uint64_t>((cell[2] * cells_[1] + cell[1]) * cells_[0] + cell[0]);
  }

  Rows rows_around(std::uint64_t own) const {
    const auto key = static_cast<std::int64_t>(own);
    const std::int64_t x = key % cells_[0], y = key / cells_[0] % cells_[1],
                       z = key / cells_[0] / cells_[1];
    Rows rows;
    for (std::int64_t k = std::max<std::int64_t>(z - 1, 0); k <= std::min(z + 1, cells_[2] - 1);
         ++k) {
      for (std::int64_t j = std::max<std::int64_t>(y - 1, 0); j <= std::min(y + 1, cells_[1] - 1);
           ++j) {
        const std::int64_t row = (k * cells_[1] + j) * cells_[0];
        const auto at = [&](std::int64_t first) {
          const auto found =
              std::lower_bound(keys_.begin(), keys_.end(), static_cast<std::uint64_t>(row + first));
          return static_cast<std::size_t>(found - keys_.begin());
        };
        rows.range[rows.count++] = {at(std::max<std::int64_t>(x - 1, 0)),
                                    at(std::min(x + 1, cells_[0] - 1) + 1)};
      }
    }
    return rows;
  }

  std::uint64_t count(std::size_t i, const Rows& rows) const {
    const auto reach2 = static_cast<float>(reach_ * reach_);
    const float x = x_[i], y = y_[i], z = z_[i];
    const float *xs = x_.data(), *ys = y_.data(), *zs = z_.data();
    std::uint32_t within = 0;
    for (std::size_t k = 0; k < rows.count; ++k) {
#pragma omp simd reduction(+ : within)
      for (std::size_t j = rows.range[k].first; j < rows.range[k].second; ++j) {
        const float dx = x - xs[j], dy = y - ys[j], dz = z - zs[j];
        within += dx * dx + dy * dy + dz * dz <= reach2 ? 1u : 0u;
      }
    }
    return within;
  }

  double reach_;
  Vector low_{};
  std::array<std::int64_t, 3> cells_{};
  std::vector<std::uint64_t> keys_;
  std::vector<float> x_, y_, z_;
};

}  // namespace

ParticleState given_particles(const ParticleFile& particles, double radius,
                              const std::string& file) {
  require_resolved(particles, radius, file);
  ParticleState state;
  const auto count = static_cast<std::uint32_t>(particles.particles());
  state.position.reserve(count);
  state.velocity.resize(count);
  state.identity.reserve(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    state.position.push_back(placed(particles, i, file));
    state.identity.push_back(make_identity(ParticleType::fluid, i));
  }
  return state;
}

std::uint64_t most_neighbours(const std::vector<float4>& positions, double reach,
                              std::uint64_t most) {
  const SortedByCell sorted(positions, reach);
  constexpr std::size_t at_once = 1024;
  const std::size_t pieces = (sorted.size() + at_once - 1) / at_once;
  std::atomic<std::uint64_t> found = 0;
#pragma omp parallel for schedule(dynamic)
  for (std::size_t piece = 0; piece < pieces; ++piece) {
    if (found > most) continue;
    const std::size_t end = std::min((piece + 1) * at_once, sorted.size());
    const std::uint64_t of_piece = sorted.most_within(piece * at_once, end, most);
    std::uint64_t before = found;
    while (before < of_piece && !found.compare_exchange_weak(before, of_piece)) {
    }
  }
  return found;
}

}  // namespace sphlab
