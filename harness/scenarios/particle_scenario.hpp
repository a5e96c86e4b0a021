// The scenario that stands for the positions of a particle file and a radius.
#pragma once

#include <cstdint>
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <optional>

#include "harness/scenarios/physics.hpp"

namespace sphlab {

/// Whether a file is one of particles, by its name.
bool is_particle_file(const std::filesystem::path& file);

/// What a pair of somebody's own physics costs.
struct StatedPair {
  double flops = 0;                      ///< operations, in the range that the physics tells
  const PhysicsKind* physics = nullptr;  ///< one of stated_costs()
};

/// Says what to compute with the positions of a particle file.
struct ParticleTask {
  double radius = 0;                      ///< of the pairs, in the file's unit of length
  std::uint32_t list_interval = 10;       ///< steps between two rebuilds
  bool takes_for_open = false;            ///< a box that is periodic
  std::optional<StatedPair> stated = {};  ///< in place of the Lennard-Jones potential
};

/// A scenario whose Lennard-Jones potential, or pairs of a stated cost, are computed once, from the
/// positions of `particles`.
/// Its name is the file's, beside which it stands. Throws InputError as ParticleFile does.
nlohmann::json scenario_of_particles(const std::filesystem::path& particles,
                                     const ParticleTask& task);

}  // namespace sphlab
