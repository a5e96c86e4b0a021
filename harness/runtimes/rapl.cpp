#include "harness/runtimes/rapl.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <utility>

namespace sphlab {
namespace {

namespace fs = std::filesystem;

/// Throws std::runtime_error that names the file and the remedy.
std::uint64_t number_in(const fs::path& file) {
  std::ifstream stream(file);
  if (!stream) {
    throw std::runtime_error(
        fmt::format("{0} may not be read, as a rule by root alone; 'sudo chmod a+r {0}' allows it "
                    "until the next boot",
                    file.string()));
  }
  std::uint64_t number = 0;
  if (!(stream >> number))
    throw std::runtime_error(fmt::format("{} holds no number", file.string()));
  return number;
}

/// "intel-rapl:0", but not its parts "intel-rapl:0:0", nor the same package by another way,
/// "intel-rapl-mmio:0".
bool is_of_a_package(const fs::path& zone) {
  constexpr std::string_view prefix = "intel-rapl:";
  const std::string name = zone.filename().string();
  if (!name.starts_with(prefix) || name.find(':', prefix.size()) != std::string::npos) return false;
  std::string what;
  return static_cast<bool>(std::ifstream(zone / "name") >> what) && what.starts_with("package");
}

}  // namespace

RaplCounter::RaplCounter(fs::path folder) : folder_(std::move(folder)) {
  find_zones();
}

void RaplCounter::find_zones() {
  try {
    std::error_code failure;  // of a folder that is not there: it has no zones
    for (const auto& entry : fs::directory_iterator(folder_, failure)) {
      if (!is_of_a_package(entry.path())) continue;
      zones_.push_back({entry.path(), number_in(entry.path() / "max_energy_range_uj"),
                        number_in(entry.path() / "energy_uj")});
    }
    if (zones_.empty()) {
      absent_ = fmt::format(
          "{} has no zone intel-rapl:<n> of a package: the processor, the virtual machine or the "
          "container does not show it",
          folder_.string());
    }
  } catch (const std::runtime_error& failure) {
    absent_ = failure.what();
  }
}

std::uint64_t RaplCounter::advance(Zone& zone) {
  const std::uint64_t now = number_in(zone.folder / "energy_uj");
  const std::uint64_t before = std::exchange(zone.last, now);
  if (now >= before) return now - before;
  if (zone.range < before) {
    throw std::runtime_error(
        fmt::format("{} went from {} back to {}, which is no wrap-around at the {} of "
                    "max_energy_range_uj",
                    (zone.folder / "energy_uj").string(), before, now, zone.range));
  }
  return zone.range - before + now;
}

void RaplCounter::read(EnergyReading* out) {
  *out = {};
  std::snprintf(out->counter, sizeof out->counter, "rapl-package");
  std::string trouble = absent_;
  try {
    for (Zone& zone : zones_) microjoules_ += advance(zone);
  } catch (const std::runtime_error& failure) {
    trouble = failure.what();
  }
  std::snprintf(out->absent, sizeof out->absent, "%s", trouble.c_str());
  out->microjoules = microjoules_;
}

}  // namespace sphlab
