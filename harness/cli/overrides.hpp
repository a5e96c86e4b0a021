// key=value, as of --set
#pragma once

#include <map>
#include <string>
#include <vector>

namespace sphlab {

/// Parses "key=value" pairs with numbers as values. Throws Error(usage) for anything else, and for
/// a key that is given twice. @param option for messages: "--set".
std::map<std::string, double> parse_overrides(const char* option,
                                              const std::vector<std::string>& pairs);

}  // namespace sphlab
