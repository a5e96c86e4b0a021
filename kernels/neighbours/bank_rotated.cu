// list-order/bank-rotated: orders the entries of each list so that the lanes of a warp read from
// different columns of the L1 cache (catalogue Z1).
//
// A gather of 16 bytes per lane is served for eight lanes at a time, and at full speed only where
// they read eight different columns of 16 bytes of a 128-byte line. Which column a neighbour's data
// lies in is its index modulo eight. Lane l therefore visits a neighbour of column (k + l) mod 8 as
// its k-th, or of the next column of which it has any left.
#include <string>

#include "kernels/neighbours/list_stage.hpp"
#include "kernels/neighbours/shared_lists.hpp"
#include "kernels/strategy/refusal.hpp"

namespace sphlab {

/// Columns of 16 bytes in a line.
constexpr std::uint32_t columns = 8;

/// One thread's section in shared memory: its entries, and their ordinals by column. Entry k of the
/// block's thread t stands at [k * threads + t].
class StagedSection {
 public:
  static constexpr std::size_t bytes_per_slot = sizeof(std::uint32_t) + sizeof(std::uint8_t);
  /// Ordinals are bytes, and so are the places where a column begins and ends.
  static constexpr std::uint32_t most_slots = 256;

  __device__ __forceinline__ StagedSection(void* shared, std::uint32_t slots)
      : entries_(static_cast<std::uint32_t*>(shared) + threadIdx.x),
        ordinals_(static_cast<std::uint8_t*>(shared) +
                  std::size_t{slots} * blockDim.x * sizeof(std::uint32_t) + threadIdx.x) {}

  __device__ __forceinline__ std::uint32_t& entry(std::uint32_t k) {
    return entries_[k * blockDim.x];
  }
  __device__ __forceinline__ std::uint8_t& ordinal(std::uint32_t k) {
    return ordinals_[k * blockDim.x];
  }

 private:
  std::uint32_t* entries_;
  std::uint8_t* ordinals_;
};

/// Eight counters of a byte each, in one register pair.
class ColumnCounters {
 public:
  __device__ __forceinline__ std::uint32_t of(std::uint32_t column) const {
    return static_cast<std::uint32_t>(counters_ >> (8 * column)) & 0xffu;
  }
  __device__ __forceinline__ void increment(std::uint32_t column) {
    counters_ += std::uint64_t{1} << (8 * column);
  }
  /// Where each column begins when all stand one after the other: the sum of those before it.
  __device__ __forceinline__ ColumnCounters begins() const {
    ColumnCounters begins;
    begins.counters_ = (counters_ * 0x0101010101010101ull) << 8;
    return begins;
  }

 private:
  std::uint64_t counters_ = 0;
};

/// Puts one section of a particle's list into the order of its lane.
template <class Format, std::uint32_t section>
__device__ __forceinline__ void rotate_section(const ListArrays& list, std::uint32_t particle,
                                               StagedSection& staged) {
  constexpr ListFormat format = Format::format();
  constexpr std::uint32_t part = list_part(format, section);
  auto* entries = part_entries<Format>(list, part);
  const auto at = [&](std::uint32_t k) -> std::uint32_t& {
    return entries[list_offset(format, list.stride, list.capacity, particle,
                               list_slot(format, section, k, part_slots<Format>(list, part)))];
  };
  ColumnCounters counts;
  std::uint32_t count = 0;
  for (; at(count) != list_end; ++count) {
    staged.entry(count) = at(count);
    counts.increment(at(count) % columns);
  }
  ColumnCounters ends = counts.begins();
  for (std::uint32_t k = 0; k < count; ++k) {
    const std::uint32_t column = staged.entry(k) % columns;
    staged.ordinal(ends.of(column)) = static_cast<std::uint8_t>(k);
    ends.increment(column);
  }
  ColumnCounters next = counts.begins();
  for (std::uint32_t k = 0; k < count; ++k) {
    std::uint32_t column = (k + particle) % columns;
    while (next.of(column) == ends.of(column)) column = (column + 1) % columns;
    at(k) = staged.entry(staged.ordinal(next.of(column)));
    next.increment(column);
  }
}

template <class Format, std::uint32_t... sections>
__device__ __forceinline__ void rotate_sections(const ListArrays& list, std::uint32_t particle,
                                                StagedSection& staged,
                                                std::integer_sequence<std::uint32_t, sections...>) {
  (rotate_section<Format, sections>(list, particle, staged), ...);
}

/// Reads and writes list, whose lists must have fitted. Dynamic shared memory: the slots of the
/// largest part per thread.
template <class Format>
__global__ void list_order_bank_rotated(ListArguments a) {
  const std::uint32_t i = target_of_thread(a);
  if (i >= targets(a).last) return;
  StagedSection staged(gpu::dynamic_shared<std::uint32_t>(), most_part_slots<Format>(a.list));
  rotate_sections<Format>(a.list, i, staged,
                          std::make_integer_sequence<std::uint32_t, Format::sections>{});
}

namespace {

struct BankRotated : ListStage, AnyCells {
  static constexpr Stage stage = Stage::list_order;
  static constexpr const char* name = "bank-rotated";
  static constexpr std::uint32_t blocks[] = {32, 64, 128, 256};
  static constexpr TuningParameter parameters[] = {{"block", blocks, 4, 64}};
  static constexpr DeclaredWork work{.bytes_per_pair = 3 * 4};

  /// An entry relative to a cell does not tell the column without the cell.
  template <class Format>
  static constexpr bool serves() {
    return Format::format().entry == ListEntry::index;
  }
  template <class Format>
  static constexpr bool serves_periodic() {
    return true;
  }

  static std::size_t shared_bytes(std::uint32_t slots, std::uint32_t block) {
    return StagedSection::bytes_per_slot * slots * block;
  }

  /// Not 0 where the list cannot be staged.
  static int refused(std::uint32_t slots, std::uint32_t block) {
    if (slots > StagedSection::most_slots) {
      return refuse("it orders lists of at most " + std::to_string(StagedSection::most_slots) +
                    " slots, and these have " + std::to_string(slots));
    }
    return refuse_beyond_shared(block, shared_bytes(slots, block), slots);
  }

  template <class Format, class Run>
  static int launches(const ListArguments& a, const std::uint32_t* tuning, Run& run) {
    const std::uint32_t slots = most_part_slots<Format>(a.list);
    if (const int error = refused(slots, tuning[0])) return error;
    const Launch launch =
        per_item(a.particles, tuning[0]).with_shared(shared_bytes(slots, tuning[0])).with(work);
    return run.kernel(list_order_bank_rotated<Format>, launch, a);
  }
};

[[maybe_unused]] const bool registered_bank_rotated = register_list_stage<BankRotated>();

}  // namespace
}  // namespace sphlab
