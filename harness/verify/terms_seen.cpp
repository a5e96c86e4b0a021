#include "harness/verify/terms_seen.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <span>
#include <utility>

#include "harness/scenarios/physics.hpp"
#include "harness/verify/checks_rates.hpp"
#include "harness/verify/oracle_density.hpp"
#include "harness/verify/oracle_pass.hpp"
#include "harness/verify/oracle_rates.hpp"
#include "harness/verify/oracle_search.hpp"
#include "harness/verify/parallel_ranges.hpp"

namespace sphlab {
namespace {

/// A constant of the physics, with which its term vanishes.
struct Term {
  const char* name;
  std::vector<float*> (*constants)(WcsphConstants&);
};

using C = WcsphConstants;
const Term terms[] = {
    {"artificial viscosity", [](C& c) { return std::vector{&c.artificial_viscosity}; }},
    {"dynamic viscosity", [](C& c) { return std::vector{&c.dynamic_viscosity}; }},
    {"density diffusion", [](C& c) { return std::vector{&c.density_diffusion}; }},
    {"gravity",
     [](C& c) {
       return std::vector{&c.gravity.x, &c.gravity.y, &c.gravity.z};
     }},
    {"wall force", [](C& c) { return std::vector{&c.wall_coefficient}; }},
    {"viscosity of the second fluid",
     [](C& c) {
       return std::vector{&c.second_fluid.artificial_viscosity, &c.second_fluid.dynamic_viscosity};
     }},
    {"surface tension", [](C& c) { return std::vector{&c.surface.tension}; }},
    {"mobility", [](C& c) { return std::vector{&c.drift.mobility}; }},
    {"diffusivity", [](C& c) { return std::vector{&c.drift.diffusivity}; }},
    {"stiffness of planes", [](C& c) { return std::vector{&c.planes.stiffness}; }},
    {"damping of planes", [](C& c) { return std::vector{&c.planes.damping}; }},
    {"predicted pressure",
     [](C& c) {
       return std::vector{&c.prediction.stiffness, &c.prediction.relaxation};
     }},
    {"tensile correction under pressure",
     [](C& c) { return std::vector{&c.tensile.pressure_share}; }},
    {"tensile correction under tension",
     [](C& c) { return std::vector{&c.tensile.tension_share}; }},
};

/// All numbers that the passes write, a series for each array.
using Written = std::vector<std::vector<double>>;

void append(const std::map<std::string, OracleQuantity>& quantities, Written& written) {
  for (const auto& [name, quantity] : quantities) written.push_back(quantity.values);
}

void append(const OracleRates& rates, Written& written) {
  std::vector<double>& accelerations = written.emplace_back();
  for (const DoubleVector& a : rates.acceleration)
    accelerations.insert(accelerations.end(), a.begin(), a.end());
  written.push_back(rates.density_rate);
}

/// The passes one after the other, each on what those before it have made; those that are repeated
/// once.
Written evaluate(const PhysicsKind& kind, ParticleState state, const WcsphConstants& constants) {
  Written written;
  const std::size_t live = state.size();
  const int threads = all_threads();
  if (kind.density_pass() != nullptr) {
    const OracleDensities densities =
        oracle_densities_of(kind.name, state, live, constants, threads);
    written.push_back(densities.excess);
    for (std::size_t i = 0; i < live; ++i) {
      if (is_fluid(state.identity[i]))
        state.velocity[i].w = static_cast<float>(densities.excess[i]);
    }
  }
  for (const PassDescription& pass : kind.all_passes()) {
    if (!has_oracle_of_pass(kind.name, pass.name)) continue;
    const OracleQuantities made =
        oracle_pass_of(kind.name, pass.name, state, live, constants, threads);
    append(made.arrays, written);
    append(made.rates, written);
    append(made.fields, written);
    for (const auto* made_for_others : {&made.arrays, &made.fields}) {
      for (const auto& [name, quantity] : *made_for_others)
        state.fields[name].assign(quantity.values.begin(), quantity.values.end());
    }
  }
  append(oracle_rates_of(kind.name, state, live, constants, threads), written);
  return written;
}

double effect_of(const Written& with, const Written& without) {
  double effect = 0;
  for (std::size_t series = 0; series < with.size(); ++series) {
    double scale = 0;
    double change = 0;
    for (std::size_t k = 0; k < with[series].size(); ++k) {
      scale = std::max(scale, std::abs(with[series][k]));
      change = std::max(change, std::abs(with[series][k] - without[series][k]));
    }
    if (change > 0) effect = std::max(effect, scale > 0 ? change / scale : 1);
  }
  return effect;
}

/// Counts the neighbours of some particles that are spread over the state: their mean.
double mean_neighbours(const ParticleState& state, double radius) {
  constexpr std::size_t asked = 256;
  const CellSearch search(state, state.size(), radius);
  std::uint64_t found = 0;
  for (std::size_t k = 0; k < asked; ++k)
    search.visit(k * state.size() / asked,
                 [&](std::uint32_t, double, double, double, double) { ++found; });
  return static_cast<double>(found) / asked;
}

/// Particles that are looked at: with thousands of neighbours all would take a pass minutes.
std::size_t most_looked_at(const ParticleState& state, double radius) {
  constexpr double most_pairs = 2e6, least = 2'000, most = 20'000;
  if (state.size() <= least) return state.size();
  const double neighbours = std::max(1.0, mean_neighbours(state, radius));
  return static_cast<std::size_t>(std::clamp(most_pairs / neighbours, least, most));
}

/// Those nearest to the middle along y, in which scenarios are alike: at most so many, but all
/// within two radii.
ParticleState slab(const ParticleState& state, double radius) {
  const std::size_t most = most_looked_at(state, radius);
  if (state.size() <= most) return state;
  std::vector<float> sorted;
  for (const float4& p : state.position) sorted.push_back(p.y);
  const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2);
  std::nth_element(sorted.begin(), middle, sorted.end());
  const double centre = *middle;
  for (float& y : sorted) y = static_cast<float>(std::abs(y - centre));
  const auto last = sorted.begin() + static_cast<std::ptrdiff_t>(most);
  std::nth_element(sorted.begin(), last, sorted.end());
  const double width = std::max<double>(*last, 2 * radius);
  ParticleState kept;
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < state.size(); ++i) {
    if (std::abs(state.position[i].y - centre) <= width) places.push_back(i);
  }
  // of thousands of neighbours each: those nearest to a corner
  if (places.size() > 2 * most) {
    const auto way = [&](std::size_t i) {
      const float4& p = state.position[i];
      return p.x + p.z + 2 * std::abs(p.y - centre);
    };
    const auto nearer = [&](std::size_t a, std::size_t b) { return way(a) < way(b); };
    std::nth_element(places.begin(), places.begin() + static_cast<std::ptrdiff_t>(most),
                     places.end(), nearer);
    places.resize(most);
  }
  kept.time = state.time;
  for (const std::size_t i : places) {
    kept.position.push_back(state.position[i]);
    kept.velocity.push_back(state.velocity[i]);
    kept.identity.push_back(state.identity[i]);
  }
  for (const auto& [name, values] : state.fields) {
    const std::size_t components = values.size() / state.size();
    for (const std::size_t i : places) {
      const auto first = values.begin() + static_cast<std::ptrdiff_t>(i * components);
      kept.fields[name].insert(kept.fields[name].end(), first,
                               first + static_cast<std::ptrdiff_t>(components));
    }
  }
  return kept;
}

/// Whether the rates depend on a term at all: of the same particles drawn together to half their
/// distances, or drawn apart through planes, and on their way to each other. A physics need not
/// read every constant, and walls that are not there push nothing.
bool acts_anywhere(const PhysicsKind& kind, const Scenario& scenario, const ParticleState& state,
                   const WcsphConstants& without) {
  for (const float scale : {0.5f, 2.0f}) {
    ParticleState probe = state;
    const float4& centre = state.position[state.size() / 2];
    for (std::size_t i = 0; i < probe.size(); ++i) {
      float4& p = probe.position[i];
      float4& v = probe.velocity[i];
      const float4 way = {p.x - centre.x, p.y - centre.y, p.z - centre.z, 0};
      p = {centre.x + scale * way.x, centre.y + scale * way.y, centre.z + scale * way.z, p.w};
      v = {v.x - way.x, v.y - way.y, v.z - way.z, v.w};  // all approach each other
    }
    if (effect_of(evaluate(kind, probe, scenario.wcsph), evaluate(kind, probe, without)) > 0)
      return true;
  }
  return false;
}

/// Fields and arrays that the state does not bring, as a run begins with them.
void begin_as_zero(std::span<const FieldDescription> fields, ParticleState& state) {
  for (const FieldDescription& field : fields)
    state.fields.try_emplace(field.name, state.size() * field.components, 0.0f);
}

}  // namespace

std::vector<TermLeftOut> terms_left_out(const PhysicsKind& kind, const WcsphConstants& constants) {
  std::vector<TermLeftOut> all;
  for (const Term& term : terms) {
    WcsphConstants without = constants;
    bool has_term = false;
    for (float* constant : term.constants(without)) {
      has_term = has_term || *constant != 0;
      *constant = 0;
    }
    if (has_term) all.push_back({term.name, without});
  }
  for (std::uint32_t k = 0; k < kind.own_constant_count; ++k) {
    WcsphConstants without = constants;
    if (std::exchange(without.own.values[k], 0.0f) != 0)
      all.push_back({kind.own_constants[k].key, without});
  }
  return all;
}

std::vector<TermEffect> term_effects(const Scenario& scenario, const ParticleState& state,
                                     const FormulationDescription& formulation) {
  const PhysicsKind& kind = physics_kind(scenario.physics);
  if (kind.is_potential()) return {};
  ParticleState looked_at = slab(state, scenario.influence_radius);
  begin_as_zero({formulation.fields, formulation.field_count}, looked_at);
  begin_as_zero({formulation.arrays, formulation.array_count}, looked_at);
  const Written with = evaluate(kind, looked_at, scenario.wcsph);
  std::vector<TermEffect> effects;
  for (const TermLeftOut& term : terms_left_out(kind, scenario.wcsph)) {
    const double effect = effect_of(with, evaluate(kind, looked_at, term.constants));
    if (effect > 0 || acts_anywhere(kind, scenario, looked_at, term.constants))
      effects.push_back({term.name, effect});
  }
  return effects;
}

Check terms_seen(const std::vector<TermEffect>& effects) {
  std::string text;
  std::string first;
  std::size_t unseen = 0;
  for (const TermEffect& each : effects) {
    const char* faint = each.effect > rate_tolerance ? "" : " (faint)";
    text += fmt::format("{}{} {:.2g}{}", text.empty() ? "" : ", ", each.name, each.effect, faint);
    if (each.effect > 0) continue;
    if (++unseen == 1) first = each.name;
  }
  Check check =
      none_check("terms not seen", unseen,
                 fmt::format("no check would notice if the {} were missing, which changes nothing "
                             "in this state. Verify one that shows it",
                             first));
  check.detail += fmt::format("{}effects: {}", check.detail.empty() ? "" : "; ", text);
  return check;
}

}  // namespace sphlab
