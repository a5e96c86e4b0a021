// The C entry point of a runtime: memory, streams, events, graphs and the primitives of one kind of
// device. The cuda and hip runtimes are shared libraries, so that the harness links no GPU toolkit;
// the host runtime is part of the harness and fills the same table.
#pragma once

#include <cstddef>
#include <cstdint>

#include "harness/runtimes/item_work.hpp"
#include "kernels/abi/limit.hpp"

namespace sphlab {

inline constexpr std::uint32_t runtime_abi_version = 9;

/// What is known of a device. -1 or "" where the runtime cannot tell.
struct DeviceProperties {
  char name[256];
  char driver[64];
  char architecture[32];  ///< "sm_90", "gfx90a", "x86_64"
  char board[16];         ///< tells boards of one name apart, see board.hpp; "" of a host
  int compute_units;
  int warp_width;
  std::size_t memory_bytes;
  std::size_t memory_free_bytes;
  std::size_t l2_bytes;
  int max_clock_mhz;
  int memory_clock_mhz;
  int power_limit_w;
  int clocks_locked;  ///< 1, 0, or -1 for unknown
};

/// What a device's energy counter says.
struct EnergyReading {
  char counter[32];           ///< its name: "nvml-total-energy", "rapl-package", ...
  char absent[256];           ///< why it cannot be read, with the remedy; "" where it can
  std::uint64_t microjoules;  ///< since a moment of its own; wrap-around is undone
};

/// A device as its runtime has opened it, with its stream: what a runtime keeps of one it derives
/// from this. Several may be open at once, also of one device; none is for two threads at a time.
struct OpenDevice {};

/// Every function returns 0 or an error code of error_text(), unless it says otherwise. Pointers
/// named device_* are device pointers. All work is enqueued on the stream of the open device and
/// ordered by it.
struct RuntimeTable {
  std::uint32_t abi_version;
  const char* name;           ///< "cuda", "hip", "host"
  const char* version;        ///< "CUDA 13.0, CUB 3.0.1", ...
  const char* (*unusable)();  ///< why there is no device, or nullptr
  const char* (*error_text)(int code);
  int (*device_count)(int* count);
  int (*open_device)(int index, OpenDevice** out);
  /// Closes a device with which nothing is allocated or created any more.
  int (*close_device)(OpenDevice* device);
  int (*properties)(OpenDevice* device, DeviceProperties* out);
  /// The stream that packs launch on; the thread's launches go to its device from then on.
  int (*stream)(OpenDevice* device, void** out);
  int (*synchronize)(OpenDevice* device);
  int (*allocate)(OpenDevice* device, void** device_out, std::size_t bytes);
  int (*release)(OpenDevice* device, void* device_memory);
  int (*upload)(OpenDevice* device, void* device_to, const void* host,
                std::size_t bytes);  ///< ordered; host may be reused on return
  int (*download)(OpenDevice* device, void* host, const void* device_from,
                  std::size_t bytes);  ///< returns when the bytes are there
  int (*copy)(OpenDevice* device, void* device_to, const void* device_from, std::size_t bytes);
  int (*fill)(OpenDevice* device, void* device_to, int byte, std::size_t bytes);
  int (*flush_cache)(OpenDevice* device);  ///< evicts the last-level cache by writing past it
  /// Takes back what the code of the contender before may have set: of the caches a part that is
  /// set aside, lines that stay, a preference; of the stream a window and a priority; and an error
  /// that nobody has asked for. Called while nothing runs.
  int (*begin_turn)(OpenDevice* device);
  int (*event_create)(OpenDevice* device, void** event);
  int (*event_destroy)(OpenDevice* device, void* event);
  int (*event_record)(OpenDevice* device,
                      void* event);  ///< also legal while a graph is being captured
  int (*event_seconds)(OpenDevice* device, void* begin, void* end,
                       double* seconds);  ///< both must have completed
  // The four graph functions are null where the runtime has no graphs.
  int (*graph_begin)(OpenDevice* device) = nullptr;  ///< starts capturing the stream
  int (*graph_end)(OpenDevice* device, void** graph) = nullptr;
  int (*graph_launch)(OpenDevice* device, void* graph) = nullptr;
  int (*graph_destroy)(OpenDevice* device, void* graph) = nullptr;
  // Both are null where the graphs of the runtime have no conditional nodes.
  /// What is captured from here on runs only if *device_flag is not 0 when the device gets here.
  /// stream() is another one meanwhile. Legal only while capturing, without events, not nested.
  int (*condition_begin)(OpenDevice* device, const std::uint32_t* device_flag) = nullptr;
  int (*condition_end)(OpenDevice* device) = nullptr;
  // Both are null where no profiler can be told what to look at.
  /// What runs until range_end() is seen by a profiler, under this name; one that was asked to wait
  /// sees nothing else. Ranges do not nest. Harmless without a profiler.
  int (*range_begin)(OpenDevice* device, const char* name) = nullptr;
  int (*range_end)(OpenDevice* device) = nullptr;
  int (*clock_mhz)(OpenDevice* device, int* mhz);  ///< the compute clock now; -1 where unknown
  /// Bytes of scratch that sort_pairs, exclusive_scan and reduce_max need for `count` items.
  int (*scratch_bytes)(OpenDevice* device, std::uint32_t count, std::size_t* bytes);
  /// Stable radix sort of keys[count] (bits [0, key_bits)) with values[count], in place for the
  /// caller: uses keys_alt/values_alt [count] and scratch, and leaves the result in keys and
  /// values.
  int (*sort_pairs)(OpenDevice* device, void* scratch, std::size_t scratch_size,
                    std::uint32_t* keys, std::uint32_t* keys_alt, std::uint32_t* values,
                    std::uint32_t* values_alt, std::uint32_t count, int key_bits);
  /// out[i] = sum of in[0..i), i < count. in == out is allowed.
  int (*exclusive_scan)(OpenDevice* device, void* scratch, std::size_t scratch_size,
                        const std::uint32_t* in, std::uint32_t* out, std::uint32_t count);
  /// *out = max(in[0..count)), 0 for count == 0.
  int (*reduce_max)(OpenDevice* device, void* scratch, std::size_t scratch_size,
                    const std::uint32_t* in, std::uint32_t* out, std::uint32_t count);
  // These work once on each of `count` items.
  int (*widen_rows)(OpenDevice* device, const WidenRows* work, std::uint32_t count);
  int (*number_particles)(OpenDevice* device, const NumberParticles* work, std::uint32_t count);
  int (*key_coordinates)(OpenDevice* device, const KeyCoordinates* work, std::uint32_t count);
  int (*count_neighbours)(OpenDevice* device, const CountNeighbours* work, std::uint32_t count);
  int (*write_neighbours)(OpenDevice* device, const WriteNeighbours* work, std::uint32_t count);
  /// Enqueues what reaches a limit, once. The first half of `device_memory` [bytes] is filled with
  /// limit_fill; what is computed goes to the second, which has room for a word of every thread.
  int (*reach_limit)(OpenDevice* device, Limit limit, void* device_memory, std::size_t bytes,
                     LimitCall* call);
  /// Reads the device's counter now, whatever is enqueued. What cannot be read is told in
  /// `absent` and is no error.
  int (*energy)(OpenDevice* device, EnergyReading* out);
};

}  // namespace sphlab

/// The entry point of a runtime library.
extern "C" const sphlab::RuntimeTable* sphlab_runtime();
