#include "harness/why/recorded_variant.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

namespace sphlab {
namespace {

/// A way in which a stage is measured, best first.
struct Series {
  std::string_view scope;
  std::string_view cache;
};
constexpr std::array series_by_preference = {Series{"stage", "loop"}, Series{"kernel", "warm"},
                                             Series{"asynchronous-calls", "warm"},
                                             Series{"kernel", "flushed"}};

std::size_t rank_of_series(const Record& record) {
  const auto found = std::find_if(
      series_by_preference.begin(), series_by_preference.end(), [&](const Series& series) {
        return series.scope == record.scope && series.cache == record.cache;
      });
  return static_cast<std::size_t>(found - series_by_preference.begin());
}

/// What the records of one variant have in common; one that was measured with several tunings is
/// several variants.
std::string key_of(const Record& record) {
  return step_plan_id(record) + nlohmann::json(record.tuning).dump();
}

/// The place of a stage in the order of execution; behind all where the record does not tell.
std::size_t place_of(const Record& record) {
  const auto& order = record.stages;
  return static_cast<std::size_t>(std::find(order.begin(), order.end(), record.stage) -
                                  order.begin());
}

void take_stage(RecordedVariant& variant, const Record& record) {
  const auto same = std::find_if(variant.stages.begin(), variant.stages.end(),
                                 [&](const Record& other) { return other.stage == record.stage; });
  if (same == variant.stages.end()) {
    variant.stages.push_back(record);
  } else if (rank_of_series(record) < rank_of_series(*same)) {
    *same = record;
  }
}

void take(RecordedVariant& variant, const Record& record) {
  variant.stage_of_id.emplace(record.id, record.stage);
  if (record.scope == "kernel" && record.cache == "warm")
    variant.alone_and_warm.insert(record.stage);
  if (record.scope == "step") {
    variant.step = record;
  } else if (rank_of_series(record) < series_by_preference.size()) {
    take_stage(variant, record);
  }
}

}  // namespace

std::vector<RecordedVariant> recorded_variants(const std::vector<Record>& records,
                                               const std::filesystem::path& file) {
  std::vector<RecordedVariant> variants;
  std::map<std::string, std::size_t> places;
  for (const Record& record : records) {
    const auto [place, is_new] = places.emplace(key_of(record), variants.size());
    if (is_new) variants.push_back({file, std::nullopt, {}, {}, {}});
    take(variants[place->second], record);
  }
  std::erase_if(variants, [](const RecordedVariant& variant) {
    return !variant.step && variant.stages.empty();  // whole runs alone
  });
  for (RecordedVariant& variant : variants) {
    std::stable_sort(variant.stages.begin(), variant.stages.end(),
                     [](const Record& a, const Record& b) { return place_of(a) < place_of(b); });
  }
  return variants;
}

}  // namespace sphlab
