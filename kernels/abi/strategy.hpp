// One strategy of one stage, as a pack describes it.
#pragma once

#include <cstdint>

#include "kernels/abi/constants.hpp"
#include "kernels/abi/kernel_launch.hpp"
#include "kernels/abi/particle_type.hpp"
#include "kernels/abi/preparation.hpp"
#include "kernels/abi/stage_arguments.hpp"
#include "kernels/abi/stages.hpp"
#include "kernels/abi/tuning_parameter.hpp"

namespace sphlab {

/// Orders of cells, as bits: the order that a strategy of stage hash makes, or those that a
/// strategy serves.
enum CellOrder : std::uint32_t {
  linear_order = 1,  ///< x fastest: the cells of a row are contiguous, and so are their particles
  ranked_order = 2,  ///< along a curve: Grid::rank_of_cell tells each cell's place
  /// linear, and each cell is cut into slabs along x, these along z, those along y: one that makes
  /// it makes the linear order of cells, too
  perpendicular_order = 4,
};

/// One strategy of one stage, for one pair physics where the stage computes pairs.
struct Strategy {
  Stage stage;
  const char* pass;         ///< name of the pass that it computes; "" where its stage is another
  const char* name;         ///< name on the figure, equal to its file's name
  const char* physics;      ///< name of the pair physics, "" where the stage has none
  const char* list_format;  ///< name of the format of the list it reads or writes, "" without one
  TypeMask types;           ///< types that it keeps apart in that list; 0: whatever types there are
  bool is_default;          ///< what runs where a variant names none
  std::uint32_t orders;     ///< CellOrder bits
  std::uint32_t reaches;    ///< bit k: it serves cells of 1/k of the radius
  /// Whether it looks for the sources of a target only where they can be as long as nothing has
  /// moved: it takes no interval of several steps without a skin.
  bool narrows;
  /// Whether it serves a box that is periodic, in cells of the whole radius in the linear order.
  bool serves_periodic;
  /// Names the scheme whose steps a strategy of the forces ends within its pass: it does the stages
  /// time-step and correct where the scheme's program has them behind the evaluation of a state,
  /// and displacement, of the next step, behind correct, and the loop has none of these. nullptr of
  /// all that leave them to the loop.
  const char* ends_steps_of;
  /// States the largest error of its rates, of the largest, that a strategy of a pass answers for
  /// which errs by more than verification allows, since it reads rounded sources. 0 of all others.
  double stated_error;
  ConstantsKind constants;  ///< that its arguments must carry
  const TuningParameter* parameters;
  std::uint32_t parameter_count;
  /// Enqueues the stage on `stream` (a cudaStream_t, hipStream_t, or nullptr on the host).
  /// @param arguments ArgumentsOf<stage>. @param tuning one value per parameter, each out of the
  /// parameter's values. Returns 0, the error code of the device runtime, tuning_unknown, or
  /// strategy_refused.
  int (*launch)(const void* arguments, const std::uint32_t* tuning, void* stream);
  /// Fills `kernels` [most_launches] with what launch() would run on these arguments, in its
  /// order. Enqueues nothing. Returns 0 or an error code as above.
  int (*describe)(const void* arguments, const std::uint32_t* tuning, KernelLaunch* kernels,
                  std::uint32_t* count);
  Preparation preparation;
  /// Of a strategy of stage hash that makes the ranked order: fills rank_of_cell [grid.count], in
  /// host memory, with the place of each cell, numbered x fastest. nullptr for the linear order.
  void (*rank_cells)(const Grid& grid, std::uint32_t* rank_of_cell);
  /// Of a strategy of stage hash that cuts cells: Grid::tile with this tuning. nullptr: 1.
  std::uint32_t (*tile)(const std::uint32_t* tuning);
};

/// Whether a strategy serves cells of an order, CellOrder bits, and of 1/cells_per_radius (from 1
/// to most_cells_per_radius) of the radius.
constexpr bool serves_cells(const Strategy& strategy, std::uint32_t order,
                            std::uint32_t cells_per_radius) {
  return (strategy.orders & order) != 0 && (strategy.reaches >> cells_per_radius & 1) != 0;
}

/// Whether a strategy serves a box that is open, or `periodic`, in cells of 1/cells_per_radius.
constexpr bool serves_box(const Strategy& strategy, bool periodic, std::uint32_t cells_per_radius) {
  return !periodic || (strategy.serves_periodic && cells_per_radius == 1);
}

/// The name of a strategy's stage in variants and packs: that of its pass where it computes one.
constexpr const char* stage_name(const Strategy& strategy) {
  return strategy.stage == Stage::pass ? strategy.pass : describe(strategy.stage).name;
}

/// The name of its samples.
constexpr const char* timed_as(const Strategy& strategy) {
  return strategy.stage == Stage::pass ? strategy.pass : describe(strategy.stage).timed_as;
}

/// Whether a strategy reads or writes the list.
constexpr bool has_list(const Strategy& strategy) {
  return *strategy.list_format != 0;
}

constexpr bool has_preparation(const Strategy& strategy) {
  return strategy.preparation.name != nullptr;
}

/// Whether it runs at each rebuild, and is not memory alone.
constexpr bool runs_preparation(const Strategy& strategy) {
  return strategy.preparation.launch != nullptr;
}

/// Codes of a strategy's functions that come from the strategy, not from the device runtime.
inline constexpr int tuning_unknown = -1;  ///< the strategy was not compiled for a tuning value
/// The strategy cannot run on these arguments with this tuning on this device. Nothing was
/// enqueued, nothing is broken; error_text() tells why.
inline constexpr int strategy_refused = -2;
/// A strategy launches more than most_launches kernels.
inline constexpr int too_many_kernels = -3;

}  // namespace sphlab
