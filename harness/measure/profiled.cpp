#include "harness/measure/profiled.hpp"

#include <fmt/format.h>

#include "harness/error.hpp"

namespace sphlab {

void require_ranges(const Runtime& runtime) {
  if (runtime.has_ranges()) return;
  throw Error(ExitCode::not_available,
              fmt::format("no profiler can be told what to look at on the {} runtime; there is one "
                          "for CUDA devices",
                          runtime.name()));
}

void profile_stage(Runtime& runtime, Simulation& simulation, const std::string& stage,
                   const std::string& range) {
  simulation.run_stage_isolated(stage);
  runtime.profile(range, [&] { simulation.run_stage_isolated(stage); });
}

}  // namespace sphlab
