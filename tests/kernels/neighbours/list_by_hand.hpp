// The list of one particle, made by hand in any format, for tests of what reads lists.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <numeric>
#include <vector>

#include "kernels/neighbours/iterator_core.cuh"

namespace sphlab::test {

using Ids = std::vector<std::uint32_t>;
using Fluid = SourceTypes<ParticleType::fluid>;
using Boundary = SourceTypes<ParticleType::boundary>;
using FluidThenBoundary = SourceTypes<ParticleType::fluid, ParticleType::boundary>;
using BoundaryThenFluid = SourceTypes<ParticleType::boundary, ParticleType::fluid>;

inline constexpr std::uint32_t capacity = 24;
inline constexpr std::uint32_t stride = 5;
inline constexpr std::uint32_t particle = 3;
inline constexpr TypeMask two_types =
    mask_of(ParticleType::fluid) | mask_of(ParticleType::boundary);

/// The grid is one row of three cells, and the particle in the middle one: a 16-bit entry in a row
/// is the neighbour's index. Entries in cells change the cell at every third neighbour.
inline constexpr Grid one_row{{0, 0, 0}, 1, {3, 1, 1}, 3, 1, 1, nullptr, nullptr};

/// No neighbour lies before its cell.
inline constexpr std::uint32_t row_begin[] = {0, 40, 90, 300, 300};

/// The list of one particle among `stride`, filled by hand: fluid 100, 101, ..., boundary 200, ...
template <class Format>
class List {
 public:
  List(std::uint32_t fluid, std::uint32_t boundary) : fluid_(fluid), boundary_(boundary) {
    std::iota(fluid_.begin(), fluid_.end(), 100u);
    std::iota(boundary_.begin(), boundary_.end(), 200u);
    // 77 stands wherever no neighbour and no marker does; an iterator must never hand it out
    for (auto& part : parts_) part.assign(capacity * stride, encoded(77, 0));
    fill(list_section(Format::format(), two_types, ParticleType::fluid), fluid_);
    if (Format::sections > 1)
      fill(list_section(Format::format(), two_types, ParticleType::boundary), boundary_);
  }

  PairArguments arguments() {
    PairArguments a{};
    a.grid = one_row;
    a.cell_begin = cell_begin_.data();
    a.keys = keys_.data();
    a.list.stride = stride;
    a.list.capacity = capacity;
    for (std::size_t part = 0; part < parts_.size(); ++part)
      a.list.parts[part] = parts_[part].data();
    return a;
  }

  template <ParticleType... types>
  Ids of(SourceTypes<types...>) const {
    Ids all;
    for (const Ids* ids : {(types == ParticleType::fluid ? &fluid_ : &boundary_)...})
      all.insert(all.end(), ids->begin(), ids->end());
    return all;
  }

 private:
  using Entry = typename Format::Entry;

  /// The cell of the row in which the k-th neighbour of a section lies.
  static std::uint32_t x_of(std::uint32_t k) { return k / 3 % 3; }

  /// @param k its number in the section.
  static Entry encoded(std::uint32_t id, std::uint32_t k) {
    if constexpr (Format::format().entry == ListEntry::in_row) {
      return relative_entry(4, id);
    } else if constexpr (Format::format().entry == ListEntry::in_cell) {
      const std::uint32_t ordinal = id - row_begin[x_of(k)];
      const bool changes = k == 0 || x_of(k) != x_of(k - 1);
      return changes ? cell_entry(4 * 3 + x_of(k), ordinal) : cell_entry(ordinal);
    } else {
      return id;
    }
  }

  void fill(std::uint32_t section, const Ids& ids) {
    for (std::uint32_t k = 0; k < ids.size(); ++k) entry(section, k) = encoded(ids[k], k);
    entry(section, static_cast<std::uint32_t>(ids.size())) = Format::end;
  }

  Entry& entry(std::uint32_t section, std::uint32_t k) {
    const std::uint32_t slot = list_slot(Format::format(), section, k, capacity);
    return parts_.at(list_part(Format::format(), section))
        .at(list_offset(Format::format(), stride, capacity, particle, slot));
  }

  Ids fluid_, boundary_;
  alignas(16) std::array<std::vector<Entry>, Format::parts> parts_;
  Ids cell_begin_ = Ids(std::begin(row_begin), std::end(row_begin));
  Ids keys_ = Ids(stride, 1);
};

}  // namespace sphlab::test
