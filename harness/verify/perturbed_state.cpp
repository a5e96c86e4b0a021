#include "harness/verify/perturbed_state.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <random>

#include "harness/scenarios/periodic_box.hpp"
#include "harness/scenarios/physics.hpp"
#include "harness/verify/double_vector.hpp"
#include "harness/verify/oracle_cells.hpp"
#include "harness/verify/oracle_formulas.hpp"
#include "harness/verify/oracle_search.hpp"
#include "harness/verify/parallel_ranges.hpp"

namespace sphlab {
namespace {

/// (sin(kz + a) + cos(ky + b), sin(kx + b) + cos(kz + c), sin(ky + c) + cos(kx + a)): each
/// component is at most 2, and does not depend on its own coordinate.
class Flow {
 public:
  Flow(double length, std::mt19937_64& random) : k_(2 * std::numbers::pi / length) {
    std::uniform_real_distribution<double> phase(0, 2 * std::numbers::pi);
    for (double& each : phase_) each = phase(random);
  }
  DoubleVector at(const float4& p) const {
    const auto& [a, b, c] = phase_;
    return {std::sin(k_ * p.z + a) + std::cos(k_ * p.y + b),
            std::sin(k_ * p.x + b) + std::cos(k_ * p.z + c),
            std::sin(k_ * p.y + c) + std::cos(k_ * p.x + a)};
  }

 private:
  double k_;
  std::array<double, 3> phase_{};
};

/// Largest speed of the flow [m/s]; 0 where no constant gives one.
double speed_of(const Scenario& scenario) {
  double speed = std::numeric_limits<double>::infinity();
  if (scenario.wcsph.sound_speed > 0) speed = 0.01 * scenario.wcsph.sound_speed;
  if (scenario.fixed_dt > 0)
    speed = std::min(speed, 0.01 * scenario.influence_radius / scenario.fixed_dt);
  return std::isfinite(speed) ? speed : 0;
}

/// Brings the fluid nearest to each plane behind it, as one; of two planes that face each other
/// behind the first.
DoubleVector towards_planes(const ParticleState& state, const Scenario& scenario) {
  const PenaltyPlanes& planes = scenario.wcsph.planes;
  DoubleVector shift{};
  std::vector<DoubleVector> taken;
  for (std::uint32_t number = 0; number < planes.count; ++number) {
    const float4& plane = planes.plane[number];
    const DoubleVector normal = {plane.x, plane.y, plane.z};
    const auto faces = [&](const DoubleVector& other) {
      return normal[0] * other[0] + normal[1] * other[1] + normal[2] * other[2] < -0.5;
    };
    if (std::any_of(taken.begin(), taken.end(), faces)) continue;
    taken.push_back(normal);
    double depth = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < state.size(); ++i) {
      const float4& p = state.position[i];
      if (is_any_fluid(state.identity[i]))
        depth = std::min(depth, normal[0] * p.x + normal[1] * p.y + normal[2] * p.z - plane.w);
    }
    if (!(depth > 0 && std::isfinite(depth))) continue;
    for (std::size_t axis = 0; axis < 3; ++axis)
      shift[axis] -= normal[axis] * (depth + 0.1 * scenario.spacing);
  }
  return shift;
}

/// Far enough from the edges, where the box has such, that single precision, which rounds, finds it
/// in the same cell.
bool is_inside(const Scenario& scenario, const float4& p) {
  constexpr double edge = 1e-3;  // of a cell
  const Grid& grid = scenario.grid;
  const DoubleVector cell = cell_coordinates(grid, p);
  const std::array<std::uint32_t, 3> cells{grid.cells.x, grid.cells.y, grid.cells.z};
  const std::array<float, 3> periods{scenario.period.x, scenario.period.y, scenario.period.z};
  for (std::size_t axis = 0; axis < 3; ++axis)
    if (periods[axis] == 0 && !(cell[axis] >= edge && cell[axis] < cells[axis] - edge))
      return false;
  return true;
}

/// A number in [-1, 1) of a particle and an axis, the same in every order.
float number_of(std::uint32_t id, std::uint32_t axis) {
  std::minstd_rand random(3 * id + axis + 1);
  random.discard(3);  // the first ones of seeds that follow each other do, too
  return 2 * static_cast<float>(random()) / static_cast<float>(std::minstd_rand::max()) - 1;
}

/// What phases a particle is of: a tenth of the difference changes places, so that none is pure.
void mix_phases(ParticleState& state) {
  for (auto& [name, values] : state.fields) {
    if (values.size() != 2 * state.size()) continue;
    for (std::size_t k = 0; k < values.size(); k += 2) {
      const float exchanged = 0.1f * (values[k] - values[k + 1]);
      values[k] -= exchanged;
      values[k + 1] += exchanged;
    }
  }
}

/// A fluid particle and one of a wall.
struct NearestPair {
  double r2 = std::numeric_limits<double>::infinity();
  DoubleVector way{};  ///< from the fluid to the wall [m]
  void take(double other, const DoubleVector& to_wall) {
    if (other >= r2) return;
    r2 = other;
    way = to_wall;
  }
  void merge(const NearestPair& behind) { take(behind.r2, behind.way); }
};

/// Brings the fluid as one within reach of the Lennard-Jones force of the wall that is nearest, if
/// that is within the influence radius.
DoubleVector towards_walls(const ParticleState& state, const Scenario& scenario) {
  const double reach = 0.97 * scenario.wcsph.wall_distance;
  if (scenario.wcsph.wall_coefficient == 0 || scenario.boundary_particles == 0) return {};
  const CellSearch search(state, state.size(), scenario.influence_radius);
  const auto nearest =
      merged_over_items<NearestPair>(state.size(), [&](NearestPair& found, std::size_t i) {
        if (type_of(state.identity[i]) != ParticleType::boundary) return;
        search.visit(i, [&](std::uint32_t j, double dx, double dy, double dz, double r2) {
          if (is_any_fluid(state.identity[j])) found.take(r2, {dx, dy, dz});
        });
      });
  const double distance = std::sqrt(nearest.r2);
  if (!(distance > reach && std::isfinite(distance))) return {};
  const double share = (distance - reach) / distance;
  return {share * nearest.way[0], share * nearest.way[1], share * nearest.way[2]};
}

/// Where contraction() leaves a particle where it is.
DoubleVector lowest_of(const ParticleState& state) {
  DoubleVector lowest{INFINITY, INFINITY, INFINITY};
  for (const float4& p : state.position)
    lowest = {std::min<double>(lowest[0], p.x), std::min<double>(lowest[1], p.y),
              std::min<double>(lowest[2], p.z)};
  return lowest;
}

/// Predicted pressures, and those by which phases drift, are zero where a fluid is not denser than
/// at rest: along each axis it is drawn together by this.
double contraction(const Scenario& scenario) {
  const WcsphConstants& c = scenario.wcsph;
  return c.prediction.relaxation > 0 || c.drift.mobility > 0 ? 0.02 : 0;
}

}  // namespace

ParticleState perturbed(const ParticleState& state, const Scenario& scenario,
                        const Perturbation& how) {
  std::mt19937_64 random(how.seed);
  const double radius = scenario.influence_radius;
  const Flow velocities(5 * radius, random), shifts(2 * radius, random),
      densities(4 * radius, random);
  const double speed = speed_of(scenario) / 2;
  const double reach = 0.03 * usual_spacing(scenario) / 2;
  const DoubleVector planes =
      how.passes_planes() ? towards_planes(state, scenario) : DoubleVector{};
  const DoubleVector walls = towards_walls(state, scenario);
  const DoubleVector all = {planes[0] + walls[0], planes[1] + walls[1], planes[2] + walls[2]};
  const DoubleVector lowest = lowest_of(state);
  const double drawn = contraction(scenario);
  ParticleState moved = state;
  over_items(state.size(), [&](std::size_t i) {
    if (!is_any_fluid(state.identity[i])) return;
    const float4& from = state.position[i];
    float4& p = moved.position[i];
    float4& v = moved.velocity[i];
    const DoubleVector shift = shifts.at(from);
    const DoubleVector flow = velocities.at(from);
    p.x += static_cast<float>(all[0] + reach * shift[0] - drawn * (from.x - lowest[0]));
    p.y += static_cast<float>(all[1] + reach * shift[1] - drawn * (from.y - lowest[1]));
    p.z += static_cast<float>(all[2] + reach * shift[2] - drawn * (from.z - lowest[2]));
    // what has left a periodic box comes in again at the rebuild
    if (!is_inside(scenario, p)) p = from;
    v.x += static_cast<float>(speed * flow[0]);
    v.y += static_cast<float>(speed * flow[1]);
    v.z += static_cast<float>(speed * flow[2]);
    if (!how.changes_densities) return;
    v.w += static_cast<float>(0.0005 * densities.at(from)[0]);
    p.w = static_cast<float>(oracle_pressure_term(v.w, scenario.wcsph, type_of(state.identity[i])));
  });
  mix_phases(moved);
  return moved;
}

void scatter(ParticleState& state, const Scenario& scenario) {
  const auto reach = static_cast<float>(scattered_by(scenario));
  over_items(state.size(), [&](std::size_t i) {
    const std::uint32_t id = id_of(state.identity[i]);
    float4 p = state.position[i];
    p.x += reach * number_of(id, 0);
    p.y += reach * number_of(id, 1);
    p.z += reach * number_of(id, 2);
    if (is_inside(scenario, p)) state.position[i] = in_box(p, scenario.period);
  });
}

}  // namespace sphlab
