#include "harness/stepping/axis.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <sstream>

#include "harness/error.hpp"
#include "harness/packs/pack_library.hpp"

namespace sphlab {
namespace {

using nlohmann::json;

std::vector<std::string> parts_of(const std::string& name) {
  std::vector<std::string> parts;
  std::istringstream text(name);
  for (std::string part; std::getline(text, part, '+');) parts.push_back(part);
  return parts;
}

/// Gives the variant the value that `part` is the name of, or leaves it at the default.
bool take_value_called(const Axis& axis, const KernelPack& pack, const std::string& physics,
                       const std::string& part, Variant& variant) {
  std::vector<json> values;
  if (axis.value_called) values.push_back(axis.value_called(part));
  if (!axis.value_called && axis.values) values = axis.values(pack, physics);
  for (const json& value : values) {
    if (value.is_null()) continue;
    axis.set(variant, value, axis.key);
    if (axis.print(variant) == part) return true;
  }
  axis.set(variant, nullptr, axis.key);
  return false;
}

/// As it stands in a message: without the quotation marks of a text.
std::string shown(const json& value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
}

void require_beside(const Axis& axis, const json& document, const std::string& where) {
  if (!axis.needs.key.empty() && !document.contains(axis.needs.key))
    throw InputError(fmt::format("{}.{}: {}", where, axis.key, axis.needs.remedy));
  for (const std::string& decided : axis.decides) {
    if (document.contains(decided))
      throw InputError(
          fmt::format("{}.{}: the {} decides it; leave one of them out", where, decided, axis.key));
  }
}

}  // namespace

std::string printed_name(const Axes& axes, const Variant& variant) {
  std::vector<std::string> parts;
  std::set<std::string> decided;
  for (const Axis& axis : axes) {
    if (!axis.print || decided.contains(axis.key)) continue;
    if (!axis.decides.empty() && !axis.get(variant).is_null())
      decided.insert(axis.decides.begin(), axis.decides.end());
    if (std::string part = axis.print(variant); !part.empty()) parts.push_back(std::move(part));
  }
  return fmt::format("{}", fmt::join(parts, "+"));
}

bool find_by_name(const Axes& axes, const KernelPack& pack, const std::string& physics,
                  const std::string& name, Variant& variant) {
  const std::vector<std::string> parts = parts_of(name);
  auto part = parts.begin();
  for (const Axis& axis : axes) {
    if (part == parts.end()) break;
    if (axis.print && take_value_called(axis, pack, physics, *part, variant)) ++part;
  }
  return part == parts.end() && printed_name(axes, variant) == name;
}

void read_axes(const Axes& axes, const json& document, const std::string& where, Variant& variant) {
  for (const Axis& axis : axes) {
    if (!document.contains(axis.key)) continue;
    require_beside(axis, document, where);
    axis.set(variant, document.at(axis.key), where + "." + axis.key);
  }
}

json written_axes(const Axes& axes, const Variant& variant) {
  json document = json::object();
  for (const Axis& axis : axes) {
    if (json value = axis.get(variant); !value.is_null()) document[axis.key] = std::move(value);
  }
  return document;
}

void require_served(const Axes& axes, const KernelPack& pack, const std::string& physics,
                    const Variant& variant) {
  for (const Axis& axis : axes) {
    if (!axis.values || axis.is_strategy) continue;
    const json value = axis.get(variant);
    const std::vector<json> served = axis.values(pack, physics);
    if (value.is_null() || std::find(served.begin(), served.end(), value) != served.end()) continue;
    std::vector<std::string> names;
    for (const json& other : served) names.push_back(shown(other));
    const std::string those = fmt::format("; it serves {}", fmt::join(names, ", "));
    const std::string remedy = value.is_string() ? did_you_mean(shown(value), names, those) : those;
    throw Error(ExitCode::not_available,
                fmt::format("{}: pack '{}' does not serve '{}' with physics '{}'{}", axis.key,
                            pack.toolchain, shown(value), physics, remedy));
  }
}

std::map<std::string, json> recorded_choices(const Axes& axes, const Variant& variant) {
  std::map<std::string, json> choices;
  for (const Axis& axis : axes) {
    if (axis.has_own_place) continue;
    if (json value = axis.get(variant); !value.is_null()) choices[axis.key] = std::move(value);
  }
  return choices;
}

const Axis* find_axis(const Axes& axes, const std::string& key) {
  const auto row =
      std::find_if(axes.begin(), axes.end(), [&](const Axis& axis) { return axis.key == key; });
  return row == axes.end() ? nullptr : &*row;
}

}  // namespace sphlab
