#include "harness/measure/profiled.hpp"

#include <fmt/format.h>

#include <optional>

#include "harness/error.hpp"

namespace sphlab {

void require_ranges(const Runtime& runtime) {
  if (runtime.has_ranges()) return;
  throw Error(ExitCode::not_available,
              fmt::format("no profiler can be told what to look at on the {} runtime; there is one "
                          "for CUDA devices",
                          runtime.name()));
}

void profile_stage(Runtime& runtime, System& system, const std::string& stage,
                   const std::string& range) {
  system.run_stage_isolated(stage);
  runtime.profile(range, [&] { system.run_stage_isolated(stage); });
}

void profile_loop(Runtime& runtime, System& system, std::uint64_t warmup, std::uint64_t cycles,
                  const std::string& range) {
  system.run_cycles(warmup);
  runtime.profile(range, [&] { system.run_cycles(cycles); });
  std::optional<ProfilerRange> of_stage;
  system.marked_cycle([&](const char* stage) {
    if (of_stage) of_stage->close();
    of_stage.reset();
    if (stage != nullptr) of_stage.emplace(runtime, range + "/" + stage);
  });
  system.require_sound();
}

}  // namespace sphlab
