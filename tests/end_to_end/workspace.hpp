// A folder with a small scenario and a small suite, and sphlab run in it.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "harness/records/record_file.hpp"
#include "tests/end_to_end/sphlab_process.hpp"
#include "tests/harness/scenarios/edited_file.hpp"
#include "tests/support/temporary_folder.hpp"

namespace sphlab {

/// "Exit code 3, and these words on stderr", in one line.
inline testing::AssertionResult fails(const Finished& finished, ExitCode code,
                                      const std::vector<std::string>& words) {
  if (!finished.ended_with(code)) {
    return testing::AssertionFailure()
           << "exit code " << finished.exit_code.value_or(-1) << ", signal " << finished.signal
           << ", stderr: " << finished.errors << " stdout: " << finished.output;
  }
  if (finished.errors.find("sphlab: error: ") == std::string::npos) {
    return testing::AssertionFailure() << "no error line in: " << finished.errors;
  }
  return mentions(finished.errors, words);
}

inline testing::AssertionResult succeeds(const Finished& finished) {
  if (finished.ended_with(ExitCode::ok)) return testing::AssertionSuccess();
  return testing::AssertionFailure()
         << "exit code " << finished.exit_code.value_or(-1) << ", signal " << finished.signal
         << ", stderr: " << finished.errors;
}

class Workspace : public testing::Test {
 protected:
  using Edit = std::function<void(nlohmann::json&)>;

  static constexpr const char* toolchain = "simt-w32";

  /// A scenario of a few hundred particles.
  std::string scenario(const Edit& edit = [](nlohmann::json&) {}) const {
    return folder
        .write("tank.json", edited("still-water.json",
                                   [&](nlohmann::json& document) {
                                     document["name"] = "tank";
                                     document["parameters"]["particles_per_depth"]["default"] = 4;
                                     edit(document);
                                   }))
        .string();
  }

  /// Leaves of a suite what takes least: one variant in the initial state, and its loop.
  static void leave_least(nlohmann::json& document) {
    document["variants"] = {document["variants"].back()};
    document["scenarios"][0].erase("states");
    document["policy"]["isolated_samples"] = 0;
  }

  /// A suite of a few variants in two states, by one toolchain.
  std::string suite(const Edit& edit = [](nlohmann::json&) {}) const {
    return folder
        .write("little.json", edited("suites/smoke.json",
                                     [&](nlohmann::json& document) {
                                       document["name"] = "little";
                                       document["toolchains"] = {toolchain};
                                       document["scenarios"][0]["scenario"] = scenario();
                                       document["variants"].erase(0);
                                       // Evicting a large cache takes longer than all the rest.
                                       document["policy"]["cache"] = {"loop", "warm"};
                                       edit(document);
                                     }))
        .string();
  }

  Finished sphlab(std::vector<std::string> arguments, rlim_t file_limit = 0) const {
    return run_sphlab(std::move(arguments), folder.path(), file_limit);
  }

  /// Runs sphlab to its end with other standard streams.
  Finished sphlab_with(const Streams& streams, const std::vector<std::string>& arguments) const {
    return SphlabProcess(arguments, folder.path(), 0, "sphlab", streams).wait();
  }

  std::string path(const std::string& name) const { return (folder.path() / name).string(); }

  /// The lines of a file, each one JSON value.
  static std::vector<nlohmann::json> lines_of(const std::string& file) {
    std::vector<nlohmann::json> all;
    std::istringstream lines(file_text(file));
    for (std::string line; std::getline(lines, line);) all.push_back(nlohmann::json::parse(line));
    return all;
  }

  /// The records of a file.
  static std::vector<nlohmann::json> records(const std::string& file) {
    std::vector<nlohmann::json> all;
    for (const Record& record : read_records(file)) all.push_back(to_json(record));
    return all;
  }

  /// What the records of a file answer, whatever a sweep chose.
  static std::multiset<std::string> requested_ids(const std::string& file) {
    std::multiset<std::string> all;
    for (const Record& record : read_records(file)) all.insert(requested_id(record));
    return all;
  }

  TemporaryFolder folder;
};

}  // namespace sphlab
