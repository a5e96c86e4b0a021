// Which records of a file the options of a command ask for.
#pragma once

#include <map>
#include <string>

#include "harness/records/record.hpp"

namespace sphlab {

/// Whether a variant is the one of this name, or one of the traversal of this name.
bool is_variant_or_traversal(const std::string& variant, const std::string& name);

/// Whether the scenario of a record has all these parameters with these values.
bool has_parameters(const Record& record, const std::map<std::string, double>& wanted);

}  // namespace sphlab
