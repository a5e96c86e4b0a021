// One strategy of one stage, as a pack describes it.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/abi/constants.hpp"
#include "kernels/abi/particle_type.hpp"
#include "kernels/abi/stage_arguments.hpp"
#include "kernels/abi/stages.hpp"
#include "kernels/abi/task.hpp"

namespace sphlab {

/// One tuning parameter of a strategy and the values it was compiled for.
struct TuningParameter {
  const char* name;             ///< "block", "in-flight", ...
  const std::uint32_t* values;  ///< ascending
  std::uint32_t value_count;
  std::uint32_t default_value;
};

/// Work that a kernel declares of itself, for rooflines. 0 where it does not apply.
struct DeclaredWork {
  double flops_per_pair = 0;       ///< floating-point operations per accepted pair, FMA counts two
  double flops_per_candidate = 0;  ///< the same per candidate that is tested
  double bytes_per_pair = 0;       ///< bytes requested per accepted pair, list entry included
  double bytes_per_candidate = 0;  ///< bytes requested per candidate that is tested
  double bytes_per_particle = 0;   ///< compulsory bytes read and written per particle
};

/// Attributes of one kernel as the device runtime reports them. -1: not known.
struct KernelAttributes {
  const char* symbol;  ///< mangled name, or nullptr
  int registers;       ///< registers per thread
  int local_bytes;     ///< local memory per thread: stack frame and spills together
  int static_shared_bytes;
  int dynamic_shared_bytes;
  int block_size;
  float occupancy;  ///< theoretical, resident warps over the multiprocessor's maximum
};

/// One kernel that a launch would start.
struct KernelLaunch {
  KernelAttributes attributes;
  DeclaredWork work;
  std::uint32_t grid;  ///< blocks; 0 where only the device knows
};

/// Kernels that one stage launches at most.
inline constexpr std::uint32_t most_launches = 16;

/// A number that a preparation reports, for records.
struct PreparationNote {
  const char* name;  ///< "filled_boxes"
  double value;
};
inline constexpr std::uint32_t most_preparation_notes = 8;
/// The note of a traversal that looks at fewer candidates than the cells around its targets hold:
/// how many those of a pass are.
inline constexpr const char* candidate_pairs_note = "candidate_pairs";

/// Takes what a preparation of tasks has made. All arrays are the host's, until take() returns.
struct TaskSink {
  void* to;
  /// @param sparse particles that are in no task.
  void (*take)(void* to, const Task* tasks, std::uint32_t task_count, const std::uint32_t* sparse,
               std::uint32_t sparse_count);
};

/// What a strategy of a pass does at each rebuild, before its pass, and the memory that it owns for
/// it. `arguments` are those of its stage, `tuning` its own; each returns 0 or a code as
/// Strategy::launch does.
struct Preparation {
  const char* name;  ///< of its samples: "census"; nullptr: there is none
  /// Whether the passes of a formulation that are computed by strategies of this one's name take
  /// it together: prepared once, for the first of them, in one workspace, with one tuning. A pass
  /// may leave there what a later one reads, see PairArguments::follows.
  bool shared;
  /// Bytes of PairArguments::workspace. Reads particles, grid, capacity and is_followed alone.
  int (*workspace)(const void* arguments, const std::uint32_t* tuning, std::size_t* bytes);
  /// Enqueues the preparation.
  int (*launch)(const void* arguments, const std::uint32_t* tuning, void* stream);
  /// Its kernels, as Strategy::describe tells those of the pass.
  int (*describe)(const void* arguments, const std::uint32_t* tuning, KernelLaunch* kernels,
                  std::uint32_t* count);
  /// Looks at what a first launch found in the state that a run begins with, and says for how
  /// much launches are to be made. May wait for the device. nullptr: there is nothing to measure.
  int (*measure)(const void* arguments, const std::uint32_t* tuning, MeasuredCapacity* capacity);
  /// Refuses where the state has outgrown that capacity since. May wait for the device. Where it
  /// refuses, the passes since then have computed nothing.
  int (*check)(const void* arguments, const std::uint32_t* tuning);
  /// Tells up to most_preparation_notes numbers. May wait for the device.
  int (*notes)(const void* arguments, const std::uint32_t* tuning, PreparationNote* notes,
               std::uint32_t* count);
  /// Hands over the tasks. May wait for the device. nullptr: it makes none.
  int (*tasks)(const void* arguments, const std::uint32_t* tuning, const TaskSink& sink);
};

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

/// Codes of a strategy's functions that come from the strategy, not from the device runtime.
inline constexpr int tuning_unknown = -1;  ///< the strategy was not compiled for a tuning value
/// The strategy cannot run on these arguments with this tuning on this device. Nothing was
/// enqueued, nothing is broken; error_text() tells why.
inline constexpr int strategy_refused = -2;
/// A strategy launches more than most_launches kernels.
inline constexpr int too_many_kernels = -3;

}  // namespace sphlab
