#include "harness/scenarios/configuration_hash.hpp"

#include <fmt/format.h>

#include <cstdint>

#include "harness/scenarios/scenario.hpp"
#include "kernels/abi/step_program.hpp"

namespace sphlab {
namespace {

std::uint64_t fnv1a(const std::string& bytes) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (const char byte : bytes) {
    hash ^= static_cast<unsigned char>(byte);
    hash *= 0x100000001b3u;
  }
  return hash;
}

/// A scheme that is spelled out is the one that is left out.
void erase_defaults(nlohmann::json& time_stepping) {
  if (time_stepping.value("integrator", "") == default_scheme) time_stepping.erase("integrator");
  if (time_stepping.value("euler_every", 0u) == usual_euler_interval)
    time_stepping.erase("euler_every");
}

}  // namespace

std::string configuration_hash(const nlohmann::json& document,
                               const std::map<std::string, double>& parameters) {
  nlohmann::json canonical = document;
  canonical.erase("$schema");
  canonical.erase("description");
  canonical.erase("verification");
  canonical["parameters"] = parameters;
  if (canonical.contains("time_stepping")) erase_defaults(canonical["time_stepping"]);
  return fmt::format("{:016x}", fnv1a(canonical.dump()));
}

}  // namespace sphlab
