#include "harness/cli/diagnostics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fstream>
#include <string_view>

#include "harness/cli/atomic_file.hpp"
#include "harness/scenarios/physics.hpp"
#include "harness/stepping/divergence.hpp"
#include "harness/verify/fluid_sums.hpp"

namespace sphlab {
namespace {

constexpr std::string_view header =
    "time_s,kinetic_energy_J,potential_energy_J,compressive_energy_J,momentum_x_kg_m_s,"
    "momentum_y_kg_m_s,momentum_z_kg_m_s,min_density_kg_m3,max_density_kg_m3,front_position_m,"
    "max_speed_m_s,lost_particles\n";

/// Also false for what is not a number.
bool is_inside(float coordinate, float origin, float side, std::uint32_t cells) {
  return coordinate >= origin && coordinate < origin + side * static_cast<float>(cells);
}

double max_fluid_speed(const ParticleState& state) {
  double largest = 0;
  for (std::size_t i = 0; i < state.size(); ++i) {
    if (!is_any_fluid(state.identity[i])) continue;
    const float4& v = state.velocity[i];
    largest = std::max(largest, std::hypot(double{v.x}, double{v.y}, double{v.z}));
  }
  return largest;
}

}  // namespace

ParticleState live_particles(const ParticleState& state, const Grid& grid) {
  const float side = 1.0f / grid.inverse_side;
  ParticleState live;
  for (std::size_t i = 0; i < state.size(); ++i) {
    const float4& x = state.position[i];
    if (!is_inside(x.x, grid.origin.x, side, grid.cells.x) ||
        !is_inside(x.y, grid.origin.y, side, grid.cells.y) ||
        !is_inside(x.z, grid.origin.z, side, grid.cells.z)) {
      continue;
    }
    live.position.push_back(x);
    live.velocity.push_back(state.velocity[i]);
    live.identity.push_back(state.identity[i]);
    for (const auto& [name, values] : state.fields) {
      const std::size_t components = values.size() / state.size();
      const auto first = values.begin() + static_cast<std::ptrdiff_t>(i * components);
      std::vector<float>& kept = live.fields[name];
      kept.insert(kept.end(), first, first + static_cast<std::ptrdiff_t>(components));
    }
  }
  return live;
}

std::vector<double> History::take_before(double time, const std::filesystem::path& file) {
  std::ifstream stream(file);
  std::string line;
  if (!std::getline(stream, line) || line + "\n" != header)
    throw InputError(
        fmt::format("{}:1: is no history of a simulation, or of another sphlab. Name "
                    "another folder with --output.",
                    file.string()));
  const auto commas = std::count(header.begin(), header.end(), ',');
  std::vector<double> times;
  for (std::size_t number = 2; std::getline(stream, line); ++number) {
    double row = 0;
    const auto [rest, code] = std::from_chars(line.data(), line.data() + line.size(), row);
    const bool is_row = code == std::errc{} && std::count(line.begin(), line.end(), ',') == commas;
    if (!is_row || row > time)
      throw InputError(fmt::format(
          "{}:{}: is {}. Name another folder with --output.", file.string(), number,
          is_row ? fmt::format("of {} s, behind the state's {} s, and would be lost", row, time)
                 : "no row of a simulation"));
    if (row == time) continue;
    times.push_back(row);
    rows_ += line + "\n";
  }
  return times;
}

void History::add(double time, const ParticleState& live, std::size_t lost,
                  const WcsphConstants& constants) {
  const FluidSums sums = fluid_sums(live, constants);
  if (sums.particles == 0) {
    throw Diverged(fmt::format(
        "at {} s no fluid is left in the domain, which {} particles have left", time, lost));
  }
  if (!std::isfinite(sums.total_energy()))
    throw Diverged(fmt::format("at {} s the fluid's energy is not a number", time));
  rows_ += fmt::format("{},{},{},{},{},{},{},{},{},{},{},{}\n", time, sums.kinetic_energy,
                       sums.potential_energy, sums.compressive_energy, sums.momentum[0],
                       sums.momentum[1], sums.momentum[2], sums.least_density,
                       sums.greatest_density, sums.front, max_fluid_speed(live), lost);
}

void History::write(const std::filesystem::path& file) const {
  write_atomically(file, std::string(header) + rows_);
}

}  // namespace sphlab
