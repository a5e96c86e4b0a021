// forces/omp-slices-x, omp-slices-y: the grid in slices of whole layers of cells along an axis, one
// for each thread (paper D, section 3). A pair inside of a slice is computed once, for both of its
// particles, one across a cut from each side: no thread writes where another does, and sums need no
// memory of a thread's own. Slices are cut so that each takes as long as the others, by what they
// have taken: cuts, and so the last digit of a sum, differ from run to run.
//
// Both axes share what is compiled, and so a file.
#include "kernels/traversals/cpu/ladder_physics.hpp"
#include "kernels/traversals/cpu/pair_sweep.hpp"
#include "kernels/traversals/cpu/slices.hpp"
#include "kernels/traversals/omp_threads.hpp"
#include "kernels/traversals/register_traversal.hpp"

namespace sphlab {
namespace {

std::uint32_t slice_count(const std::uint32_t* tuning) {
  return static_cast<std::uint32_t>(threads_of(tuning[1]));
}

int check_slices(SliceAxis axis, const PairArguments& a, const std::uint32_t* tuning) {
  if (const int error = check_threads(tuning[1])) return error;
  const std::uint32_t slices = slice_count(tuning);
  const std::uint32_t layers = layers_along(axis, a.grid);
  if (slices <= layers) return 0;
  const char* along = axis == SliceAxis::x ? "x" : "y";
  return refuse(std::to_string(slices) + " slices, one for each thread, of " +
                std::to_string(layers) + " layers of cells along " + along +
                ": take fewer threads, smaller cells, or the other axis");
}

/// The slices, and behind them the arrays.
template <class Physics>
FieldArrays<Physics> arrays_of(const PairArguments& a, const std::uint32_t* tuning) {
  return {static_cast<std::byte*>(a.workspace) + Slices::bytes(slice_count(tuning)), a.particles};
}
Slices slices_of(const PairArguments& a, const std::uint32_t* tuning) {
  return {a.workspace, slice_count(tuning)};
}

template <SliceAxis axis, class Physics>
struct SlicePreparation {
  static constexpr const char* name = "slices";

  static int workspace(const PairArguments& a, const std::uint32_t* tuning, std::size_t* bytes) {
    if (const int error = check_slices(axis, a, tuning)) return error;
    *bytes = Slices::bytes(slice_count(tuning)) + FieldArrays<Physics>::bytes(a.particles, 1);
    return 0;
  }

  template <class Run>
  static int launches(const PairArguments& a, const std::uint32_t* tuning, Run& run) {
    return run.loop({.bytes_per_particle = 8}, [&] {
      arrays_of<Physics>(a, tuning).fill_types(a, 0, live(a));
      Slices slices = slices_of(a, tuning);
      if (!slices.are_cut() || slices.passes() >= tuning[0])
        slices.cut(particles_of_layers(axis, a.grid, a.cell_begin));
    });
  }

  static int notes(const PairArguments& a, const std::uint32_t* tuning, PreparationNote* notes,
                   std::uint32_t* count) {
    const Slices slices = slices_of(a, tuning);
    notes[0] = {"slices", static_cast<double>(slices.count())};
    notes[1] = {"cuts", static_cast<double>(slices.cuts())};
    notes[2] = {"slice_imbalance", slices.imbalance()};
    *count = 3;
    return 0;
  }
};

CellBlock block_of(SliceAxis axis, const Grid& grid, const Slices& slices, std::uint32_t slice) {
  CellBlock block = all_cells(grid);
  (axis == SliceAxis::x ? block.first_x : block.first_y) = slices.first(slice);
  (axis == SliceAxis::x ? block.last_x : block.last_y) = slices.last(slice);
  return block;
}

template <class Sweep>
void sweep_block(Sweep& sweep, const Grid& grid, const CellBlock& block) {
  for (int z = 0; z < static_cast<int>(cells_along(grid, Axis::z)); ++z) {
    for (int y = block.first_y; y < block.last_y; ++y) {
      for (int x = block.first_x; x < block.last_x; ++x) sweep.add_cell({x, y, z}, block);
    }
  }
}

/// Particles that are spread and stored at a time.
constexpr std::uint32_t stretch = 1024;

template <class Physics, class T>
void compute_slices(SliceAxis axis, const PassArguments<Physics>& a,
                    const typename Physics::Coefficients& coefficients, FieldArrays<Physics> arrays,
                    Slices slices) {
  const std::uint32_t end = live(a);
  const auto count = static_cast<int>(slices.count());
#pragma omp parallel num_threads(count)
  {
#pragma omp for schedule(static)
    for (std::uint32_t first = 0; first < end; first += stretch) {
      const std::uint32_t last = std::min(first + stretch, end);
      arrays.fill(a, coefficients, first, last);
      arrays.clear_sums(0, first, last);
    }
#pragma omp for schedule(static, 1)
    for (std::uint32_t slice = 0; slice < slices.count(); ++slice) {
      const double begin = omp_get_wtime();
      PairSweep<Physics, T, Sums::shared> sweep(a, coefficients, arrays, 0);
      sweep_block(sweep, a.grid, block_of(axis, a.grid, slices, slice));
      slices.add_time(slice, omp_get_wtime() - begin);
    }
#pragma omp for schedule(static)
    for (std::uint32_t first = 0; first < end; first += stretch)
      store_sums(a, coefficients, arrays, first, std::min(first + stretch, end));
  }
  slices.end_pass();
}

template <SliceAxis axis>
struct OmpSlices {
  static constexpr std::uint32_t reaches = AnyCells::reaches;
  /// At a rebuild, slices are cut anew where so many passes have run since the last time: a step
  /// has one of them or two, as its scheme.
  static constexpr std::uint32_t periods[] = {10, 40};
  static constexpr TuningParameter parameters[] = {
      {"passes-per-cut", periods, 2, 10}, thread_parameter, wide_lanes_parameter};

  template <class Physics>
  using PreparationFor = SlicePreparation<axis, Physics>;

  template <class Physics, class Run>
  static int launches(const PassArguments<Physics>& a, const std::uint32_t* tuning, Run& run) {
    if (const int error = check_slices(axis, a, tuning)) return error;
    const auto coefficients = coefficients_of<Physics>(a);
    return with_wide_lanes(tuning[2], [&]<class T>(T) {
      return run.loop(work_of_half<Physics>(), [&] {
        compute_slices<Physics, T>(axis, a, coefficients, arrays_of<Physics>(a, tuning),
                                   slices_of(a, tuning));
      });
    });
  }
};

struct OmpSlicesX : OmpSlices<SliceAxis::x> {
  static constexpr const char* name = "omp-slices-x";
};
struct OmpSlicesY : OmpSlices<SliceAxis::y> {
  static constexpr const char* name = "omp-slices-y";
};

[[maybe_unused]] const bool registered_omp_slices =
    register_traversal<OmpSlicesX, LadderPhysics>() &&
    register_traversal<OmpSlicesY, LadderPhysics>();

}  // namespace
}  // namespace sphlab
