#include "harness/records/environment.hpp"

#include <fmt/chrono.h>

#include <cctype>
#include <chrono>
#include <fstream>
#include <string_view>
#include <thread>

#include "harness/runtimes/host_memory.hpp"
#include "sphlab_revision.hpp"

namespace sphlab {
namespace {

/// Text behind `key` and `separator` on the first line of `file` that starts with the key.
std::optional<std::string> value_in_file(const char* file, std::string_view key, char separator) {
  std::ifstream stream(file);
  for (std::string line; std::getline(stream, line);) {
    if (!std::string_view(line).starts_with(key)) continue;
    const std::size_t position = line.find(separator);
    if (position == std::string::npos) continue;
    const std::size_t begin = line.find_first_not_of(" \t\"", position + 1);
    const std::size_t end = line.find_last_not_of(" \t\"");
    if (begin == std::string::npos) return std::nullopt;
    return line.substr(begin, end - begin + 1);
  }
  return std::nullopt;
}

}  // namespace

Record::Code built_code() {
  Record::Code code;
  constexpr std::string_view revision = built_revision;
  if (revision.empty()) return code;
  code.revision = revision;
  code.dirty = built_dirty;
  return code;
}

std::string built_version() {
  return version;
}

Record::Host host_machine() {
  Record::Host host;
  host.cpu = value_in_file("/proc/cpuinfo", "model name", ':');
  host.os = value_in_file("/etc/os-release", "PRETTY_NAME", '=');
  if (const unsigned cores = std::thread::hardware_concurrency(); cores > 0) host.cores = cores;
  if (const std::size_t bytes = host_memory_bytes(); bytes > 0) host.memory_bytes = bytes;
  return host;
}

std::string utc_now() {
  const auto now = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}",
                     fmt::gmtime(std::chrono::system_clock::to_time_t(now)));
}

std::string slug_of(const std::string& name) {
  std::string slug;
  for (const char raw : name) {
    const auto character = static_cast<unsigned char>(raw);
    const bool is_alphanumeric = std::isalnum(character) != 0;
    // The first character is alphanumeric, so that no slug is "..", hidden, or looks like an
    // option.
    const bool is_kept = is_alphanumeric || (!slug.empty() && (raw == '.' || raw == '_'));
    if (is_kept) {
      slug += static_cast<char>(std::tolower(character));
    } else if (!slug.empty() && slug.back() != '-') {
      slug += '-';
    }
  }
  if (!slug.empty() && slug.back() == '-') slug.pop_back();
  return slug.empty() ? "unknown" : slug;
}

std::string device_slug(const std::string& runtime, const std::string& device_name,
                        const std::string& architecture) {
  return slug_of(runtime == "host" ? "host-" + architecture : device_name);
}

}  // namespace sphlab
