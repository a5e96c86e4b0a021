// Files of the repository with something changed, for tests of bad input.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "harness/error.hpp"
#include "harness/scenarios/extended_document.hpp"
#include "tests/support/mentions.hpp"

namespace sphlab {

/// The folder of the scenarios that ship with sphlab.
inline std::filesystem::path scenarios_folder() {
  return std::filesystem::path(SPHLAB_SOURCE_DIR) / "scenarios";
}

/// Whether an entry of that folder is a scenario, and no schema or folder.
inline bool is_scenario(const std::filesystem::directory_entry& entry) {
  return entry.is_regular_file() && entry.path().stem().extension() != ".schema";
}

/// A file that exists as long as the object.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& text) {
    static int count = 0;
    const std::string name = "sphlab_" + std::to_string(getpid()) + "_" + std::to_string(count++);
    path_ = std::filesystem::temp_directory_path() / (name + ".json");
    std::ofstream(path_, std::ios::binary) << text;
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile() { std::filesystem::remove(path_); }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

/// What a shipped file says, whole where it extends another one.
inline nlohmann::json shipped(const std::string& file) {
  return load_extended_json("scenario", scenarios_folder() / file);
}

/// A copy of a shipped file, changed by `edit`.
inline std::string edited(const std::string& file,
                          const std::function<void(nlohmann::json&)>& edit) {
  nlohmann::json document = shipped(file);
  edit(document);
  return document.dump();
}

/// A document that extends a shipped file and says nothing of its own.
inline nlohmann::json extension_of(const std::string& file) {
  return {{"schema_version", 1},
          {"name", "more"},
          {"description", "As another."},
          {"extends", (scenarios_folder() / file).string()}};
}

/// The message of the InputError that `action` throws; a failure when it throws none.
inline std::string input_error(const std::function<void()>& action) {
  try {
    action();
  } catch (const InputError& error) {
    EXPECT_EQ(error.code, ExitCode::bad_input);
    return error.what();
  }
  ADD_FAILURE() << "no InputError was thrown";
  return "";
}

}  // namespace sphlab
