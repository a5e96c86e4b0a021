#include "harness/verify/oracle_end_to_end.hpp"

#include <algorithm>
#include <cmath>

#include "harness/verify/checks_density.hpp"
#include "harness/verify/checks_rates.hpp"
#include "harness/verify/oracle_pass.hpp"
#include "harness/verify/parallel_ranges.hpp"

namespace sphlab {
namespace {

/// The state with the oracle's densities, every other one of them higher by `off` and the rest
/// lower.
ParticleState at_densities(ParticleState state, std::size_t live, const OracleDensities& densities,
                           double off) {
  over_items(live, [&](std::size_t i) {
    if (!is_fluid(state.identity[i])) return;
    // ids count along rows: neighbours in a row, and rows of an odd length, are off to either side
    const bool higher = (id_of(state.identity[i]) & 1) != 0;
    state.velocity[i].w = static_cast<float>(densities.excess[i] + (higher ? off : -off));
  });
  return state;
}

/// Rounding of a float sum in a quantity of one particle.
double slack_of(const OracleQuantity& quantity, std::size_t i, double largest) {
  return rate_tolerance * largest + (quantity.uncertainty.empty() ? 0 : quantity.uncertainty[i]);
}

/// What a pass has computed, as the passes behind it read it; every other particle's is higher by
/// `slacks` times what it may be off by, and the rest lower.
std::vector<float> as_read(const OracleQuantity& quantity, const ParticleState& state,
                           std::size_t live, double slacks) {
  const std::size_t components = quantity.values.size() / state.size();
  double largest = 0;
  for (const double value : quantity.values) largest = std::max(largest, std::abs(value));
  std::vector<float> read(quantity.values.begin(), quantity.values.end());
  over_items(live, [&](std::size_t i) {
    const double off = slacks * slack_of(quantity, i, largest);
    const bool higher = (id_of(state.identity[i]) & 1) != 0;
    for (std::size_t k = components * i; k < components * (i + 1); ++k)
      read[k] = static_cast<float>(quantity.values[k] + (higher ? off : -off));
  });
  return read;
}

/// The passes of a formulation one after the other, each on what those before it have made.
class PassChain {
 public:
  PassChain(const PhysicsKind& kind, ParticleState state, std::size_t live,
            const WcsphConstants& constants, double slacks)
      : kind_(kind),
        state_(std::move(state)),
        live_(live),
        constants_(constants),
        slacks_(slacks) {}

  OracleRates rates(std::uint32_t repetitions) {
    const std::span<const PassDescription> passes = kind_.all_passes();
    const auto repeated = std::find_if(passes.begin(), passes.end(),
                                       [](const PassDescription& pass) { return pass.repeated; });
    for (auto pass = passes.begin(); pass != repeated; ++pass) run(pass->name);
    for (std::uint32_t time = 0; time < repetitions; ++time) {
      for (auto pass = repeated; pass != passes.end(); ++pass) run(pass->name);
    }
    return oracle_rates_of(kind_.name, state_, live_, constants_, all_threads());
  }

 private:
  void run(const std::string& pass) {
    if (!has_oracle_of_pass(kind_.name, pass)) return;  // of densities, or accelerations alone
    const OracleQuantities made =
        oracle_pass_of(kind_.name, pass, state_, live_, constants_, all_threads());
    for (const auto& [name, array] : made.arrays)
      state_.fields[name] = as_read(array, state_, live_, slacks_);
    for (const auto& [name, field] : made.fields)
      state_.fields[name] = as_read(field, state_, live_, slacks_);
  }

  const PhysicsKind& kind_;
  ParticleState state_;
  std::size_t live_;
  const WcsphConstants& constants_;
  double slacks_;
};

}  // namespace

EndToEndRates oracle_end_to_end(const std::string& physics, const ParticleState& state,
                                std::size_t live, const WcsphConstants& constants,
                                const OracleDensities* densities, std::uint32_t repetitions) {
  const PhysicsKind& kind = physics_kind(physics);
  const auto rates_with = [&](double slacks) {
    ParticleState begin = densities == nullptr
                              ? state
                              : at_densities(state, live, *densities, slacks * density_tolerance);
    return PassChain(kind, std::move(begin), live, constants, slacks).rates(repetitions);
  };
  EndToEndRates end_to_end{rates_with(0), 0};
  const OracleRates other = rates_with(1);
  for (std::size_t i = 0; i < live; ++i) {
    const DoubleVector& a = end_to_end.rates.acceleration[i];
    const DoubleVector& b = other.acceleration[i];
    end_to_end.sensitivity =
        std::max(end_to_end.sensitivity, magnitude({a[0] - b[0], a[1] - b[1], a[2] - b[2]}));
  }
  return end_to_end;
}

}  // namespace sphlab
