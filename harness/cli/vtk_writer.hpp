// Particles as VTK files, for ParaView and the Python readers.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "harness/scenarios/scenario.hpp"

namespace sphlab {

/// Writes the particles as XML PolyData (.vtp), one vertex each, binary and compressed by zlib:
/// `position [m]`, `velocity [m/s]`, `density [kg/m^3]`, `pressure [Pa]`, `type` (see
/// ParticleType), `id`, and every field of the state under its name, in SI units. docs/simulate.md
/// tells of them.
/// @param time of the state [s], the file's TimeValue. Throws Error(output).
void write_vtp(const std::filesystem::path& file, double time, const ParticleState& state,
               const WcsphConstants& constants);

/// Writes the collection (.pvd) of the frames of a run: time [s] and file name, relative to the
/// collection's. Throws Error(output).
void write_pvd(const std::filesystem::path& file,
               const std::vector<std::pair<double, std::string>>& frames);

}  // namespace sphlab
