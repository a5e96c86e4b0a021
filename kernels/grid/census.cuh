// The census, a preparation of cell traversals: the list of filled cells, or of whatever boxes of
// cells the traversal takes a block for, and the fullest cell's count (paper C, sections 3 and 5.1:
// empty cells are left out, and the maximum is kept for the sizes of shared memory).
#pragma once

#include <algorithm>
#include <string>

#include "kernels/gpu/gpu.cuh"
#include "kernels/grid/cell_census.hpp"
#include "kernels/strategy/launches.hpp"
#include "kernels/strategy/refusal.hpp"

namespace sphlab {

/// The arguments of a pass and the census of its traversal. As a kernel's parameter of its own the
/// census makes nvcc spill a register of some.
template <class Arguments>
struct WithCensus : Arguments {
  CellCensus census;
};

/// Reads cell_begin; writes census. *census.filled_count must be 0 before.
__global__ void census_append(WithCensus<PairArguments> a);

/// Particles per cell for which launches make room, as the census has measured them; 0: not yet.
inline std::uint32_t cell_capacity(const PairArguments& a) {
  return a.capacity.values[0];
}

/// The same, for a launch whose shape depends on it: refuses where nothing has been measured.
inline int measured_capacity(const PairArguments& a, std::uint32_t* capacity) {
  *capacity = cell_capacity(a);
  return *capacity != 0 ? 0 : refuse("the census has not yet measured the fullest cell");
}

/// Words of the workspace before the list of boxes: its two counts, alone in a sector of 32 bytes,
/// so that the list begins with another.
constexpr std::uint32_t words_of_counts = 8;

/// The census in the workspace of the arguments, of boxes with these sides.
template <class Arguments>
WithCensus<Arguments> with_census(const Arguments& a, uint3 sides) {
  auto* words = static_cast<std::uint32_t*>(a.workspace);
  return {
      a,
      {cut_into_boxes(a.grid, sides), words + words_of_counts, words, words + 1, cell_capacity(a)}};
}

/// Blocks so that each filled box of the census can have one. How many there are the device alone
/// knows; blocks that find none end at once.
template <class Arguments>
std::uint32_t most_filled_boxes(const WithCensus<Arguments>& a) {
  return std::min(a.census.boxes.count(), a.particles);
}

/// The preparation of a traversal for a physics. The traversal may have
///   census_box<Physics>(arguments, tuning, sides)
/// which tells the sides of the boxes to list [cells], or refuses; it may rely on cell_capacity().
/// If it defines none, the census lists single cells.
template <class Traversal, class Physics>
struct Census {
  static constexpr const char* name = "census";

  /// The list of boxes behind the two counts.
  static int workspace(const PairArguments& a, const std::uint32_t*, std::size_t* bytes) {
    *bytes = (words_of_counts + std::min(a.particles, a.grid.count)) * sizeof(std::uint32_t);
    return 0;
  }

  template <class Run>
  static int launches(const PairArguments& a, const std::uint32_t* tuning, Run& run) {
    uint3 sides = single_cell;
    if (const int error = box_sides(a, tuning, &sides)) return error;
    const WithCensus<PairArguments> arguments = with_census(a, sides);
    const CellCensus& census = arguments.census;
    if (const int error = run.primitive([&] {
          return a.primitives->fill(census.filled_count, 0, sizeof *census.filled_count);
        })) {
      return error;
    }
    return run.kernel(census_append,
                      per_item(census.boxes.count(), block).with(gpu::Cooperation::block),
                      arguments);
  }

  /// Cells whose particles move may come to hold a quarter more.
  static int measure(const PairArguments& a, const std::uint32_t*, MeasuredCapacity* capacity) {
    std::uint32_t largest = 0;
    if (const int error = fullest(a, &largest)) return error;
    capacity->values[0] = std::max(1u, a.moves ? largest + largest / 4 : largest);
    return 0;
  }

  static int check(const PairArguments& a, const std::uint32_t*) {
    std::uint32_t largest = 0;
    if (const int error = fullest(a, &largest)) return error;
    if (largest <= cell_capacity(a)) return 0;
    return refuse("a cell overflows: it holds " + std::to_string(largest) +
                  " particles, and room was made for " + std::to_string(cell_capacity(a)) +
                  ", from the fullest cell of the state that the run began with; begin from a "
                  "later state");
  }

  static int notes(const PairArguments& a, const std::uint32_t*, PreparationNote* notes,
                   std::uint32_t* count) {
    std::uint32_t found[2] = {};  // filled_count and largest
    if (const int error = a.primitives->download(found, a.workspace, sizeof found)) return error;
    notes[0] = {"filled_boxes", static_cast<double>(found[0])};
    notes[1] = {"largest_cell", static_cast<double>(found[1])};
    notes[2] = {"cell_capacity", static_cast<double>(cell_capacity(a))};
    *count = 3;
    return 0;
  }

 private:
  static constexpr unsigned block = 128;

  /// Changes the sides where the traversal has boxes: until the fullest cell has been measured, it
  /// cannot tell how large they are.
  static int box_sides([[maybe_unused]] const PairArguments& a,
                       [[maybe_unused]] const std::uint32_t* tuning,
                       [[maybe_unused]] uint3* sides) {
    if constexpr (requires { Traversal::template census_box<Physics>(a, tuning, sides); }) {
      if (cell_capacity(a) != 0) return Traversal::template census_box<Physics>(a, tuning, sides);
    }
    return 0;
  }

  static int fullest(const PairArguments& a, std::uint32_t* largest) {
    return a.primitives->download(largest, static_cast<const std::uint32_t*>(a.workspace) + 1,
                                  sizeof *largest);
  }
};

}  // namespace sphlab
