#include "harness/scenarios/configuration_hash.hpp"

#include <fmt/format.h>

#include <cstdint>

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

}  // namespace

std::string configuration_hash(const nlohmann::json& document,
                               const std::map<std::string, double>& parameters) {
  nlohmann::json canonical = document;
  canonical.erase("$schema");
  canonical.erase("description");
  canonical["parameters"] = parameters;
  return fmt::format("{:016x}", fnv1a(canonical.dump()));
}

}  // namespace sphlab
