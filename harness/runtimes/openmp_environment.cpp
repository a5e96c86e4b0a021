#include "harness/runtimes/openmp_environment.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <string_view>
#include <thread>
#include <vector>

namespace sphlab {
namespace {

/// As many as a runtime would count by itself.
unsigned usable_processors() {
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  if (sched_getaffinity(0, sizeof allowed, &allowed) == 0)
    return static_cast<unsigned>(CPU_COUNT(&allowed));
  return std::max(1u, std::thread::hardware_concurrency());
}

struct Setting {
  const char* name;
  std::string value;
};

std::vector<Setting> settings() {
  return {
      {"OMP_NUM_THREADS", std::to_string(usable_processors())},
      {"OMP_DYNAMIC", "false"},
      {"OMP_PROC_BIND", "false"},
      // which is a GOMP_SPINCOUNT and a KMP_BLOCKTIME of 0
      {"OMP_WAIT_POLICY", "passive"},
  };
}

bool is_of_openmp(std::string_view entry) {
  constexpr std::array<std::string_view, 3> prefixes = {"OMP_", "GOMP_", "KMP_"};
  return std::any_of(prefixes.begin(), prefixes.end(),
                     [&](std::string_view prefix) { return entry.starts_with(prefix); });
}

}  // namespace

bool complete_openmp_environment() {
  bool is_changed = false;
  for (const auto& [name, value] : settings()) {
    if (std::getenv(name) != nullptr) continue;
    setenv(name, value.c_str(), 0);
    is_changed = true;
  }
  return is_changed;
}

std::string openmp_environment() {
  std::vector<std::string> entries;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    if (is_of_openmp(*entry)) entries.emplace_back(*entry);
  }
  std::sort(entries.begin(), entries.end());
  std::string text = fmt::format("{}", fmt::join(entries, " "));
  // an environment may hold any bytes, a record only text
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
  return text;
}

std::string allowed_processors() {
  constexpr std::string_view key = "Cpus_allowed_list:";
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (!line.starts_with(key)) continue;
    const std::size_t begin = line.find_first_not_of(" \t", key.size());
    return begin == std::string::npos ? "" : line.substr(begin);
  }
  return "";
}

}  // namespace sphlab
