#include "harness/cli/why_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>

#include "harness/cli/limits_command.hpp"
#include "harness/error.hpp"
#include "harness/records/record_file.hpp"

namespace sphlab {
namespace {

namespace fs = std::filesystem;

constexpr const char* results_folder = "results";

/// A verification's first line says its kind, and an audit's second is no part of a record.
bool holds_records(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::string first;
  std::string second;
  std::getline(stream, first);
  std::getline(stream, second);
  const nlohmann::json head = nlohmann::json::parse(first, nullptr, false);
  const nlohmann::json part = nlohmann::json::parse(second, nullptr, false);
  const bool is_headed = head.is_object() && head.contains("schema_version") &&
                         !head.contains("kind") && !head.contains("record");
  return is_headed && !(part.is_object() && part.value("part", "") == "circumstances");
}

/// What cannot be read at all is told by who reads it.
void require_records(const fs::path& file) {
  std::error_code failure;
  if (!fs::is_regular_file(file, failure) || fs::file_size(file, failure) == 0) return;
  if (holds_records(file)) return;
  throw InputError(
      fmt::format("{}: its first lines are not those of a recorded run; name a file of "
                  "'sphlab run', or a folder of them",
                  file.string()));
}

std::vector<fs::path> entries_of(const fs::path& folder) {
  std::vector<fs::path> entries;
  std::error_code failure;
  for (fs::directory_iterator entry(folder, failure), end; !failure && entry != end;
       entry.increment(failure)) {
    entries.push_back(entry->path());
  }
  if (failure) {
    throw InputError(
        fmt::format("cannot read the folder {}: {}", folder.string(), failure.message()));
  }
  std::sort(entries.begin(), entries.end());
  return entries;
}

void add_folder(const fs::path& folder, std::vector<fs::path>& files) {
  for (const fs::path& entry : entries_of(folder)) {
    if (entry.extension() == ".jsonl" && holds_records(entry)) files.push_back(entry);
  }
}

std::vector<fs::path> folders_of_results() {
  std::vector<fs::path> folders;
  std::error_code failure;
  if (!fs::is_directory(results_folder, failure)) return folders;
  for (const fs::path& entry : entries_of(results_folder)) {
    if (fs::is_directory(entry, failure)) folders.push_back(entry);
  }
  return folders;
}

std::string text_of(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

/// As a file of JSON has it. What is no UTF-8 stands in none.
std::string json_word(const std::string& word) {
  return nlohmann::json(word).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

fs::path if_there(const fs::path& file) {
  std::error_code failure;
  return fs::exists(file, failure) ? file : fs::path();
}

}  // namespace

std::vector<fs::path> record_files_of(const std::vector<fs::path>& given) {
  std::vector<fs::path> files;
  for (const fs::path& place : given.empty() ? folders_of_results() : given) {
    std::error_code failure;
    if (fs::is_directory(place, failure)) {
      add_folder(place, files);
    } else {
      require_records(place);
      files.push_back(place);
    }
  }
  if (!files.empty()) return files;
  throw Error(ExitCode::not_available,
              fmt::format("there are no records in {}; 'sphlab run SCENARIO' measures some, and "
                          "--record names a file or a folder",
                          given.empty() ? fs::path(results_folder).string() + "/"
                                        : given.front().string()));
}

bool may_hold(const fs::path& file, const std::vector<std::string>& variants) {
  const std::string text = text_of(file);
  return text.empty() ||
         std::any_of(variants.begin(), variants.end(), [&](const std::string& variant) {
           std::string begun = json_word(variant);
           begun.pop_back();  // a traversal's variants go on behind its name
           return !variant.empty() && text.find(begun) != std::string::npos;
         });
}

std::vector<std::string> variants_in(const std::vector<fs::path>& files) {
  std::set<std::string> names;
  for (const fs::path& file : files) {
    for (const Record& record : read_records(file)) names.insert(record.variant);
  }
  return {names.begin(), names.end()};
}

fs::path limits_beside(const fs::path& records, const std::string& device_slug) {
  const fs::path beside = if_there(records.parent_path() / limits_file);
  return beside.empty() ? if_there(fs::path(results_folder) / device_slug / limits_file) : beside;
}

fs::path profile_beside(const fs::path& records) {
  fs::path profile = records;
  return if_there(profile.replace_extension(".profile.jsonl"));
}

}  // namespace sphlab
