#include "harness/stepping/list_formats.hpp"

#include <fmt/format.h>

#include "harness/error.hpp"

namespace sphlab {

ListFormat find_list_format(const std::string& name) {
  for (const NamedListFormat& named : list_formats) {
    if (named.name == name) return named.format;
  }
  throw Error(ExitCode::not_available, fmt::format("there is no list format '{}'{}", name,
                                                   did_you_mean(name, list_format_names())));
}

std::vector<std::string> list_format_names() {
  std::vector<std::string> names;
  for (const NamedListFormat& named : list_formats) names.emplace_back(named.name);
  return names;
}

}  // namespace sphlab
