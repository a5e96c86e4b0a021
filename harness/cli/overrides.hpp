// The key=value pairs of --set.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace sphlab {

/// Parses "key=value" pairs with numbers as values. Throws Error(usage) for anything else, and for
/// a key that is given twice.
std::map<std::string, double> parse_overrides(const std::vector<std::string>& pairs);

}  // namespace sphlab
