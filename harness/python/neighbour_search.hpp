// The neighbours of particles whose positions lie in somebody else's memory, for who calls the
// laboratory's kernels from a program of his own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "harness/packs/pack_library.hpp"
#include "harness/runtimes/runtime.hpp"
#include "harness/scenarios/quantity.hpp"

namespace sphlab {

/// What a search runs with; "" leaves the choice to it.
struct NeighbourBuild {
  std::string toolchain;    ///< of the pack
  std::string builder;      ///< strategy of stage list
  std::string list_format;  ///< of 32-bit entries, in which the builder writes
};

/// Positions on the device of a search, owned by the caller, row by row without gaps: x, y, z of a
/// particle, in any unit of length, and behind them anything.
struct PositionRows {
  const float* data = nullptr;
  std::size_t particles = 0;
  std::uint32_t width = 3;  ///< numbers of a row
};

/// The corners of a box, in the unit of the positions.
struct SearchBox {
  Vector lower{}, upper{};
};

struct NeighbourQuery {
  double radius = 0;  ///< in the unit of the positions
  /// Around all particles; nothing: it is measured, which takes some passes over the positions.
  std::optional<SearchBox> box;
  /// The most neighbours of a particle for which there is room; nothing: it grows as needed.
  std::optional<std::uint32_t> capacity;
  /// The most neighbours of all together: offsets are signed, of 32 bits.
  std::uint64_t most_pairs = std::numeric_limits<std::int32_t>::max();
};

/// The neighbours of each particle, in the order of the rows: those of particle i are
/// indices[offsets[i]] to indices[offsets[i + 1] - 1], in no order, itself left out. In memory of
/// the search's runtime, which outlives them; all below 2^31.
struct Neighbours {
  DeviceBuffer<std::uint32_t> counts;   ///< [particles], and a 0 behind them
  DeviceBuffer<std::uint32_t> offsets;  ///< [particles + 1]
  DeviceBuffer<std::uint32_t> indices;
  /// Where the kernels have read the positions: the caller's rows, or a copy on the device.
  const void* read_from = nullptr;
};

/// Finds neighbours again and again, on one device. It keeps its memory, as large as the last query
/// needed, and may not be used by two threads at a time.
class NeighbourSearch {
 public:
  /// @param runtime "host", "cuda" or "hip". @param device index among its devices. @param folders
  /// of packs and runtimes. Throws Error(not_available) where no pack or device is there, or what
  /// `build` names is not.
  NeighbourSearch(const std::string& runtime, int device,
                  const std::vector<std::filesystem::path>& folders, const NeighbourBuild& build);
  ~NeighbourSearch();
  NeighbourSearch(const NeighbourSearch&) = delete;
  NeighbourSearch& operator=(const NeighbourSearch&) = delete;

  /// Waits until all is done. Rows of four numbers at a multiple of 16 bytes are read where they
  /// are, others are copied on the device first. Pairs are those of a squared distance below
  /// radius^2, both in single precision.
  /// Throws InputError for a radius that is not positive, for a position that is not finite or out
  /// of the box, for too many particles, pairs or cells, and for a particle of more neighbours than
  /// `capacity`; OutOfMemory, DeviceError.
  Neighbours find(const PositionRows& rows, const NeighbourQuery& query);

  /// The device, in whose memory rows may be made for it.
  Runtime& runtime() const;
  /// The stream of the device on which all is enqueued; nullptr on the host.
  void* stream() const;
  /// Toolchain, builder and format that are in use.
  const NeighbourBuild& build() const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace sphlab
