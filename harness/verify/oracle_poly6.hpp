// The densities of paper E's fluids, summed with the smoothing kernel of Mueller, Charypar and
// Gross (2003), in double precision.
#pragma once

#include "harness/verify/oracle_density.hpp"

namespace sphlab {

/// Density of a fluid particle by the fluid around it, however little that is: a DensityOracle.
OracleDensities poly6_densities(const ParticleState& state, const JudgedParticles& judged,
                                const WcsphConstants& constants, int threads,
                                const OracleKernel& kernel);

}  // namespace sphlab
