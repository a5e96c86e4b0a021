// Predictive-corrective incompressible SPH after Solenthaler and Pajarola (2009), as paper E runs
// it (5.3). A formulation of 1 + 2 k passes.
#pragma once

#include "kernels/particles/passes.hpp"
#include "kernels/physics/matter.cuh"
#include "kernels/physics/pcisph/forces.cuh"
#include "kernels/physics/pcisph/prediction.cuh"
#include "kernels/physics/pcisph/quantities.cuh"
#include "kernels/physics/pcisph/viscosity.cuh"

namespace sphlab {

/// Once, what moves the fluid without pressure; then, k times, the pressure that undoes by how much
/// it would be compressed at the end of the step, and the acceleration at that pressure. How often,
/// the largest error of the density decides, on the device: in the published form from 3 times on.
/// Every step begins without a pressure, as published.
///
/// Paper E does not say which smoothing kernels it takes. These are those of wcsph-summed, which
/// has the poly6 kernel for densities and the gradient of the spiky one for pressures. Published is
/// ```
///     delta = 1 / (beta (|sum grad W|^2 + sum |grad W|^2))       beta = 2 (m dt / rho0)^2
/// ```
/// of one kernel: a density changes by one grad W of displacements that a pressure makes by the
/// other. With the two kernels, each square is a product of their gradients. The sums are over the
/// fullest neighbourhood that a fluid at rest has, that of a point in the lattice; the harness
/// forms them, once, and with the part of delta that the scenario takes (harness/scenarios/
/// prediction_reader.hpp, which also tells where corrections by delta would grow).
///
/// The density of the state stays that at rest, which is what the passes make of it but for the
/// error.
struct Pcisph {
  static constexpr const char* name = "pcisph";
  static constexpr FieldDescription fields[] = {{"pressure", 1}};
  static constexpr FieldDescription arrays[] = {{"external-acceleration", 4}, {"displacement", 4}};

  struct Viscosity : PcisphViscosity {
    static constexpr const char* name = Pcisph::name;
  };
  struct Prediction : PcisphPrediction {
    static constexpr const char* name = Pcisph::name;
  };
  struct Forces : PcisphForces {
    static constexpr const char* name = Pcisph::name;
    using Formulation = Pcisph;
  };

  using Passes = TypeList<Viscosity, Prediction, Forces>;
  using Constants = WcsphConstants;
  using Matter = OneFluid;
  static constexpr bool has_body = false;
  static constexpr bool integrates_density = false;
};

}  // namespace sphlab
