#include "harness/verify/same_rows.hpp"

#include <algorithm>
#include <atomic>
#include <vector>

#include "harness/verify/checks_list.hpp"
#include "harness/verify/parallel_ranges.hpp"

namespace sphlab {
namespace {

bool same_sections(const DownloadedList& a, const DownloadedList& b) {
  const std::uint32_t sections = list_sections(a.format, a.types);
  if (a.types != b.types || list_sections(b.format, b.types) != sections) return false;
  for (std::uint32_t section = 0; section < sections; ++section) {
    if (types_of_section(a, section) != types_of_section(b, section)) return false;
  }
  return true;
}

/// Reads the rows of two lists side by side. One object per thread, for its scratch array.
class RowPair {
 public:
  RowPair(const DownloadedList& known, const DownloadedList& list)
      : known_(known),
        list_(list),
        sections_(list_sections(list.format, list.types)),
        slots_(list_parts(list.format, list.types)) {}

  bool same(std::uint32_t particle) {
    std::fill(slots_.begin(), slots_.end(), 0);
    for (std::uint32_t section = 0; section < sections_; ++section) {
      if (!same_section(particle, section)) return false;
    }
    return true;
  }

 private:
  /// The known section ends within its slots: it has passed.
  bool same_section(std::uint32_t particle, std::uint32_t section) {
    const std::uint32_t room = list_.section_slots(section);
    std::size_t& used = slots_[list_part(list_.format, section)];
    for (std::uint32_t k = 0; k < room; ++k) {
      const std::uint32_t wanted = known_.entry(section, particle, k);
      if (list_.entry(section, particle, k) != wanted) return false;
      if (++used > room) return false;  // it overlaps with the one from the other end
      if (wanted == list_end) return true;
    }
    return false;
  }

  const DownloadedList& known_;
  const DownloadedList& list_;
  std::uint32_t sections_;
  std::vector<std::size_t> slots_;  ///< that the row uses of each part
};

}  // namespace

bool same_rows(const ParticleState& state, std::size_t live, const DownloadedList& known,
               const DownloadedList& list, TypeMask targets) {
  if (!same_sections(known, list) || !problem_of_shape(state, list).empty()) return false;
  std::atomic<bool> same = true;
#pragma omp parallel num_threads(all_threads())
  {
    RowPair rows(known, list);
#pragma omp for schedule(dynamic, 256)
    for (std::size_t i = 0; i < live; ++i) {
      if (!same.load(std::memory_order_relaxed)) continue;
      if ((mask_of(type_of(state.identity[i])) & targets) == 0) continue;
      if (!rows.same(static_cast<std::uint32_t>(i))) same = false;
    }
  }
  return same;
}

}  // namespace sphlab
