// The identity of a configuration: equal for runs of the same physics at the same resolution.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>

namespace sphlab {

/// 16 hex digits: FNV-1a (64 bits) over the document with sorted keys, shortest numbers and no
/// white space, where "parameters" holds the values in effect and descriptions are left out; so are
/// "integrator" and "euler_every" of "time_stepping" where they are the defaults.
std::string configuration_hash(const nlohmann::json& document,
                               const std::map<std::string, double>& parameters);

}  // namespace sphlab
