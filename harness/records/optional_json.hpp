// Writes a value that may be absent as JSON: null where it is.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>

// nlohmann_json 3.11 does not know std::optional.
template <class T>
struct nlohmann::adl_serializer<std::optional<T>> {
  static void to_json(json& target, const std::optional<T>& value) {
    if (value) {
      target = *value;
    } else {
      target = nullptr;
    }
  }
  static void from_json(const json& source, std::optional<T>& value) {
    if (source.is_null()) {
      value.reset();
    } else {
      value = source.get<T>();
    }
  }
};
