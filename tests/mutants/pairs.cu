// Wrong traversals of cells: a thread a target, which does otherwise than it should what its row of
// the table says. `right-pairs` is the first row: what the others are to differ from.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <thread>
#include <utility>

#include "kernels/traversals/cell_pairs.cuh"
#include "tests/mutants/mutant.hpp"

namespace sphlab::mutants {
namespace {

/// The cell in which a particle is now.
std::uint32_t key_now(const PairArguments& a, std::uint32_t j) {
  return linear_key_of(a.grid, a.state.position[j]);
}

bool is_fluid(const PairArguments& a, std::uint32_t i) {
  return type_of(a.state.identity[i]) == ParticleType::fluid;
}

/// As a 16-bit float of 10 bits behind the point keeps it.
void round_to_half(float& value) {
  std::uint32_t bits = 0;
  std::memcpy(&bits, &value, sizeof bits);
  bits = (bits + 0x1000u) & 0xffffe000u;
  std::memcpy(&value, &bits, sizeof bits);
}

/// The first fluid particle of the present order.
std::uint32_t first_fluid(const PairArguments& a) {
  std::uint32_t i = 0;
  while (i + 1 < a.particles && !is_fluid(a, i)) ++i;
  return i;
}

constexpr unsigned call_of_the_end = 30;
constexpr std::chrono::seconds one_second(1);

constexpr Mutant pair_mutants[] = {
    {.name = "right-pairs"},
    {.name = "first-rates-for-ever",
     .rates =
         [](const ForceArguments& a, Memory& memory) {
           if (memory.rate.size() != a.particles) memory.rate.assign(a.rate, a.rate + a.particles);
           std::copy(memory.rate.begin(), memory.rate.end(), a.rate);
         }},
    {.name = "stops-after-40-calls",
     .idle = [](const Memory& memory) { return memory.calls >= 40; }},
    {.name = "drops-leavers",
     .skips = [](const Candidate& c) { return key_now(c.a, c.j) != c.a.keys[c.j]; }},
    {.name = "no-viscosity", .constants = [](WcsphConstants& c) { c.artificial_viscosity = 0; }},
    {.name = "no-diffusion", .constants = [](WcsphConstants& c) { c.density_diffusion = 0; }},
    {.name = "wall-0.1%", .constants = [](WcsphConstants& c) { c.wall_coefficient *= 1.001f; }},
    {.name = "viscosity-0.1%",
     .constants = [](WcsphConstants& c) { c.artificial_viscosity *= 1.001f; }},
    {.name = "half-the-operations",
     .potential = [](LjPotentialConstants& c) { c.own.values[0] /= 2; }},
    {.name = "without-the-last-16-bytes",
     .sources =
         [](PassView& view, Memory& memory, const PairArguments& a) {
           const float* const* last =
               std::find(std::begin(view.fields), std::end(view.fields), nullptr);
           if (last == std::begin(view.fields)) return;
           memory.position.assign(a.particles, float4{});
           view.fields[last - std::begin(view.fields) - 1] = &memory.position.data()->x;
         }},
    {.name = "no-surface-tension", .constants = [](WcsphConstants& c) { c.surface.tension = 0; }},
    {.name = "wrong-z-velocity", .velocity = [](float&, float& vy, float& vz) { vz = vy; }},
    {.name = "radius-0.97",
     .skips = [](const Candidate& c) { return c.r2 >= 0.97f * 0.97f * c.radius2(); }},
    {.name = "one-pair-in-a-million",
     .skips =
         [](const Candidate& c) { return c.id(c.i) % 10007 == 100 && c.id(c.j) == c.id(c.i) + 1; }},
    {.name = "one-pair-in-a-thousand",
     .skips = [](const Candidate& c) { return c.number() % 1000 == 0; }},
    {.name = "no-walls",
     .skips = [](const Candidate& c) { return c.type(c.j) == ParticleType::boundary; }},
    {.name = "no-body",
     .skips = [](const Candidate& c) { return c.type(c.j) == ParticleType::body; }},
    {.name = "second-fluid-short",
     .skips =
         [](const Candidate& c) {
           return c.both_are(ParticleType::second_fluid) && c.r2 > 0.9f * c.radius2();
         }},
    {.name = "one-pass-short",
     .skips =
         [](const Candidate& c) {
           return c.kind == PassKind::density && c.j == c.cell.first &&
                  c.cell.last > c.cell.first + 20;
         }},
    {.name = "cells-above-32",
     .skips = [](const Candidate& c) { return c.j - c.cell.first >= 32; }},
    {.name = "last-of-a-cell", .skips = [](const Candidate& c) { return c.j + 1 == c.cell.last; }},
    {.name = "border-cell",
     .skips =
         [](const Candidate& c) {
           const CellIndex cell = cell_index(c.a.grid, c.a.keys[c.j]);
           const bool is_one = cell.x == 1 && cell.y == 1 && cell.z == 0;
           return is_one && c.type(c.j) == ParticleType::boundary;
         }},
    {.name = "border-cells",
     .skips =
         [](const Candidate& c) {
           return cell_index(c.a.grid, c.a.keys[c.j]).y >= static_cast<int>(c.a.grid.cells.y) - 2;
         }},
    {.name = "border-twice", .clamps = true},
    {.name = "no-images", .most_faces = 0},
    {.name = "no-images-at-corners", .most_faces = 2},
    {.name = "odd-one-out", .by_twos = true},
    {.name = "last-block",
     .leaves = [](const PairArguments& a,
                  std::uint32_t i) { return i >= (a.cell_begin[a.grid.count] - 1) / 128 * 128; }},
    {.name = "last-fluid",
     .leaves =
         [](const PairArguments& a, std::uint32_t i) {
           if (!is_fluid(a, i)) return false;
           for (std::uint32_t k = i + 1; k < a.particles; ++k) {
             if (is_fluid(a, k)) return false;
           }
           return true;
         }},
    {.name = "half-sums", .number = round_to_half},
    {.name = "stale-positions",
     .sources =
         [](PassView& view, Memory& memory, const PairArguments& a) {
           if (memory.kept_at != memory.rebuilds)
             memory.position.assign(view.position, view.position + a.particles);
           memory.kept_at = memory.rebuilds;
           view.position = memory.position.data();
         }},
    {.name = "densities-of-the-call-before",
     .sources =
         [](PassView& view, Memory& memory, const PairArguments& a) {
           std::vector<float4> now(view.velocity, view.velocity + a.particles);
           memory.mixed = now;
           for (std::uint32_t j = 0; j < memory.velocity.size(); ++j)
             memory.mixed[j].w = memory.velocity[j].w;
           memory.velocity = std::move(now);
           view.velocity = memory.mixed.data();
         }},
    {.name = "second-rebuild",
     .skips = [](const Candidate& c) { return c.memory.rebuilds >= 2 && c.number() % 100 == 0; }},
    {.name = "fast-particles",
     .skips =
         [](const Candidate& c) {
           const float4 v = c.a.state.velocity[c.j];
           return v.x * v.x + v.y * v.y + v.z * v.z > 0.01f && c.number() % 16 == 0;
         }},
    {.name = "nan-in-one",
     .rates =
         [](const ForceArguments& a, Memory& memory) {
           if (memory.calls > 2) a.rate[first_fluid(a)].x = std::nanf("");
         }},
    {.name = "nan-after-100-calls",
     .rates =
         [](const ForceArguments& a, Memory& memory) {
           if (memory.calls > 100) a.rate[first_fluid(a)].x = std::nanf("");
         }},
    {.name = "writes-its-inputs",
     .rates = [](const ForceArguments& a,
                 Memory&) { const_cast<float4&>(a.state.velocity[first_fluid(a)]).z = 0; }},
    {.name = "writes-beyond",
     .rates =
         [](const ForceArguments& a, Memory&) {
           for (std::uint32_t k = 0; k < 2; ++k) a.rate[a.particles + k] = make_float4(1, 1, 1, 1);
         }},
    {.name = "ends-the-process",
     .rates =
         [](const ForceArguments&, Memory& memory) {
           if (memory.calls == call_of_the_end) std::exit(0);
         }},
    {.name = "throws",
     .rates =
         [](const ForceArguments&, Memory& memory) {
           if (memory.calls == call_of_the_end) throw std::runtime_error("a mutant throws");
         }},
    {.name = "never-returns",
     .rates =
         [](const ForceArguments&, Memory& memory) {
           while (memory.calls == call_of_the_end) std::this_thread::sleep_for(one_second);
         }},
    {.name = "crashes",
     .rates =
         [](const ForceArguments&, Memory& memory) {
           if (memory.calls == call_of_the_end) std::raise(SIGSEGV);
         }},
};

/// A row, what it remembers, and what it reads of sources.
struct Mutated {
  const Mutant* row;
  const Memory* memory;
  PassView sources;
};

template <class Physics>
typename Physics::template Particle<float> load_source(const Mutated& m, std::uint32_t j) {
  auto source = Physics::load(m.sources, j, m.sources.position[j]);
  if constexpr (requires { source.vz; }) {
    if (m.row->velocity) m.row->velocity(source.vx, source.vy, source.vz);
  }
  return source;
}

/// The target, and its sum before the last pair where there were an odd number.
template <class Physics>
struct Adding {
  CellTarget<Physics> target;
  typename Physics::template Sum<float> before;
  bool is_odd = false;
};

template <class Physics>
void add_pair(const typename Physics::Coefficients& coefficients, const Mutated& m,
              const PairArguments& a, std::uint32_t j, const Pair<float>& pair,
              Adding<Physics>& adding) {
  CellTarget<Physics>& target = adding.target;
  adding.is_odd = !adding.is_odd;
  if (adding.is_odd) adding.before = target.sum;
  add_by_type<Physics>(typename Physics::Groups{}, mask_of(type_of(a.state.identity[j])),
                       coefficients, target.particle, load_source<Physics>(m, j), pair, target.sum);
  if (m.row->number == nullptr) return;
  float numbers[sizeof target.sum / sizeof(float)];
  std::memcpy(numbers, &target.sum, sizeof target.sum);
  for (float& each : numbers) m.row->number(each);
  std::memcpy(&target.sum, numbers, sizeof target.sum);
}

template <class Physics>
void add_cell(const PassArguments<Physics>& a, const typename Physics::Coefficients& coefficients,
              const Mutated& m, ParticleRange cell, Adding<Physics>& adding) {
  const auto& target = adding.target;
  for (std::uint32_t j = cell.first; j < cell.last; ++j) {
    const float4 source = m.sources.position[j];
    const Pair<float> pair =
        make_pair_distance(target.particle.x, target.particle.y, target.particle.z, source.x,
                           source.y, source.z, true);
    if (j == target.index || !(pair.r2 < a.influence_radius * a.influence_radius)) continue;
    const Candidate candidate{a,    *m.memory, pass_description<Physics>.kind, target.index, j,
                              cell, pair.r2};
    if (m.row->skips && m.row->skips(candidate)) continue;
    add_pair<Physics>(coefficients, m, a, j, pair, adding);
  }
}

int clamped(int index, std::uint32_t cells) {
  return std::min(std::max(index, 0), static_cast<int>(cells) - 1);
}

template <class Physics>
void add_cells(const PassArguments<Physics>& a, const typename Physics::Coefficients& coefficients,
               const Mutated& m, Adding<Physics>& adding) {
  const CellIndex own = cell_index(a.grid, a.keys[adding.target.index]);
  for (int k = 0; k < 27; ++k) {
    CellIndex cell{own.x + k % 3 - 1, own.y + k / 3 % 3 - 1, own.z + k / 9 - 1};
    if (m.row->clamps)
      cell = {clamped(cell.x, a.grid.cells.x), clamped(cell.y, a.grid.cells.y),
              clamped(cell.z, a.grid.cells.z)};
    add_cell<Physics>(a, coefficients, m,
                      span_range(a.grid, a.cell_begin, cell.x, cell.x, cell.y, cell.z), adding);
  }
}

/// The same in a periodic box.
template <class Physics>
void add_images(const PassArguments<Physics>& a, const typename Physics::Coefficients& coefficients,
                const Mutated& m, Adding<Physics>& adding) {
  const CellIndex own = cell_index(a.grid, a.keys[adding.target.index]);
  const auto here = adding.target.particle;
  for (std::uint32_t number = 0; number < periodic_runs; ++number) {
    const ImageRange run = run_of_images(a, own, number);
    const int faces = (run.shift.x != 0) + (run.shift.y != 0) + (run.shift.z != 0);
    if (faces > m.row->most_faces) continue;
    adding.target.particle = seen_by(run, here);
    add_cell<Physics>(a, coefficients, m, run, adding);
  }
}

/// Reads state, keys and cell_begin; writes what the physics stores, as the row says.
template <class Physics>
__global__ void mutated_pairs(PassArguments<Physics> a, typename Physics::Coefficients coefficients,
                              Mutated m) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= a.cell_begin[a.grid.count] || (m.row->leaves && m.row->leaves(a, i))) return;
  const bool has_target = is_target<Physics>(a, i);
  Adding<Physics> adding{};
  if (has_target) {
    adding.target = load_target<Physics>(a, i);
    if constexpr (is_periodic_physics<Physics>) {
      add_images<Physics>(a, coefficients, m, adding);
    } else {
      add_cells<Physics>(a, coefficients, m, adding);
    }
    if (m.row->by_twos && adding.is_odd) adding.target.sum = adding.before;
  }
  store_target<Physics>(a, coefficients, i, has_target, adding.target);
}

template <class Physics>
typename Physics::Coefficients mutated_coefficients(const Mutant& row, const PairArguments& a) {
  auto constants = constants_of<typename Physics::Constants>(a.constants);
  if constexpr (Physics::Constants::kind == ConstantsKind::wcsph) {
    if (row.constants) row.constants(constants);
  } else {
    if (row.potential) row.potential(constants);
  }
  return Physics::prepare(constants);
}

/// Counts the rebuilds, which change the order of particles sooner or later.
void note_rebuild(Memory& memory, const PairArguments& a) {
  std::vector<std::uint32_t> now(a.state.identity, a.state.identity + a.particles);
  if (now == memory.identity) return;
  ++memory.rebuilds;
  memory.identity = std::move(now);
}

template <class Physics>
int compute(const Mutant& row, Memory& memory, const PassArguments<Physics>& a, unsigned block) {
  note_rebuild(memory, a);
  Mutated m{&row, &memory, a.state};
  if (row.sources) row.sources(m.sources, memory, a);
  if (!row.idle || !row.idle(memory)) {
    const Launch launch = per_item(a.particles, block);
    if (const int error =
            gpu::launch(launch.cooperation, mutated_pairs<Physics>, launch.grid, launch.block, 0,
                        nullptr, a, mutated_coefficients<Physics>(row, a), m)) {
      return error;
    }
  }
  if constexpr (computes_forces<Physics>) {
    if (row.rates && a.rate) row.rates(a, memory);
  }
  ++memory.calls;
  return 0;
}

template <std::size_t index>
struct MutatedPairs {
  static constexpr const char* name = pair_mutants[index].name;
  static constexpr bool serves_periodic = true;

  template <class Physics, class Run>
  static int launches(const PassArguments<Physics>& a, const std::uint32_t* tuning, Run& run) {
    static Memory memory;
    int error = 0;
    const int launched = run.loop(work_from_global_memory<Physics>(), [&] {
      error = compute<Physics>(pair_mutants[index], memory, a, tuning[0]);
    });
    return error != 0 ? error : launched;
  }
};

template <std::size_t... indices>
bool register_pairs(std::index_sequence<indices...>) {
  return (register_traversal<MutatedPairs<indices>, PairPhysics>() && ...);
}

[[maybe_unused]] const bool registered_pairs =
    register_pairs(std::make_index_sequence<std::size(pair_mutants)>{});

}  // namespace
}  // namespace sphlab::mutants
