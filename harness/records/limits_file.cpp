#include "harness/records/limits_file.hpp"

#include <nlohmann/json.hpp>

#include "harness/records/environment.hpp"
#include "harness/records/statistics.hpp"

namespace sphlab {
namespace {

using nlohmann::json;

json clocks_of(const LimitRecord& limit) {
  json clocks = json::array();
  for (const std::optional<double>& mhz : limit.clock_mhz)
    clocks.push_back(mhz ? json(*mhz) : json(nullptr));
  return clocks;
}

json document_of(const LimitRecord& limit) {
  const Record::Summary summary = summarise(limit.per_second);
  return {{"name", limit.name},
          {"unit", limit.unit},
          {"meaning", limit.meaning},
          {"work", limit.work},
          {"samples", {{"per_second", limit.per_second}, {"clock_mhz", clocks_of(limit)}}},
          {"summary",
           {{"median", summary.median_s.value()},
            {"p05", summary.p05_s.value()},
            {"p95", summary.p95_s.value()}}}};
}

}  // namespace

std::string limits_document(const RecordingSetup& setup, const std::vector<LimitRecord>& limits) {
  json documents = json::array();
  for (const LimitRecord& limit : limits) documents.push_back(document_of(limit));
  const json document = {{"schema_version", limits_schema_version},
                         {"recorded_at", utc_now()},
                         {"code", to_json(setup.code)},
                         {"device", to_json(setup.device)},
                         {"host", to_json(setup.host)},
                         {"runtime", to_json(setup.runtime)},
                         {"limits", documents}};
  return document.dump(1) + "\n";
}

}  // namespace sphlab
