#include "harness/stepping/variant.hpp"

#include "kernels/abi/stages.hpp"

namespace sphlab {

std::vector<std::string> chosen_stages() {
  std::vector<std::string> names;
  for (const StageDescription& row : stage_table) {
    if (row.presence == StagePresence::chosen) names.emplace_back(row.name);
  }
  return names;
}

}  // namespace sphlab
