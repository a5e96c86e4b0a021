#include "harness/verify/same_rows.hpp"

#include <algorithm>

#include "harness/verify/checks_list.hpp"

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

}  // namespace

RowPair::RowPair(const DownloadedList& known, const DownloadedList& list)
    : known_(known),
      list_(list),
      sections_(list_sections(list.format, list.types)),
      same_sections_(same_sections(known, list)),
      slots_(list_parts(list.format, list.types)) {}

std::optional<std::uint64_t> RowPair::entries_if_same(std::uint32_t particle) {
  if (!same_sections_) return std::nullopt;
  std::fill(slots_.begin(), slots_.end(), 0);
  entries_ = 0;
  for (std::uint32_t section = 0; section < sections_; ++section) {
    if (!same_section(particle, section)) return std::nullopt;
  }
  return entries_;
}

// The known section ends within its slots: it has passed.
bool RowPair::same_section(std::uint32_t particle, std::uint32_t section) {
  const std::uint32_t slots = list_.section_slots(section);
  std::size_t& used = slots_[list_part(list_.format, section)];
  for (std::uint32_t k = 0; k < slots; ++k) {
    const std::uint32_t wanted = known_.entry(section, particle, k);
    if (list_.entry(section, particle, k) != wanted) return false;
    if (++used > slots) return false;  // it overlaps with the one from the other end
    if (wanted == list_end) return true;
    ++entries_;
  }
  return false;
}

}  // namespace sphlab
