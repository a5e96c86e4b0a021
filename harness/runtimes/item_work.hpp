// What a runtime does once for each of many items, beside sorting and summing: what is somebody
// else's array becomes a run's, and what a run has found becomes somebody else's. Each is written
// once, for the host and for devices.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "kernels/abi/list_view.hpp"
#include "kernels/abi/particle_type.hpp"
#include "kernels/abi/vector_types.hpp"

namespace sphlab {

/// Particle i: makes its position of row i, its w is 0.
struct WidenRows {
  const float* rows;    ///< [particles * width] x, y, z, and what else a row has
  std::uint32_t width;  ///< at least 3
  float4* position;     ///< [particles] written

  SPHLAB_HOST_DEVICE void operator()(std::uint32_t i) const {
    const float* row = rows + std::size_t{i} * width;
    position[i] = {row[0], row[1], row[2], 0};
  }
};

/// Particle i: gives it type fluid and the id i.
struct NumberParticles {
  std::uint32_t* identity;  ///< [particles] written

  SPHLAB_HOST_DEVICE void operator()(std::uint32_t i) const {
    identity[i] = make_identity(ParticleType::fluid, i);
  }
};

/// Particle i: a key of its coordinate, so that the largest key is that of the greatest, or of the
/// least. A coordinate that is not a number has the largest key of all.
struct KeyCoordinates {
  const float4* position;  ///< [particles]
  std::uint32_t axis;      ///< 0, 1, 2
  bool least;
  std::uint32_t* keys;  ///< [particles] written

  static constexpr std::uint32_t sign = 0x80000000u;
  static constexpr std::uint32_t infinity = 0x7f800000u;

  SPHLAB_HOST_DEVICE void operator()(std::uint32_t i) const {
    const float4 p = position[i];
    const float x = axis == 0 ? p.x : axis == 1 ? p.y : p.z;
    const float greatest = least ? -x : x;
    std::uint32_t bits = 0;
    memcpy(&bits, &greatest, sizeof bits);
    const bool is_finite = (bits & infinity) != infinity;
    keys[i] = !is_finite ? 0xffffffffu : (bits & sign) != 0 ? ~bits : bits | sign;
  }

  /// The coordinate of a key. @pre it was finite.
  static float coordinate(std::uint32_t key, bool least) {
    const std::uint32_t bits = (key & sign) != 0 ? key & ~sign : ~key;
    float x = 0;
    memcpy(&x, &bits, sizeof x);
    return least ? -x : x;
  }
};

/// A list whose entries are indices of 32 bits, to be read in whatever format it has.
struct ListOfIndices {
  ListView list;
  ListFormat format;
  TypeMask types;  ///< that it keeps apart

  /// Calls use(index) for each neighbour of a particle, section by section.
  template <class Use>
  SPHLAB_HOST_DEVICE void for_each(std::uint32_t particle, Use use) const {
    const ListSlots slots{list.capacity, list.first_part};
    for (std::uint32_t section = 0; section < list_sections(format, types); ++section) {
      const std::uint32_t part = list_part(format, section);
      const std::uint32_t of_part = list_part_slots(format, part, slots);
      const auto* entries = static_cast<const std::uint32_t*>(list.parts[part]);
      for (std::uint32_t k = 0;; ++k) {
        const std::uint32_t slot = list_slot(format, section, k, of_part);
        const std::uint32_t index =
            entries[list_offset(format, list.stride, list.capacity, particle, slot)];
        if (index == list_end) break;
        use(index);
      }
    }
  }
};

/// Particle i: counts its neighbours, under its id.
struct CountNeighbours {
  ListOfIndices list;
  const std::uint32_t* identity;  ///< [particles]
  std::uint32_t* counts;          ///< [particles] written, by id

  SPHLAB_HOST_DEVICE void operator()(std::uint32_t i) const {
    std::uint32_t count = 0;
    list.for_each(i, [&](std::uint32_t) { ++count; });
    counts[id_of(identity[i])] = count;
  }
};

/// Particle i: writes the ids of its neighbours, from the offset of its id on.
struct WriteNeighbours {
  ListOfIndices list;
  const std::uint32_t* identity;  ///< [particles]
  const std::uint32_t* offsets;   ///< [particles] by id
  std::uint32_t* ids;             ///< written

  SPHLAB_HOST_DEVICE void operator()(std::uint32_t i) const {
    std::uint32_t* next = ids + offsets[id_of(identity[i])];
    list.for_each(i, [&](std::uint32_t neighbour) { *next++ = id_of(identity[neighbour]); });
  }
};

}  // namespace sphlab
