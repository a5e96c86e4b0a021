#include "harness/best/limit_share.hpp"

#include <algorithm>

namespace sphlab {
namespace {

/// Of a step whose share is told, what its stages without declared work may take.
constexpr double most_left_out = 0.05;

double seconds_at(std::optional<double> work, const LimitRates& rates, const char* limit) {
  const auto rate = rates.per_second.find(limit);
  return work && rate != rates.per_second.end() ? *work / rate->second : 0;
}

/// Of one invocation [s]. Bytes that a stage declares of pairs are loads, most of which a cache
/// serves.
double least_seconds(const Record& stage, const LimitRates& rates) {
  const double launched = seconds_at(static_cast<double>(stage.kernels.size()), rates, "launch");
  if (stage.stage != "forces" && stage.stage != "list")
    return std::max(launched, seconds_at(stage.work.bytes, rates, "copy"));
  return std::max({launched, seconds_at(stage.work.flops, rates, "fma"),
                   seconds_at(stage.work.bytes, rates, "l1")});
}

}  // namespace

std::optional<double> limit_share(const std::vector<Record>& records, const LimitRates& rates) {
  if (records.empty() || !records.front().summary.median_s) return std::nullopt;
  const double step = *records.front().summary.median_s;
  double share = 0;
  double left_out = 0;
  for (const Record& record : records) {
    if (record.scope != "stage") continue;
    share += least_seconds(record, rates) * record.calls_per_step / step;
    if (!record.work.bytes && !record.work.flops)
      left_out += record.summary.median_s.value_or(0) * record.calls_per_step / step;
  }
  if (left_out > most_left_out) return std::nullopt;
  return share;
}

}  // namespace sphlab
