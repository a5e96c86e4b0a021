// The formats of a neighbour list by name.
#pragma once

#include <string>
#include <vector>

#include "kernels/abi/list_format.hpp"

namespace sphlab {

/// Throws Error(not_available) that suggests the nearest name when there is no such format.
ListFormat find_list_format(const std::string& name);

/// Every name, in the order of list_formats.
std::vector<std::string> list_format_names();

}  // namespace sphlab
