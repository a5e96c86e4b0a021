// A scenario: an initial condition, its physics and its resolution, read from a JSON file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "harness/error.hpp"
#include "kernels/abi/constants.hpp"
#include "kernels/abi/grid.hpp"
#include "kernels/abi/particle_type.hpp"

namespace sphlab {

/// Arrays of particles by their name, each with as many floats per particle as it is declared with.
using ParticleFields = std::map<std::string, std::vector<float>>;

/// Bytes of a ParticleState per particle, without its fields.
inline constexpr std::size_t bytes_per_particle = 2 * sizeof(float4) + sizeof(std::uint32_t);

/// Particle state on the host, one entry per particle, in the layout of ParticleView.
struct ParticleState {
  std::vector<float4> position;         ///< w: P/rho^2
  std::vector<float4> velocity;         ///< w: rho/rho0 - 1
  std::vector<std::uint32_t> identity;  ///< type and id
  ParticleFields fields = {};           ///< that scheme and formulation carry beyond these
  double time = 0;                      ///< simulated time that it is of [s]
  /// Width of the box along each axis on which it is periodic, from 0 on: positions are in
  /// [0, period) [m]. 0 of an axis that is open.
  float3 period{};
  /// Index of each particle in the state that these are an excerpt of; empty: they are all.
  std::vector<std::uint32_t> excerpted = {};
  std::size_t size() const { return identity.size(); }
  /// Bytes of all arrays together.
  std::size_t bytes() const {
    std::size_t bytes = size() * bytes_per_particle;
    for (const auto& [name, values] : fields) bytes += values.size() * sizeof(float);
    return bytes;
  }
};

/// Where a file gives its particles a field.
struct GivenField {
  std::string where;  ///< file and key
  std::uint32_t components = 0;
};

/// The name of the integration scheme of a scenario that names none.
inline constexpr const char* default_scheme = "predictor-corrector";

/// How the time step is chosen.
enum class TimeStepping { none, fixed, adaptive };

/// Everything a run needs to know of a scenario.
struct Scenario {
  std::string name;                          ///< as in the file
  std::map<std::string, double> parameters;  ///< resolution parameters in effect, overrides applied
  std::string physics;                       ///< "wcsph-lj", ..., see physics.hpp
  WcsphConstants wcsph{};               ///< filled where geometry is "lattice", see physics.hpp
  LjPotentialConstants lj_potential{};  ///< filled where geometry is "random" or "file"
  TimeStepping time_stepping = TimeStepping::none;
  double fixed_dt = 0;                  ///< [s], where time_stepping is fixed
  std::string scheme = default_scheme;  ///< integration scheme, where anything moves
  std::uint32_t euler_every = 0;        ///< ProgramStep::every of a scheme that has one; 0: its own
  double spacing = 0;                   ///< initial particle spacing dp [m]; 0: of a file
  double influence_radius = 0;          ///< radius of interaction [m]
  Grid grid{};                          ///< covers the domain; cell side >= influence_radius
  float3 period{};                      ///< of the box, as ParticleState::period [m]
  std::uint32_t list_capacity = 0;      ///< slots per particle, a multiple of list_batch
  bool list_capacity_given = false;     ///< by the file, not derived
  /// Slots per particle of a split list's second part, for a third and a fourth type, where the
  /// file gives them; else they are the capacity.
  std::optional<std::uint32_t> second_list_capacity;
  std::uint32_t list_interval = 10;  ///< steps between two rebuilds
  double end_time = 0;               ///< default of `simulate --until` [s]
  /// sqrt(H / g), H the height of the water at the beginning [s]; 0 where nothing falls.
  double wave_time = 0;
  std::string configuration_hash;  ///< of the resolved configuration, 16 hex digits
  std::size_t fluid_particles = 0;
  std::size_t boundary_particles = 0;
  std::size_t body_particles = 0;
  std::size_t second_fluid_particles = 0;
  std::map<std::string, GivenField> given_fields;  ///< by name: whether there are such, packs know
  ParticleState initial;  ///< unsorted, in order of creation; empty where it was described

  /// Number of particles of the initial state, also before it is made.
  std::size_t particles() const {
    return initial.size() > 0
               ? initial.size()
               : fluid_particles + second_fluid_particles + body_particles + boundary_particles;
  }
  /// The constants of `physics`, owned by the scenario.
  PhysicsConstants constants() const;
};

/// Whether the particles are those of a file.
inline bool is_given(const Scenario& scenario) {
  return scenario.spacing == 0;
}

/// The spacing [m], or about what it is of particles without a lattice.
inline double usual_spacing(const Scenario& scenario) {
  return is_given(scenario) ? scenario.influence_radius / 4 : scenario.spacing;
}

/// How far verification scatters particles along each axis at most [m].
inline double scattered_by(const Scenario& scenario) {
  return 0.1 * usual_spacing(scenario);
}

/// What a scenario's file says, and where it extends another one, that with what it says in its
/// place; not yet checked. Throws InputError.
nlohmann::json scenario_document(const std::filesystem::path& file);

/// Reads and checks `file`, applies `overrides` to its parameters, and creates the particles.
///
/// @param overrides values for the parameters that the file declares, e.g. particles_per_height
/// = 80. Throws InputError that names the file, the key and the remedy; OutOfMemory when the
/// particles do not fit into the host's memory (before allocating them).
/// @param described what describe_scenario() has made of the same, or nullptr: neighbours in a
/// particle file that it has counted are not counted again, which takes a second a million.
Scenario load_scenario(const std::filesystem::path& file,
                       const std::map<std::string, double>& overrides = {},
                       const Scenario* described = nullptr);

/// The same without its particles: all that can be known, and refused, before memory and time are
/// spent on them; those of a particle file are counted, where nothing else tells how long lists
/// become. Throws as load_scenario(), OutOfMemory included.
Scenario describe_scenario(const std::filesystem::path& file,
                           const std::map<std::string, double>& overrides = {});

/// Do the same with a document. Messages name `file`, and paths in the document begin at its
/// folder.
Scenario load_scenario(nlohmann::json document, const std::filesystem::path& file,
                       const std::map<std::string, double>& overrides,
                       const Scenario* described = nullptr);
Scenario describe_scenario(nlohmann::json document, const std::filesystem::path& file,
                           const std::map<std::string, double>& overrides);

/// load_scenario() with the parameters that the file names under "verification"; nothing where it
/// names none.
std::optional<Scenario> load_scenario_to_verify(const std::filesystem::path& file);

/// Finds `name` (a path to a file, or a name without .json) in `directories`.
/// Throws InputError that names the nearest scenario when there is none.
std::filesystem::path find_scenario(const std::string& name,
                                    const std::vector<std::filesystem::path>& directories);

}  // namespace sphlab
