#include "harness/records/sample_series.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <vector>

#include "harness/records/digits.hpp"

namespace sphlab {
namespace {

using nlohmann::json;

constexpr std::int64_t event_tick_ns = 32;  // of CUDA
constexpr std::int64_t host_tick_ns = 1;

double mark_cost_of(const json& policy) {
  return policy.at("mark_cost_s").is_null() ? 0 : policy.at("mark_cost_s").get<double>();
}

/// What a time of so many ticks becomes. The order of the operations is that in which a sample is
/// taken, so that the result is equal to the last bit.
double seconds_of(std::int64_t ticks, std::int64_t ns, std::int64_t per, double mark_cost) {
  if (ns == host_tick_ns)
    return static_cast<double>(ticks) / 1e9 / static_cast<double>(per) - mark_cost;
  const auto milliseconds = static_cast<float>(static_cast<double>(ticks * ns) / 1e6);
  return static_cast<double>(milliseconds) * 1e-3 / static_cast<double>(per) - mark_cost;
}

/// The ticks of all samples, or none where one is no whole number of them.
std::vector<std::int64_t> ticks_of(const std::vector<double>& seconds, std::int64_t tick_ns,
                                   std::int64_t per, double mark_cost) {
  std::vector<std::int64_t> ticks;
  for (const double sample : seconds) {
    const double wanted =
        (sample + mark_cost) * static_cast<double>(per) / (static_cast<double>(tick_ns) * 1e-9);
    if (std::abs(wanted) > 1e15) return {};
    ticks.push_back(std::llround(wanted));
    if (seconds_of(ticks.back(), tick_ns, per, mark_cost) != sample) return {};
  }
  return ticks;
}

/// Steps or calls of a sample, as the policy tells: the resolution of a sample is that of the
/// timer, over them.
std::vector<std::int64_t> candidates(const json& policy, std::int64_t tick_ns) {
  std::vector<std::int64_t> found = {1};
  if (policy.contains("calls")) found.push_back(policy.at("calls").get<std::int64_t>());
  if (const json& resolution = policy.at("resolution_s"); !resolution.is_null()) {
    const double per = static_cast<double>(tick_ns) * 1e-9 / resolution.get<double>();
    if (per > 1 && per < 1e9) found.push_back(std::llround(per));
  }
  return found;
}

/// Null where the times are no whole numbers of these ticks.
json in_ticks(const std::vector<double>& seconds, const json& policy, std::int64_t tick_ns) {
  for (const std::int64_t per : candidates(policy, tick_ns)) {
    std::vector<std::int64_t> ticks = ticks_of(seconds, tick_ns, per, mark_cost_of(policy));
    if (ticks.empty()) continue;
    const std::int64_t smallest = *std::min_element(ticks.begin(), ticks.end());
    for (std::int64_t& tick : ticks) tick -= smallest;
    return {{"tick_ns", tick_ns}, {"per", per}, {"from", smallest}, {"ticks", to_digits(ticks)}};
  }
  return nullptr;
}

json pack_times(const json& times, const json& policy) {
  const auto seconds = times.get<std::vector<double>>();
  for (const std::int64_t tick_ns : {event_tick_ns, host_tick_ns}) {
    if (json time = in_ticks(seconds, policy, tick_ns); !time.is_null())
      return {{"time", std::move(time)}};
  }
  return {{"time_s", times}};
}

json unpack_times(const json& time, const json& policy) {
  const double mark_cost = mark_cost_of(policy);
  const json& stored = time.at("ticks");
  const auto ticks = stored.is_string() ? from_digits(stored.get_ref<const std::string&>())
                                        : stored.get<std::vector<std::int64_t>>();
  json seconds = json::array();
  for (const std::int64_t tick : ticks) {
    seconds.push_back(seconds_of(tick + time.at("from").get<std::int64_t>(), time.at("tick_ns"),
                                 time.at("per"), mark_cost));
  }
  return seconds;
}

/// [value, count] of each run of equal values.
json runs_of(const json& values) {
  json runs = json::array();
  for (const json& value : values) {
    if (!runs.empty() && runs.back()[0] == value) {
      runs.back()[1] = runs.back()[1].get<std::uint64_t>() + 1;
    } else {
      runs.push_back({value, 1});
    }
  }
  return runs;
}

/// What all values are, or their runs.
json one_or_runs_of(const json& values) {
  json runs = runs_of(values);
  return runs.size() == 1 ? runs[0][0] : runs;
}

json values_of(const json& runs) {
  json values = json::array();
  for (const json& run : runs) {
    for (std::uint64_t k = 0; k < run.at(1).get<std::uint64_t>(); ++k) values.push_back(run.at(0));
  }
  return values;
}

/// The samples' places in the session, by block, each from the first of its block.
struct Places {
  std::vector<std::uint64_t> block;
  std::vector<std::int64_t> start;
  std::vector<std::vector<std::int64_t>> within;
};

Places places_of(const std::vector<std::int64_t>& order, const json& blocks) {
  Places places;
  std::size_t begin = 0;
  for (const json& run : blocks) {
    const std::size_t end = begin + run[1].get<std::size_t>();
    places.block.push_back(run[0]);
    places.start.push_back(order[begin] - order.front());
    std::vector<std::int64_t>& within = places.within.emplace_back();
    for (std::size_t k = begin; k < end; ++k) within.push_back(order[k] - order[begin]);
    begin = end;
  }
  return places;
}

json pack_order(const json& samples, const ReferToPart& refer) {
  const auto order = samples.at("order").get<std::vector<std::int64_t>>();
  const json blocks = runs_of(samples.at("block"));
  const Places places = places_of(order, blocks);
  const auto& pattern = places.within.front();
  if (std::any_of(places.within.begin(), places.within.end(),
                  [&](const auto& within) { return within != pattern; })) {
    return {{"order", order}, {"block", blocks}};
  }
  return {
      {"first", order.front()},
      {"turns", refer("turns", {{"block", places.block}, {"start", places.start}})},
      {"within", refer("within", pattern)},
  };
}

void unpack_order(const json& row, const FindPart& find, json& samples) {
  const json& turns = find("turns", "samples.turns", row.at("turns"));
  const json& within = find("within", "samples.within", row.at("within"));
  json order = json::array(), block = json::array();
  const auto first = row.at("first").get<std::int64_t>();
  for (std::size_t turn = 0; turn < turns.at("start").size(); ++turn) {
    const std::int64_t start = first + turns.at("start").at(turn).get<std::int64_t>();
    for (const json& place : within) {
      order.push_back(start + place.get<std::int64_t>());
      block.push_back(turns.at("block").at(turn));
    }
  }
  samples["order"] = std::move(order);
  samples["block"] = std::move(block);
}

}  // namespace

json pack_samples(const json& samples, const json& policy, const ReferToPart& refer) {
  if (samples.at("time_s").empty()) return samples;
  json row = pack_times(samples.at("time_s"), policy);
  row["clock_mhz"] = one_or_runs_of(samples.at("clock_mhz"));
  row.update(pack_order(samples, refer));
  return row;
}

json unpack_samples(const json& row, const json& policy, const FindPart& find) {
  json samples;
  samples["time_s"] =
      row.contains("time_s") ? row.at("time_s") : unpack_times(row.at("time"), policy);
  const json& clocks = row.at("clock_mhz");
  samples["clock_mhz"] =
      clocks.is_array() ? values_of(clocks) : json(samples["time_s"].size(), clocks);
  if (row.contains("order")) {
    samples["order"] = row.at("order");
    samples["block"] = values_of(row.at("block"));
  } else {
    unpack_order(row, find, samples);
  }
  return samples;
}

}  // namespace sphlab
