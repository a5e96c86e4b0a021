#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <string_view>

#include "harness/why/diagnosis.hpp"

namespace sphlab {
namespace {

/// A word of a shell's command line that stays one whatever it holds.
std::string shell_word(const std::string& text) {
  const bool is_plain = std::all_of(text.begin(), text.end(), [](unsigned char c) {
    return std::isalnum(c) != 0 ||
           std::string_view("+-_./=").find(static_cast<char>(c)) != std::string_view::npos;
  });
  if (is_plain && !text.empty()) return text;
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

/// The first parameter of a scenario, which is its resolution where it has one alone.
std::string count_remedy(const Record& record) {
  const auto& parameters = record.scenario.parameters;
  return fmt::format("'--count {}=SMALL' makes them here, at a size that the host can count",
                     parameters.empty() ? "PARAMETER" : parameters.begin()->first);
}

std::string profile_remedy(const RecordedVariant& recorded, const std::string& stage) {
  if (!recorded.alone_and_warm.contains(stage)) {
    return "a profiler needs a record of the stage alone: a suite whose policy has "
           "isolated_samples "
           "and the cache \"warm\", then ci/profile";
  }
  const Record& head = recorded.head();
  return fmt::format(
      "'ci/profile {} --stage {} --toolchain {} --variant {}' makes one, on the "
      "device",
      shell_word(recorded.file.string()), shell_word(stage), shell_word(head.toolchain.name),
      shell_word(head.variant));
}

bool has_limits(const Diagnosis& diagnosis) {
  return std::any_of(diagnosis.stages.begin(), diagnosis.stages.end(),
                     [](const StageDiagnosis& stage) { return !stage.facts.reaches.empty(); });
}

bool has_resources(const StageFacts& stage) {
  return std::any_of(stage.kernels.begin(), stage.kernels.end(), [](const KernelFacts& kernel) {
    return kernel.resources.registers.has_value();
  });
}

void add_of_main_stage(const StageDiagnosis& main, const Diagnosis& diagnosis,
                       std::vector<std::string>& absent) {
  const RecordedVariant& recorded = diagnosis.facts.recorded;
  const std::string& stage = main.facts.stage;
  if (!has_resources(main.facts))
    absent.push_back(
        fmt::format("the record tells no registers of {}: nothing is known of its "
                    "occupancy",
                    stage));
  if (!main.facts.profiled)
    absent.push_back(fmt::format("no profile of {}: {}", stage, profile_remedy(recorded, stage)));
  if (!main.facts.counted)
    absent.push_back("no counted requests and divergence: " + count_remedy(recorded.head()));
}

}  // namespace

std::vector<std::string> absent_facts(const Diagnosis& diagnosis) {
  const RecordedVariant& recorded = diagnosis.facts.recorded;
  std::vector<std::string> absent = diagnosis.facts.left_out;
  if (!diagnosis.facts.step_s)
    absent.push_back(recorded.step
                         ? "the step has no time above what the timer tells apart: shares "
                           "of it are not known"
                         : "the whole step was not measured: shares of it are not known");
  if (!has_limits(diagnosis))
    absent.push_back(
        fmt::format("no limits of {} to hold the work against: 'sphlab limits' measures "
                    "them there, --limits reads them",
                    recorded.head().device.name));
  // No profiler of ours reads a CPU's counters, and the host executor counts kernels of GPUs.
  const StageDiagnosis* main = diagnosis.main_stage();
  if (main != nullptr && recorded.head().runtime.name != "host")
    add_of_main_stage(*main, diagnosis, absent);
  return absent;
}

}  // namespace sphlab
