#include "harness/verify/checks_list.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "harness/interrupt.hpp"
#include "harness/verify/neighbour_table.hpp"
#include "harness/verify/parallel_ranges.hpp"
#include "harness/verify/same_rows.hpp"

namespace sphlab {

namespace {

constexpr const char* list_check = "neighbour list";

/// Joins the names of a set of types: "fluid+boundary".
std::string type_names(TypeMask types) {
  std::vector<const char*> names;
  for (std::uint32_t t = 0; t < particle_type_count; ++t) {
    const auto type = static_cast<ParticleType>(t);
    if ((mask_of(type) & types) != 0) names.push_back(type_name(type));
  }
  return fmt::format("{}", fmt::join(names, "+"));
}

// Everything that judging one row needs. One object per thread, for its scratch arrays.
class RowJudge {
 public:
  RowJudge(const ParticleState& state, std::size_t live, const DownloadedList& list, float radius,
           const CellSearch& search)
      : state_(state),
        live_(live),
        list_(list),
        radius2_(static_cast<double>(radius) * radius),
        band_(borderline_width(radius, state.period)),
        search_(search),
        expected_(live) {}

  // Problem of the list of particle i, or "".
  std::string judge(std::size_t i) {
    ++judged_rows;
    const std::uint64_t before = borderline_differences;
    std::string problem = judge_sections(i);
    if (borderline_differences > before) {
      borderline_rows.push_back({static_cast<std::uint32_t>(i),
                                 static_cast<std::uint32_t>(borderline_differences - before)});
    }
    return problem;
  }

  // Counts what was found of the same row in a list that has passed.
  void take_passed(std::size_t i, std::uint64_t entries_of_row, const PassedList& passed) {
    entries += entries_of_row;
    const auto found = std::lower_bound(
        passed.borderline_rows.begin(), passed.borderline_rows.end(), i,
        [](const BorderlineRow& row, std::size_t particle) { return row.particle < particle; });
    if (found == passed.borderline_rows.end() || found->particle != i) return;
    borderline_differences += found->differences;
    borderline_rows.push_back(*found);
  }

  std::uint64_t entries = 0;
  std::uint64_t judged_rows = 0;
  std::uint64_t borderline_differences = 0;
  std::vector<BorderlineRow> borderline_rows;

 private:
  std::string judge_sections(std::size_t i) {
    find_neighbours(i);
    std::vector<std::size_t> slots(list_parts(list_.format, list_.types));
    for (std::uint32_t section = 0; section < list_sections(list_.format, list_.types); ++section) {
      const TypeMask types = types_of_section(list_, section);
      if (std::string problem = read_section(i, section, types); !problem.empty()) return problem;
      entries += section_.size();
      if (std::string problem = compare_listed(i); !problem.empty()) return problem;
      if (std::string problem = compare_missing(types); !problem.empty()) return problem;
      std::size_t& used = slots[list_part(list_.format, section)];
      used += section_.size() + 1;
      if (used > list_.section_slots(section)) return "the sections of its list overlap";
    }
    return "";
  }

  void find_neighbours(std::size_t i) {
    expected_.clear();
    search_.visit(
        i, [this](std::uint32_t j, double, double, double, double r2) { expected_.add(j, r2); });
  }

  std::string name_of(std::uint32_t j) const { return particle_label(state_, j); }

  std::string read_section(std::size_t i, std::uint32_t section, TypeMask types) {
    section_.clear();
    for (std::uint32_t k = 0; k < list_.section_slots(section); ++k) {
      const std::uint32_t j = list_.entry(section, static_cast<std::uint32_t>(i), k);
      if (j == list_end) return "";
      if (j >= live_) {
        return fmt::format("entry {} of its {} section holds {}, which is no live particle", k,
                           type_names(types), j);
      }
      if (j == i) return "it is its own neighbour";
      if ((mask_of(type_of(state_.identity[j])) & types) == 0) {
        return fmt::format("{} stands in its {} section, or an end marker is missing", name_of(j),
                           type_names(types));
      }
      section_.push_back(j);
    }
    return fmt::format("its {} section has no end marker", type_names(types));
  }

  bool borderline(double r2) const { return std::abs(r2 - radius2_) <= band_; }

  std::string distance(double r2) const {
    return fmt::format("at distance {:.9g} of radius {:.9g}", std::sqrt(r2), std::sqrt(radius2_));
  }

  // Each entry of section_ is a neighbour, and the only one of its kind.
  std::string compare_listed(std::size_t i) {
    for (const std::uint32_t j : section_) {
      Neighbour* wanted = expected_.find(j);
      if (wanted == nullptr) return surplus(j, squared_distance(i, j));
      if (wanted->listed) return name_of(j) + " occurs more than once among its neighbours";
      wanted->listed = true;
      if (wanted->r2 < radius2_) continue;
      if (!borderline(wanted->r2)) return surplus(j, wanted->r2);
      ++borderline_differences;
    }
    return "";
  }

  // Each neighbour of these types stood in section_.
  std::string compare_missing(TypeMask types) {
    for (const Neighbour& wanted : expected_.all()) {
      if (wanted.listed || wanted.r2 >= radius2_) continue;
      if ((mask_of(type_of(state_.identity[wanted.particle])) & types) == 0) continue;
      if (!borderline(wanted.r2)) {
        return fmt::format("{} is missing from its neighbours, {}", name_of(wanted.particle),
                           distance(wanted.r2));
      }
      ++borderline_differences;
    }
    return "";
  }

  std::string surplus(std::uint32_t j, double r2) const {
    return fmt::format("{} must not be its neighbour, {}", name_of(j), distance(r2));
  }

  double squared_distance(std::size_t i, std::size_t j) const {
    return OracleSeparation(difference(state_.position[i], state_.position[j]), state_.period).r2;
  }

  const ParticleState& state_;
  std::size_t live_;
  const DownloadedList& list_;
  double radius2_;
  double band_;
  const CellSearch& search_;
  NeighbourTable expected_;             // within reach, of all types
  std::vector<std::uint32_t> section_;  // the device's, of one section
};

// The first faulty row, whichever thread met it.
struct Faults {
  std::size_t count = 0;
  std::size_t first = 0;
  std::string problem;
  void take(std::size_t particle, std::string&& what) {
    if (count++ > 0 && particle > first) return;
    first = particle;
    problem = std::move(what);
  }
};

}  // namespace

TypeMask types_of_section(const DownloadedList& list, std::uint32_t section) {
  TypeMask types = 0;
  for (std::uint32_t t = 0; t < particle_type_count; ++t) {
    const auto type = static_cast<ParticleType>(t);
    if ((mask_of(type) & list.types) != 0 && list_section(list.format, list.types, type) == section)
      types |= mask_of(type);
  }
  return types;
}

std::string problem_of_shape(const ParticleState& state, const DownloadedList& list) {
  if (list.stride < state.size()) {
    return fmt::format("the list has room for {} particles of {}", list.stride, state.size());
  }
  const std::uint32_t regions = list_regions(list.format, list.types);
  if (list.regions.size() != regions) {
    return fmt::format("the list has {} regions instead of {}", list.regions.size(), regions);
  }
  const std::size_t bytes = list.region_entries() * list_entry_bytes(list.format);
  for (const UnfilledVector<std::byte>& region : list.regions) {
    if (region.size() < bytes) {
      return fmt::format("a region of the list has {} bytes instead of {}", region.size(), bytes);
    }
  }
  return "";
}

ListComparison compare_list(const ParticleState& state, const JudgedParticles& judged,
                            const DownloadedList& list, float radius, TypeMask targets) {
  const CellSearch search(state, judged, borderline_reach(radius, state.period));
  return compare_list(state, judged, list, search, radius, targets);
}

ListComparison compare_list(const ParticleState& state, const JudgedParticles& judged,
                            const DownloadedList& list, const CellSearch& search, float radius,
                            TypeMask targets, const PassedList* passed) {
  ListComparison result;
  result.check.name = list_check;
  result.check.detail = problem_of_shape(state, list);
  if (!result.check.detail.empty()) return result;
  Faults faults;
#pragma omp parallel num_threads(all_threads())
  {
    RowJudge row(state, judged.live(), list, radius, search);
    std::optional<RowPair> pair;
    if (passed != nullptr) pair.emplace(passed->list, list);
#pragma omp for schedule(dynamic, targets_at_a_time)
    for (std::size_t k = 0; k < judged.count(); ++k) {
      const std::size_t i = judged[k];
      if ((mask_of(type_of(state.identity[i])) & targets) == 0) continue;
      if (pair) {
        if (const auto entries = pair->entries_if_same(static_cast<std::uint32_t>(i))) {
          row.take_passed(i, *entries, *passed);
          continue;
        }
      }
      std::string problem = row.judge(i);
      if (problem.empty()) continue;
#pragma omp critical(faulty_row)
      faults.take(i, std::move(problem));
    }
#pragma omp critical(totals)
    {
      result.entries += row.entries;
      result.judged_rows += row.judged_rows;
      result.borderline_differences += row.borderline_differences;
      result.borderline_rows.insert(result.borderline_rows.end(), row.borderline_rows.begin(),
                                    row.borderline_rows.end());
    }
  }
  stop_if_requested();
  std::sort(result.borderline_rows.begin(), result.borderline_rows.end(),
            [](const BorderlineRow& a, const BorderlineRow& b) { return a.particle < b.particle; });
  const std::string first =
      faults.count == 0 ? "" : particle_label(state, faults.first) + ": " + faults.problem;
  result.check = none_check(list_check, faults.count, first);
  if (faults.count == 0 && result.borderline_differences > 0) {
    result.check.detail = fmt::format("{} borderline pairs differ", result.borderline_differences);
  }
  return result;
}

}  // namespace sphlab
