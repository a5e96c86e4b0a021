// Registers what the oracle knows by name: smoothing kernels, rates, densities, steps, orders of
// cells. Each file of them registers its own with its last line, so that a new one is a new file.
#pragma once

#include <functional>
#include <map>
#include <stdexcept>
#include <string>

#include "harness/error.hpp"

namespace sphlab {

/// Every entry of one kind, by the name of what it judges.
template <class Entry>
std::map<std::string, Entry, std::less<>>& oracle_registry() {
  static std::map<std::string, Entry, std::less<>> entries;
  return entries;
}

/// Registers an entry when the program is loaded. Two of one name end the program there.
template <class Entry>
struct RegisterOracle {
  RegisterOracle(const char* name, const Entry& entry) {
    if (!oracle_registry<Entry>().emplace(name, entry).second)
      throw std::logic_error("two oracles are registered as " + std::string(name));
  }
};

/// The entry of this name. Throws Error(verification) that says `missing` where there is none.
template <class Entry>
const Entry& registered_oracle(const std::string& name, const std::string& missing) {
  const auto found = oracle_registry<Entry>().find(name);
  if (found == oracle_registry<Entry>().end()) throw Error(ExitCode::verification, missing);
  return found->second;
}

}  // namespace sphlab
