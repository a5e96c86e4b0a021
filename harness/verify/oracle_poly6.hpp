// The densities of paper E's fluids, summed with the smoothing kernel of Mueller, Charypar and
// Gross (2003), in double precision.
#pragma once

#include "harness/verify/oracle_density.hpp"

namespace sphlab {

/// Of a fluid particle and the fluid around it, whatever that comes to: a DensityOracle.
OracleDensities poly6_densities(const ParticleState& state, const JudgedParticles& judged,
                                const WcsphConstants& constants, int threads,
                                const OracleKernel& kernel);

}  // namespace sphlab
