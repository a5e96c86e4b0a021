#include "harness/records/version_1.hpp"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "harness/records/record.hpp"

namespace sphlab {
namespace {

/// Version 1 had no order of the stages in its files; its schema listed them so.
constexpr std::array stages = {"displacement", "hash",      "sort", "reorder",    "cells",
                               "cell-sort",    "census",    "list", "list-order", "remember",
                               "forces",       "time-step", "euler"};

nlohmann::json kernels_of(const nlohmann::json& resources) {
  nlohmann::json kernel = to_json(Record::Kernel{});
  for (auto& [key, value] : kernel.items()) {
    if (resources.contains(key)) value = resources.at(key);
  }
  const bool is_known =
      std::any_of(kernel.begin(), kernel.end(), [](const auto& value) { return !value.is_null(); });
  return is_known ? nlohmann::json::array({kernel}) : nlohmann::json::array();
}

}  // namespace

nlohmann::json upgraded(nlohmann::json record) {
  record["schema_version"] = record_schema_version;
  record["stages"] = stages;
  record["cells_per_radius"] = 1;
  if (record.contains("resources")) record["kernels"] = kernels_of(record["resources"]);
  if (record.contains("summary")) record["summary"]["below_resolution"] = nullptr;
  if (record.contains("policy")) record["policy"]["resolution_s"] = nullptr;
  return record;
}

}  // namespace sphlab
