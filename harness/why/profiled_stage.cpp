#include "harness/why/profiled_stage.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <vector>

#include "harness/error.hpp"
#include "harness/why/json_lines.hpp"

namespace sphlab {
namespace {

using nlohmann::json;

constexpr int profile_schema_version = 1;

void require_profile_version(const json& line) {
  const json& version = line.at("schema_version");
  if (version == profile_schema_version) return;
  throw InputError(
      fmt::format("schema_version: {}, but this sphlab reads {}; profile again with "
                  "ci/profile",
                  excerpt(version), profile_schema_version));
}

std::map<std::string, double> metrics_of(const json& kernel) {
  std::map<std::string, double> metrics;
  for (const auto& [name, value] : kernel.at("metrics").items()) {
    if (!value.is_null()) metrics[name] = value.get<double>();
  }
  return metrics;
}

double duration_of(const json& kernel) {
  const auto duration = kernel.at("metrics").at("duration_s").get<double>();
  if (duration > 0) return duration;
  throw InputError(
      fmt::format("kernels: duration_s: {} is no time; profile again with ci/profile", duration));
}

ProfiledStage profiled_stage(const json& line, const std::filesystem::path& file) {
  double total = 0;
  double longest = 0;
  const json* main_kernel = nullptr;
  for (const json& kernel : line.at("kernels")) {
    const double duration = duration_of(kernel);
    total += duration;
    if (duration <= longest) continue;
    longest = duration;
    main_kernel = &kernel;
  }
  if (main_kernel == nullptr) throw InputError("kernels: there is none; profile again");
  return {file.string(), line.at("profiler").get<std::string>(),
          main_kernel->at("name").get<std::string>(), longest / total, metrics_of(*main_kernel)};
}

}  // namespace

std::optional<double> ProfiledStage::metric(const std::string& name) const {
  const auto found = metrics.find(name);
  return found == metrics.end() ? std::nullopt : std::optional(found->second);
}

std::map<std::string, ProfiledStage> read_profiles(const std::filesystem::path& file) {
  std::map<std::string, ProfiledStage> profiles;
  for_each_json_line(file, [&](const json& line) {
    require_profile_version(line);
    profiles.insert_or_assign(line.at("record").get<std::string>(), profiled_stage(line, file));
  });
  return profiles;
}

std::string profile_mismatch(const ProfiledStage& profile, const Record& record) {
  const auto agrees = [&](const char* metric, const std::optional<std::uint64_t>& recorded) {
    const std::optional<double> told = profile.metric(metric);
    return !told || !recorded || *told == static_cast<double>(*recorded);
  };
  const bool is_one_of_them =
      record.kernels.empty() ||
      std::any_of(record.kernels.begin(), record.kernels.end(), [&](const Record::Kernel& kernel) {
        return agrees("registers", kernel.registers) && agrees("block_size", kernel.block_size);
      });
  if (is_one_of_them) return "";
  return fmt::format(
      "{}: the profile of {} is of a kernel with {:.0f} registers a thread in blocks "
      "of {:.0f}, and no kernel of the record has that: it is of another build, and "
      "left out; profile this one again with ci/profile",
      profile.file, record.stage, profile.metric("registers").value_or(0),
      profile.metric("block_size").value_or(0));
}

}  // namespace sphlab
