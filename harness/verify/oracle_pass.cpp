#include "harness/verify/oracle_pass.hpp"

#include <fmt/format.h>

#include "harness/verify/oracle_outside.hpp"

namespace sphlab {

std::string oracle_pass_name(const std::string& equations, const std::string& stage) {
  return equations + "/" + stage;
}

bool has_oracle_of_pass(const std::string& physics, const std::string& stage) {
  const PhysicsKind& kind = physics_kind(physics);
  const PassDescription* pass = find_pass(kind, stage);
  const bool writes = pass != nullptr && (pass->arrays | pass->rates | pass->fields) != 0;
  return (kind.brings_oracle() && writes) ||
         oracle_registry<PassOracle>().contains(oracle_pass_name(kind.oracle_name(), stage));
}

OracleQuantities oracle_pass_of(const std::string& physics, const std::string& stage,
                                const ParticleState& state, const JudgedParticles& judged,
                                const WcsphConstants& constants, int threads) {
  const PhysicsKind& kind = physics_kind(physics);
  if (kind.brings_oracle()) {
    return oracle_outside_quantities(kind, *find_pass(kind, stage), state, judged, constants,
                                     threads);
  }
  const PassOracle quantities_of = registered_oracle<PassOracle>(
      oracle_pass_name(kind.oracle_name(), stage),
      fmt::format("the oracle has no pass '{}' of the physics '{}', which writes quantities", stage,
                  physics));
  return quantities_of(state, judged, constants, threads, oracle_kernel(kind.smoothing_kernel));
}

}  // namespace sphlab
