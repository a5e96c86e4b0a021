#include "harness/stepping/variant.hpp"

namespace sphlab {

std::string Variant::name() const {
  const auto forces = stages.find("forces");
  const auto list = stages.find("list");
  std::string text = forces == stages.end() ? "default" : forces->second.name;
  if (list != stages.end()) text += "+" + list->second.name;
  if (list_format != default_list_format) text += "+" + list_format;
  return text;
}

}  // namespace sphlab
