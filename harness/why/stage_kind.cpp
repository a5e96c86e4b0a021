#include "harness/why/stage_kind.hpp"

#include <algorithm>
#include <iterator>

#include "kernels/abi/stages.hpp"

namespace sphlab {

bool runs_at_rebuild(const std::string& stage) {
  const auto* const found =
      std::find_if(std::begin(stage_table), std::end(stage_table),
                   [&](const StageDescription& each) { return stage == each.timed_as; });
  return found == std::end(stage_table) || found->time == StageTime::rebuild;
}

}  // namespace sphlab
