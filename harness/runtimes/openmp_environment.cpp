#include "harness/runtimes/openmp_environment.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <string_view>
#include <thread>
#include <vector>

#include "harness/error.hpp"
#include "harness/runtimes/processor_quota.hpp"

namespace sphlab {
namespace {

/// As many as a runtime would count by itself.
unsigned allowed_count() {
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  if (sched_getaffinity(0, sizeof allowed, &allowed) == 0)
    return static_cast<unsigned>(CPU_COUNT(&allowed));
  return std::max(1u, std::thread::hardware_concurrency());
}

/// Whole ones: threads that share what is left of one would be stopped in turns.
unsigned whole_processors(const ProcessorQuota& quota) {
  return static_cast<unsigned>(std::max(1.0, std::floor(quota.processors)));
}

unsigned usable_processors() {
  const auto quota = processor_quota();
  return quota ? std::min(allowed_count(), whole_processors(*quota)) : allowed_count();
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

/// What stands between commas, without blanks around it.
std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> parts(1);
  for (const char c : text) {
    if (c == ',') {
      parts.emplace_back();
    } else if (c != ' ') {
      parts.back() += c;
    }
  }
  return parts;
}

/// Runtimes take another number of threads where they cannot read the one they were given, and say
/// so at best.
void require_threads() {
  const char* value = std::getenv("OMP_NUM_THREADS");
  if (value == nullptr) return;
  for (const std::string& level : split(value)) {
    int threads = 0;
    const char* end = level.data() + level.size();
    const auto [last, error] = std::from_chars(level.data(), end, threads);
    if (error == std::errc{} && last == end && threads >= 1) continue;
    throw Error(ExitCode::usage,
                fmt::format("OMP_NUM_THREADS is '{}' in the environment: it must be a whole number "
                            "of threads, 1 at least, or such numbers with commas between; unset it "
                            "for a thread a processor",
                            value));
  }
}

bool is_of_openmp(std::string_view entry) {
  constexpr std::array<std::string_view, 3> prefixes = {"OMP_", "GOMP_", "KMP_"};
  return std::any_of(prefixes.begin(), prefixes.end(),
                     [&](std::string_view prefix) { return entry.starts_with(prefix); });
}

}  // namespace

bool complete_openmp_environment() {
  require_threads();
  bool is_changed = false;
  for (const auto& [name, value] : settings()) {
    if (std::getenv(name) != nullptr) continue;
    setenv(name, value.c_str(), 0);
    is_changed = true;
  }
  return is_changed;
}

std::string quota_note() {
  const auto quota = processor_quota();
  if (!quota) return "";
  const char* chosen = std::getenv("OMP_NUM_THREADS");
  const unsigned threads = chosen == nullptr
                               ? allowed_count()
                               : static_cast<unsigned>(std::strtoul(chosen, nullptr, 10));
  if (threads <= whole_processors(*quota)) return "";
  const std::string allows =
      fmt::format("{} gives this process a CPU quota of {:.3g}", quota->source, quota->processors);
  return chosen == nullptr
             ? fmt::format("{}: OMP_NUM_THREADS is {}", allows, usable_processors())
             : fmt::format(
                   "{}, and OMP_NUM_THREADS is {}: the threads will be stopped in turns, and "
                   "what is measured is that",
                   allows, chosen);
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
