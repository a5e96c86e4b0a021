// The state of a run as a file, from which the run goes on.
//
// It is a particle file (harness/scenarios/particle_file.hpp). Its arrays have the particles in the
// order in which the run has them, which decides in which order neighbours are summed; those that
// have left the domain are among them.
//
//   array              element     unit
//   position           f4 x 3      m
//   pressure-term      f4          m^5/(kg s^2)   P / rho^2
//   velocity           f4 x 3      m/s
//   relative-density   f4          1              rho / rho0 - 1
//   type               u1          1              ParticleType
//   id                 u4          1
//   field-0, ...       f4 x 1..4   unknown        what scheme and formulation carry
//
// Its text is JSON: harness/stepping/state.schema.json. Lists, rates and the length of the next
// step are in no file: they follow from the state. Nothing in it depends on the toolchain.
#pragma once

#include <filesystem>
#include <string>

#include "harness/scenarios/scenario.hpp"
#include "harness/stepping/saved_state.hpp"

namespace sphlab {

/// Writes the bytes of a file. `state` is of a run of `scenario`.
std::string state_file(const SavedState& state, const Scenario& scenario);

/// Reads the state of `file`, for a run of `scenario`, which may have been described alone.
/// Throws InputError that names the file, the key and the remedy: for no state, one that is damaged
/// or of a later version, one of another scenario, with other parameters, physics, scheme or number
/// of particles, and for numbers that are none.
SavedState read_state_file(const std::filesystem::path& file, const Scenario& scenario);

}  // namespace sphlab
