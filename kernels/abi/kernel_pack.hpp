// The one versioned C entry point of a kernel pack, and the plain data that crosses it.
//
// A pack is the shared library that one toolchain makes out of kernels/. The harness opens it with
// dlopen, calls sphlab_kernel_pack(), and refuses it when abi_version differs from its own. Nothing
// here owns memory: every pointer in StageArguments belongs to the harness, every pointer in a
// KernelPack to the pack.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/abi/cell_census.hpp"
#include "kernels/abi/clock.hpp"
#include "kernels/abi/grid.hpp"
#include "kernels/abi/list_view.hpp"
#include "kernels/abi/particle_type.hpp"
#include "kernels/abi/particle_view.hpp"
#include "kernels/abi/rebuild_demand.hpp"
#include "kernels/abi/vector_types.hpp"

namespace sphlab {

inline constexpr std::uint32_t pack_abi_version = 8;

/// What the runtime does for a stage that is more than kernels: see RuntimeTable. Each function
/// enqueues on the stream that the stage is launched on, and returns 0 or an error code of the
/// runtime. The scratch is device memory, enough for particles or grid.count + 2 items.
struct DevicePrimitives {
  int (*fill)(void* device, int byte, std::size_t bytes);
  int (*exclusive_scan)(void* scratch, std::size_t scratch_bytes, const std::uint32_t* in,
                        std::uint32_t* out, std::uint32_t count);
  void* scratch;
  std::size_t scratch_bytes;
};

/// Everything a stage may read or write. A stage touches only what its comment in the strategy's
/// file names. All pointers are device pointers of the pack's runtime, except `constants` and
/// `primitives`.
struct StageArguments {
  std::uint32_t particles;    ///< particles allocated, lost ones included
  ParticleView state;         ///< the state that the stage reads
  ParticleView next;          ///< the state that reorder, predict and correct write
  std::uint32_t* keys;        ///< [particles] cell keys: written by hash, ascending after the sort
  std::uint32_t* order;       ///< [particles] written by hash as 0..n-1, permuted by the sort
  std::uint32_t* spare_keys;  ///< [particles] the sort's to use
  std::uint32_t* cell_order;  ///< [particles] the sort's to use; then order within the cells too,
                              ///< written by cell-sort
  std::uint32_t* cell_begin;  ///< [grid.count + 2] first particle of each cell, see cells
  Grid grid;
  CellCensus census;  ///< empty unless the traversal needs it
  ListView list;
  TypeMask types;            ///< types that the list holds neighbours of
  TypeMask targets;          ///< types for which the list is built
  float influence_radius;    ///< radius of interaction [m]
  float list_radius;         ///< the influence radius and a skin [m]; no cell is smaller
  float displacement_limit;  ///< since the last rebuild, half a step ahead included [m]
  float fixed_dt;            ///< length of every step [s]; 0 where it is adaptive
  float4* built_position;    ///< [particles] positions at the last rebuild, see any_moved.cu
  RebuildDemand* demand;     ///< see copy_positions.cu
  float4* rate;              ///< [particles] dv/dt [m/s^2], w: d(rho/rho0)/dt [1/s]
  float* potential;          ///< [particles] Lennard-Jones potential [J]
  Clock* clock;
  const void* constants;               ///< host pointer to the physics' constants, copied at launch
  const DevicePrimitives* primitives;  ///< host pointer
};

/// Attributes of one kernel as the device runtime reports them. -1: not known.
struct KernelAttributes {
  const char* symbol;  ///< mangled name, or nullptr
  int registers;       ///< registers a thread
  int local_bytes;     ///< local memory a thread: stack frame and spills together
  int static_shared_bytes;
  int dynamic_shared_bytes;
  int block_size;
  float occupancy;  ///< theoretical, resident warps over the multiprocessor's maximum
};

/// One tuning parameter of a strategy and the values it was compiled for.
struct TuningParameter {
  const char* name;             ///< "block", "in-flight", ...
  const std::uint32_t* values;  ///< ascending
  std::uint32_t value_count;
  std::uint32_t default_value;
};

/// Work that a strategy declares of itself, for rooflines. 0 where it does not apply.
struct DeclaredWork {
  double flops_per_pair;       ///< floating-point operations an accepted pair, FMA counts two
  double flops_per_candidate;  ///< the same for a candidate that is tested
  double bytes_per_pair;       ///< bytes requested by an accepted pair, list entry included
  double bytes_per_candidate;  ///< bytes requested by a candidate that is tested
  double bytes_per_particle;   ///< compulsory bytes read and written a particle
};

/// One strategy of one stage, for one pair physics where the stage computes pairs.
struct Strategy {
  const char* stage;        ///< "hash", "sort", "cells", "cell-sort", "reorder", "census", "list",
                            ///< "list-order", "remember", "displacement", "forces", "time-step",
                            ///< "predict", "correct"
  const char* name;         ///< name on the figure, equal to its file's name
  const char* physics;      ///< name of the pair physics, "" where the stage has none
  const char* list_format;  ///< name of the format of the list it reads or writes, "" without one
  TypeMask types;           ///< types that it keeps apart in that list; 0: whatever types there are
  const TuningParameter* parameters;
  std::uint32_t parameter_count;
  DeclaredWork work;
  /// Enqueues the stage on `stream` (a cudaStream_t, hipStream_t, or nullptr on the host). `tuning`
  /// holds one value a parameter, each out of the parameter's values. Returns 0, the error code of
  /// the device runtime, tuning_unknown, or strategy_refused.
  int (*launch)(const StageArguments* arguments, const std::uint32_t* tuning, void* stream);
  /// Fills `out` for the kernel that launch() would run on these arguments. Returns 0 or an error
  /// code as above.
  int (*attributes)(const StageArguments* arguments, const std::uint32_t* tuning,
                    KernelAttributes* out);
  bool needs_census = false;  ///< the traversal reads StageArguments::census
  /// Tells what the census is to list for a launch on these arguments with this tuning: the cells
  /// of a box along x, y and z. Reads grid and census.capacity alone. Returns 0 or an error code as
  /// launch() does. nullptr: single cells.
  int (*census_box)(const StageArguments* arguments, const std::uint32_t* tuning,
                    uint3* sides) = nullptr;
};

/// Whether a strategy reads or writes StageArguments::list.
constexpr bool has_list(const Strategy& strategy) {
  return *strategy.list_format != 0;
}

/// Codes of launch() and attributes() that come from the strategy, not from the device runtime.
inline constexpr int tuning_unknown = -1;  ///< the strategy was not compiled for a tuning value
/// The strategy cannot run on these arguments with this tuning on this device. Nothing was
/// enqueued, nothing is broken; error_text() tells why.
inline constexpr int strategy_refused = -2;

/// What a pack says of itself. Strings live as long as the library is loaded.
struct KernelPack {
  std::uint32_t abi_version;
  const char* toolchain;      ///< "nvcc-13.0", "clang-19", "simt-w32", "cpu-gcc-12", ...
  const char* compiler;       ///< the device compiler's full version line
  const char* host_compiler;  ///< the host compiler's full version line
  const char* flags;          ///< the full command line, without file names
  const char* runtime;        ///< "cuda", "hip" or "host": the runtime its pointers belong to
  const char* architectures;  ///< architectures embedded: "sm_90", "gfx90a", "x86-64-v4", ...
  bool fast_math;
  bool fma;
  std::uint32_t warp_width;  ///< 1 where it has no warps (cpu)
  const char* matrix;        ///< the matrix of kernels/matrix.json that it was compiled by
  const Strategy* strategies;
  std::uint32_t strategy_count;
  /// Why the pack cannot run on this machine (a missing instruction set, no device), or nullptr.
  const char* (*unusable)();
  /// Text of an error code returned by launch() or attributes(), for the last call of this thread.
  const char* (*error_text)(int code);
};

}  // namespace sphlab

/// The entry point's name and type.
extern "C" const sphlab::KernelPack* sphlab_kernel_pack();
