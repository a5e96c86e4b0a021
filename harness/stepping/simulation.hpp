// The stepping loop: one variant of one scenario on one device.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "harness/packs/pack_library.hpp"
#include "harness/runtimes/runtime.hpp"
#include "harness/scenarios/scenario.hpp"
#include "harness/stepping/capacity.hpp"
#include "harness/stepping/cell_mode.hpp"
#include "harness/stepping/downloaded_list.hpp"
#include "harness/stepping/downloaded_tasks.hpp"
#include "harness/stepping/event_trail.hpp"
#include "harness/stepping/list_setup.hpp"
#include "harness/stepping/pass_observer.hpp"
#include "harness/stepping/system.hpp"
#include "harness/stepping/variant.hpp"
#include "kernels/abi/formulation.hpp"
#include "kernels/abi/repetition.hpp"

namespace sphlab {

struct StateOnDevice;

/// Device-side counters of a run, read when the host asks.
struct RunState : RunClock {
  std::uint32_t lost = 0;  ///< particles that have left the grid, as of the last rebuild
  /// Largest number of slots that a particle needed of a part of its list, and of the second part
  /// of a split list.
  std::uint32_t list_required = 0, second_list_required = 0;
  std::uint64_t rebuilds = 0;  ///< since the last restore()
  Repetition repetition{};     ///< of passes that are repeated, likewise; all zero where none are
  double least_dt = 0;         ///< a step below this has collapsed, see least_step() [s]
};

/// One variant of one scenario on one device, stepping. Owns all of its device memory.
///
/// It is made of parts: a StageSelection (what runs), a Loop (in which order, on which arrays),
/// ParticleBuffers (what it owns) and CapturedCycles (how a cycle is captured and timed).
class Simulation : public SortedSystem {
 public:
  /// Allocates and uploads the initial state. `pack` must belong to `runtime`.
  /// Throws OutOfMemory (with the bytes needed) before allocating anything, Error(not_available)
  /// for an unknown strategy or tuning value, and for a variant of the forces alone that cannot be
  /// one, Refused, DeviceError. @param host_pack of the other stages of a variant of the forces
  /// alone, see host_pack_of(): their state and all that download() and its like return lies in
  /// host memory, and nothing is captured. Outlives this.
  Simulation(Runtime& runtime, const LoadedPack& pack, const Scenario& scenario,
             const Variant& variant, const LoadedPack* host_pack = nullptr);
  /// Which cells a variant of automatic ones takes, of the memory that is free now or of its
  /// budget. Throws OutOfMemory where none fits, and as bytes_needed() does.
  static CellModeChoice cell_mode(Runtime& runtime, const LoadedPack& pack,
                                  const Scenario& scenario, const Variant& variant,
                                  const LoadedPack* host_pack = nullptr);
  /// Bytes of device memory that the constructor would allocate. A scenario that was only described
  /// will do. Throws Error(not_available) and Refused as the constructor does.
  static std::size_t bytes_needed(Runtime& runtime, const LoadedPack& pack,
                                  const Scenario& scenario, const Variant& variant,
                                  const LoadedPack* host_pack = nullptr);
  /// Names of the stages of a cycle, as stage_counts() has them. Throws as bytes_needed() does.
  static std::set<std::string> stages_of(Runtime& runtime, const LoadedPack& pack,
                                         const Scenario& scenario, const Variant& variant,
                                         const LoadedPack* host_pack = nullptr);
  /// The same variant by another build of its pack, in the buffers of `other`, so that where they
  /// lie makes no difference between the two: they take turns, and each turn starts with restore().
  /// Keeps the buffers alive. Throws Error(not_available), too, where this build needs buffers of
  /// other sizes, and for a variant of the forces alone.
  Simulation(const Simulation& other, const LoadedPack& pack);
  ~Simulation() override;
  Simulation(const Simulation&) = delete;
  Simulation& operator=(const Simulation&) = delete;

  /// Replaces the state (any order) and resets the clock to `time`; what the passes prepare is
  /// measured anew. At step 0, fields that `state` lacks begin as zero. Throws Error(bad_input) for
  /// a field that nobody declares, and for one that `state` lacks at a later step.
  void restore(const ParticleState& state, double time, std::uint64_t steps);
  /// The same from a copy on the device of this simulation.
  void restore(const StateOnDevice& state, double time, std::uint64_t steps);
  /// Does nothing where the device decides when to rebuild.
  void measure_preparations() override;
  /// Relocates as System says, and gives each array pages of its own from then on: a small one
  /// would come back to its place in a shared page. Captures all work anew. Throws
  /// std::logic_error, too, where the buffers are shared.
  void relocate(std::size_t gap) override;
  /// The state in device order, and the clock.
  ParticleState download() const;
  /// The same into `state`, whose memory is used again as far as it reaches.
  void download(ParticleState& state) const;
  /// Its positions, or identities, alone.
  std::vector<float4> download_positions() const;
  std::vector<std::uint32_t> download_identities() const;
  /// dv/dt and d(rho/rho0)/dt of the last force pass, in device order; w as in
  /// ForceArguments::rate.
  std::vector<float4> download_rates() const;
  std::vector<float> download_potential() const;
  /// ForceArguments::approach_rate, in device order; empty where they limit no step.
  std::vector<float> download_approach_rates() const;
  /// The arrays of the formulation as the last pass has left them, by their name, in device order.
  /// @param which bit k stands for its k-th, as in PassDescription.
  ParticleFields download_arrays(std::uint32_t which = ~0u) const;
  /// Its fields, and the rates of them, likewise, by the name of the field.
  ParticleFields download_fields(std::uint32_t which = ~0u) const;
  ParticleFields download_field_rates(std::uint32_t which = ~0u) const;
  DownloadedList download_list() const;
  /// The same into `list`, whose memory is used again.
  void download_list(DownloadedList& list) const;
  std::vector<std::uint32_t> download_cell_begin() const;
  /// Offsets of the cuboids into which the order cuts the cells; none where it cuts none.
  std::vector<std::uint32_t> download_tile_begin() const;
  /// Cuboids of a cell along each axis.
  std::uint32_t tile() const;
  /// The cells' keys of the last sort, one per particle in device order.
  std::vector<std::uint32_t> download_keys() const;
  /// The particles as the last force pass found them, in device order: those of the half step,
  /// where there are steps. Right after forces(), step() or run_cycles(), whose list is still
  /// there. In place of `state`, as download().
  void download_last_force_state(ParticleState& state) const;
  RunState run_state() const;
  /// Numbers that the preparations of the passes report, by name: "largest_cell", "filled_boxes".
  std::map<std::string, double> preparation_notes() const;
  /// The tasks of each pass that has any, as of the last rebuild.
  std::vector<DownloadedTasks> download_tasks() const;
  /// RunState::rebuilds alone.
  std::uint64_t rebuilds() const;
  /// Radius, grid and slots of the run's list.
  const ListSetup& list_setup() const;

  const Schedule& schedule() const override;
  /// Order and list for the current state (one rebuild), without stepping.
  void rebuild() override;
  /// One evaluation of the passes on the current state, with the list as it is.
  void evaluate() override;
  void forces() { evaluate(); }
  /// The same; calls `observe` before and behind each pass, and waits for nothing itself.
  void observed_forces(const PassObserver& observe);
  /// Enqueues `cycles` whole cycles; returns when they are enqueued, not when done. Uses a graph
  /// where the runtime has them. Throws Interrupted between two cycles where a stop is requested,
  /// and on a device that works at once between two steps: the state is then of no use.
  void run_cycles(std::uint64_t cycles) override;
  /// Enqueues exactly one step; rebuilds first when that is due. For simulate and verify, where the
  /// number of steps is not a multiple of a cycle.
  void step();
  /// The same; calls mark(stage) before each stage is enqueued, with the name of its samples.
  void marked_step(const StageMarker& mark);
  /// Slots of the first part of the list that was too short since the last restore(), or of its
  /// first part where none was. Waits for the device.
  ListSlotsNeeded list_slots_needed() const;
  /// Throws ListOverflow, EntryOverflow or PreparationOverflow when a list, its entries, or the
  /// workspace of a preparation was too small since the last restore(). Waits for the device.
  void check_overflow() const;
  /// Returns run_state(). Throws as check_overflow(), and Diverged where the clock does not
  /// advance.
  RunState going_state() const;
  RunClock require_going() const override { return static_cast<const RunClock&>(going_state()); }
  /// Throws the same, and Diverged where particles are lost: a run that has lost some has not timed
  /// those that its record tells of.
  void require_sound() const override;
  RunCounts counts() const override;
  RunClock clock() const override { return static_cast<const RunClock&>(run_state()); }
  MemoryOrder memory_order() const override;
  bool has_even_cycles() const override;
  std::uint32_t steps_per_cycle() const override;
  std::vector<StageSample> instrumented_cycle() override;
  void marked_cycle(const StageMarker& mark) override;

  /// Rebuilds, and measures as CapturedCycles::mark_cost() does.
  double mark_cost() override;

  std::vector<std::string> tuned_together(const std::string& stage) const override;
  /// Prepares anew what passes read, and sorts anew where cells are cut into other cuboids.
  /// Throws as the constructor, and Refused.
  void retune(const std::string& stage,
              const std::map<std::string, std::uint32_t>& tuning) override;
  std::map<std::string, std::map<std::string, std::uint32_t>> tuning() const override;
  std::vector<TuningParameter> tuning_parameters(const std::string& stage) const override;

  const Variant& variant() const;
  /// The pack of the passes.
  const KernelPack& pack() const;
  /// The choice of its cells, where the variant that it was made with left them to memory.
  const std::optional<CellModeChoice>& cell_mode_choice() const;
  /// What the pack says of the scenario's physics.
  const FormulationDescription& formulation() const;
  /// Whether the forces alone run on the device, and everything else on the host.
  bool is_split() const;
  /// Whether the scheme writes the sources of the forces beside the state, in a layout of their
  /// own.
  bool schemes_write_sources() const;
  /// The error of rates that a strategy of a pass states, of the largest rate; 0 where each is held
  /// to the tolerance of all. See Strategy::stated_error.
  double stated_error() const;
  /// Mean bytes of a call of "upload" or "download" since the last restore(), where it is_split();
  /// nothing of any other stage, and before the first call.
  std::optional<double> bytes_copied(const std::string& stage) const;
  /// Throws DeviceError that names the array before or behind which code of the pack has written
  /// since it was allocated, or since the last call. Waits.
  void require_no_overrun();
  /// Bytes on the device of the forces, without the guards of arrays.
  std::size_t bytes_allocated() const;
  std::size_t bytes_of_list() const;

 private:
  struct Parts;
  /// Restores the initial state, and has the kernels loaded that a graph will need.
  void begin();
  std::unique_ptr<Parts> parts_;
};

/// Throws OutOfMemory where so many bytes for simulations of `scenario` are not free. On the host
/// runtime they lie in one memory with the initial state, which is counted where it is still to be
/// made.
void require_memory(const Runtime& runtime, const Scenario& scenario, std::size_t bytes);

}  // namespace sphlab
