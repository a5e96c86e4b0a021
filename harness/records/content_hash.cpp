#include "harness/records/content_hash.hpp"

#include <fmt/format.h>

#include <bit>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string_view>

namespace sphlab {
namespace {

/// Stable over machines and versions, which std::hash is not.
class Fnv1a {
 public:
  void add(std::string_view bytes) {
    for (const char byte : bytes)
      hash_ = (hash_ ^ static_cast<unsigned char>(byte)) * 1099511628211ull;
  }
  std::uint64_t value() const { return hash_; }

 private:
  std::uint64_t hash_ = 14695981039346656037ull;
};

void add(Fnv1a& hash, const std::string& text) {
  hash.add(fmt::format("s{}:", text.size()));
  hash.add(text);
}

void add(Fnv1a& hash, double number) {
  const auto bits = std::bit_cast<std::uint64_t>(number);
  hash.add("n");
  for (int shift = 56; shift >= 0; shift -= 8) {
    const char byte = static_cast<char>(bits >> shift & 0xff);
    hash.add({&byte, 1});
  }
}

/// Bytes that are equal for equal values and for no others. The keys of an object come sorted.
void add(Fnv1a& hash, const nlohmann::json& value) {
  if (value.is_null()) return hash.add("z");
  if (value.is_boolean()) return hash.add(value.get<bool>() ? "t" : "f");
  if (value.is_number()) return add(hash, value.get<double>());
  if (value.is_string()) return add(hash, value.get_ref<const std::string&>());
  hash.add(value.is_array() ? "[" : "{");
  for (const auto& [key, entry] : value.items()) {
    if (value.is_object()) add(hash, key);
    add(hash, entry);
  }
  hash.add(value.is_array() ? "]" : "}");
}

}  // namespace

std::string content_hash(const nlohmann::json& value) {
  Fnv1a hash;
  add(hash, value);
  return fmt::format("{:016x}", hash.value());
}

}  // namespace sphlab
