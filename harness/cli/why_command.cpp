#include "harness/cli/why_command.hpp"

#include <fmt/format.h>

#include <utility>

#include "harness/cli/atomic_file.hpp"
#include "harness/cli/count_command.hpp"
#include "harness/cli/pack_choice.hpp"
#include "harness/cli/streams.hpp"
#include "harness/cli/why_files.hpp"
#include "harness/cli/why_report.hpp"
#include "harness/cli/why_rows.hpp"
#include "harness/records/environment.hpp"
#include "harness/why/why_json.hpp"

namespace sphlab {
namespace {

namespace fs = std::filesystem;

/// Slugs of the first device of every runtime that has one, best first.
std::vector<std::string> devices_at_hand(const CommonOptions& common) {
  const Laboratory laboratory(common);
  std::vector<std::string> slugs;
  for (const std::string& name : runtimes_by_preference()) {
    for (const RuntimeTable* runtime : laboratory.runtimes()) {
      if (runtime->name != name || runtime->unusable() != nullptr) continue;
      const DeviceProperties device = laboratory.open_device(name, 0)->properties();
      slugs.push_back(device_slug(name, device.name, device.architecture));
    }
  }
  return slugs;
}

/// Those that were named must be of the device; those that lie beside the records are left out
/// where they are of another.
void add_limits(const RecordedVariant& row, const WhyOptions& options, FactSources& sources) {
  if (!options.limits.empty()) {
    sources.limits = rates_of_limits(options.limits);
    return;
  }
  const Record::Device& device = row.head().device;
  const fs::path beside = limits_beside(row.file, device.slug);
  if (beside.empty()) return;
  LimitRates rates = rates_of_limits(beside);
  if (rates.device == device.name) {
    sources.limits = std::move(rates);
    return;
  }
  sources.left_out.push_back(
      fmt::format("{} is of {}, and left out", beside.string(), rates.device));
}

void add_profiles(const fs::path& file, FactSources& sources) {
  if (!file.empty()) sources.profiles.merge(read_profiles(file));
}

/// Counts the variant of a row on its scenario, with the parameters that make it small.
void count_now(const CommonOptions& common, const RecordedVariant& row, const WhyOptions& options,
               FactSources& sources) {
  CountOptions counted;
  counted.scenario = row.head().scenario.name;
  counted.overrides = options.count;
  counted.variants = {row.head().variant};
  StageCountsReader reader("sphlab count");
  for (const nlohmann::ordered_json& line : counted_lines(common, counted))
    reader.add(nlohmann::json::parse(line.dump()));
  sources.counts.insert(sources.counts.begin(), reader.stages().begin(), reader.stages().end());
}

FactSources sources_of(const CommonOptions& common, const std::vector<RecordedVariant>& rows,
                       const WhyOptions& options) {
  FactSources sources;
  add_limits(rows.front(), options, sources);
  for (const fs::path& file : options.profiles) add_profiles(file, sources);
  for (const RecordedVariant& row : rows) add_profiles(profile_beside(row.file), sources);
  for (const fs::path& file : options.counts) {
    const std::vector<StageCounts> counted = read_counts(file);
    sources.counts.insert(sources.counts.end(), counted.begin(), counted.end());
  }
  if (options.count.empty()) return sources;
  for (const RecordedVariant& row : rows) count_now(common, row, options, sources);
  return sources;
}

void show(const std::string& report, const nlohmann::ordered_json& document,
          const WhyOptions& options, ReservedFile& file) {
  const std::string text =
      document.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
  if (options.json == standard_output) return print_result(text);
  file.write(text);
  print_result(report);
}

void list_rows(const WhyRows& rows, const Style& style) {
  std::vector<RecordedVariant> all = rows.variant;
  all.insert(all.end(), rows.against.begin(), rows.against.end());
  print_result(table_of_rows(all, style));
}

}  // namespace

void run_why(const CommonOptions& common, const WhyOptions& options, const Style& style) {
  ReservedFile file(options.json == standard_output || options.list ? "" : options.json,
                    ReservedFile::Existing::replace, "--json");
  const WhyRows rows = find_rows(options);
  if (options.list) return list_rows(rows, style);
  const std::vector<RecordedVariant> chosen =
      choose_rows(rows, options, [&] { return devices_at_hand(common); });
  const FactSources sources = sources_of(common, chosen, options);
  const Diagnosis first = diagnose(facts_of(chosen.front(), sources));
  if (chosen.size() == 1) return show(report_of(first, style), why_json(first), options, file);
  const Diagnosis second = diagnose(facts_of(chosen.back(), sources));
  const VariantComparison comparison = compare_variants(first, second);
  show(report_of(first, second, comparison, style), why_json(first, second, comparison), options,
       file);
}

}  // namespace sphlab
