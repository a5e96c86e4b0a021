#include "harness/scenarios/periodic_box.hpp"

#include <fmt/format.h>

#include <cmath>

#include "harness/error.hpp"

namespace sphlab {
namespace {

float in_period(float x, float period) {
  if (!(period > 0)) return x;
  if (x < 0 && x >= -period) x += period;
  if (x >= period && x < 2 * period) x -= period;
  return x == period ? 0 : x;  // rounded to a face
}

/// Cells of a period, as many as are whole.
unsigned cells_of(float period, const Grid& grid, char axis, double radius,
                  const std::string& source) {
  constexpr double least = 3;
  const double inverse_side = grid.inverse_side;
  const double cells = std::floor(static_cast<double>(period) * inverse_side);
  if (cells >= least) return static_cast<unsigned>(cells);
  throw InputError(fmt::format(
      "{}: the box has a period of {:.6g} along {}, which holds no three cells of the search, of "
      "{:.6g} each: shrink the radius of {:.6g} (best: --radius) below a third of the period, or "
      "enlarge the box.",
      source, period, axis, 1 / inverse_side, radius));
}

}  // namespace

float3 periods(const std::string& axes, const Vector& extent, const std::string& source) {
  float3 period{};
  for (const char axis : axes) {
    float& along = axis == 'x' ? period.x : axis == 'y' ? period.y : period.z;
    along = to_float(extent.at(static_cast<std::size_t>(axis - 'x')), source + ": period");
  }
  return period;
}

float4 in_box(float4 position, const float3& period) {
  return {in_period(position.x, period.x), in_period(position.y, period.y),
          in_period(position.z, period.z), position.w};
}

std::vector<float4> with_images(const ParticleState& state, double reach) {
  std::vector<float4> all = state.position;
  const auto add_along = [&](float float4::*axis, float period) {
    if (!(period > 0)) return;
    const std::size_t before = all.size();  // images along other axes have images, too
    for (std::size_t i = 0; i < before; ++i) {
      const float4 r = all[i];
      for (const float shift : {period, -period}) {
        float4 image = r;
        image.*axis += shift;
        if (image.*axis >= -reach && image.*axis <= period + reach) all.push_back(image);
      }
    }
  };
  add_along(&float4::x, state.period.x);
  add_along(&float4::y, state.period.y);
  add_along(&float4::z, state.period.z);
  return all;
}

Grid fitted_to_box(Grid grid, const float3& period, double radius, const std::string& source) {
  const auto fit = [&](float along, char axis, float& origin, unsigned& cells) {
    if (!(along > 0)) return;
    origin = 0;
    cells = cells_of(along, grid, axis, radius, source);
  };
  fit(period.x, 'x', grid.origin.x, grid.cells.x);
  fit(period.y, 'y', grid.origin.y, grid.cells.y);
  fit(period.z, 'z', grid.origin.z, grid.cells.z);
  grid.count = grid.cells.x * grid.cells.y * grid.cells.z;
  return grid;
}

}  // namespace sphlab
