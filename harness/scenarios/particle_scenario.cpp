#include "harness/scenarios/particle_scenario.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <string>

#include "harness/error.hpp"
#include "harness/scenarios/particle_file.hpp"

namespace sphlab {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

/// A scenario's name, of a file's.
std::string name_of(const fs::path& file) {
  constexpr std::size_t longest = 64;
  std::string name;
  for (const char c : file.stem().string()) {
    const bool is_upper = c >= 'A' && c <= 'Z';
    const bool is_kept = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    if (is_upper) name += static_cast<char>(c - 'A' + 'a');
    if (is_kept) name += c;
    if (!is_upper && !is_kept && !name.empty() && name.back() != '-') name += '-';
  }
  name = name.substr(0, longest);
  return name.empty() ? "particles" : name;
}

json quantity(double value, const char* unit) {
  return {{"value", value}, {"unit", unit}};
}

/// @param is_periodic whether pairs reach across the faces of the box.
json physics_of(const ParticleTask& task, bool is_periodic, const std::string& file) {
  const double radius = task.radius;
  if (task.stated && is_periodic)
    throw InputError(fmt::format(
        "{}: the box is periodic, and pairs of a stated cost do not reach across its faces. Leave "
        "--flops-per-pair out, or --open leaves these pairs out.",
        file));
  if (task.stated)
    return {{"name", task.stated->physics->name},
            {"cutoff", quantity(radius, "m")},
            {"flops_per_pair", quantity(task.stated->flops, "1")}};
  return {{"name", is_periodic ? "lj-potential-periodic" : "lj-potential"},
          {"cutoff", quantity(radius, "m")},
          {"well_depth", quantity(1, "J")},
          {"zero_radius", quantity(radius / 4, "m")},
          {"softening", quantity(radius * radius / 100, "m^2")}};
}

}  // namespace

bool is_particle_file(const fs::path& file) {
  return file.extension() == particle_file_extension;
}

json scenario_of_particles(const fs::path& particles, const ParticleTask& task) {
  const ParticleFile file(particles);
  json geometry = {{"arrangement", "file"},
                   {"file", particles.filename().string()},
                   {"length_unit", file.length_unit()}};
  if (task.takes_for_open) geometry["faces"] = "open";
  return {
      {"schema_version", 1},
      {"name", name_of(particles)},
      {"description", fmt::format("The {} of the particles of {}, computed once within a "
                                  "radius of {} {}.",
                                  task.stated ? "pairs" : "potential",
                                  particles.filename().string(), task.radius, file.length_unit())},
      {"parameters", json::object()},
      {"geometry", geometry},
      {"physics",
       physics_of(task, !file.periodic().empty() && !task.takes_for_open, particles.string())},
      {"time_stepping", {{"scheme", "none"}}},
      {"list", {{"interval", task.list_interval}}},
      {"end_time", quantity(0, "s")}};
}

}  // namespace sphlab
