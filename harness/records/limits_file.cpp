#include "harness/records/limits_file.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "harness/records/environment.hpp"
#include "harness/records/optional_json.hpp"
#include "harness/records/statistics.hpp"
#include "harness/scenarios/json_document.hpp"

namespace sphlab {
namespace {

using nlohmann::json;

json document_of(const LimitRecord& limit) {
  const Record::Summary summary = summarise(limit.per_second);
  return {{"name", limit.name},
          {"unit", limit.unit},
          {"meaning", limit.meaning},
          {"work", limit.work},
          {"samples", {{"per_second", limit.per_second}, {"clock_mhz", limit.clock_mhz}}},
          {"summary",
           {{"median", summary.median_s.value()},
            {"p05", summary.p05_s.value()},
            {"p95", summary.p95_s.value()}}}};
}

void require_version(const json& document, const std::filesystem::path& file) {
  const json& version = document.at("schema_version");
  if (version == limits_schema_version) return;
  throw InputError(
      fmt::format("{}: schema_version: {}, but this sphlab reads {}; measure them "
                  "again with 'sphlab limits'",
                  file.string(), excerpt(version), limits_schema_version));
}

double median_of(const json& limit, const std::string& name, const std::filesystem::path& file) {
  const auto median = limit.at("summary").at("median").get<double>();
  if (median > 0) return median;
  throw InputError(
      fmt::format("{}: limits.{}.summary.median: {} is no rate; measure it again with "
                  "'sphlab limits'",
                  file.string(), printable(name), median));
}

}  // namespace

std::string limits_document(const RecordingSetup& setup, const std::vector<LimitRecord>& limits) {
  json documents = json::array();
  for (const LimitRecord& limit : limits) documents.push_back(document_of(limit));
  json document = session_json(setup, utc_now());
  document["schema_version"] = limits_schema_version;
  document["limits"] = documents;
  return document.dump(1) + "\n";
}

LimitRates rates_of_limits(const std::filesystem::path& file) {
  const json document = load_json(file);
  try {
    require_version(document, file);
    LimitRates rates{document.at("device").at("name").get<std::string>(), {}};
    for (const json& limit : document.at("limits")) {
      const auto name = limit.at("name").get<std::string>();
      rates.per_second[name] = median_of(limit, name, file);
    }
    return rates;
  } catch (const json::exception& failure) {
    throw InputError(fmt::format("{}: holds no limits: {}; 'sphlab limits' measures them",
                                 file.string(), failure.what()));
  }
}

RecordingSetup setup_of_limits(const std::filesystem::path& file) {
  const json document = load_json(file);
  try {
    return setup_from_json(document);
  } catch (const json::exception& failure) {
    throw InputError(fmt::format("{}: holds no limits: {}", file.string(), failure.what()));
  }
}

}  // namespace sphlab
