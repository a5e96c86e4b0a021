// The scenario that stands for the positions of a particle file and a radius.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>

namespace sphlab {

/// Whether a file is one of particles, by its name.
bool is_particle_file(const std::filesystem::path& file);

/// A scenario whose Lennard-Jones potential is computed once, from the positions of `particles`
/// within `radius`, in the file's unit of length. Its name is the file's.
///
/// @param faces_open whether a periodic box is taken for open.
/// @param folder of the scenario, from which it names the file.
/// Throws InputError as ParticleFile does.
nlohmann::json scenario_of_particles(const std::filesystem::path& particles, double radius,
                                     bool faces_open, const std::filesystem::path& folder);

}  // namespace sphlab
