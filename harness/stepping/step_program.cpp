#include "harness/stepping/step_program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "harness/error.hpp"
#include "harness/scenarios/json_document.hpp"

namespace sphlab {
namespace {

const char* slot_name(StateSlot slot) {
  return slot == StateSlot::now ? "now" : "midpoint";
}

/// What has been written so far.
struct Written {
  bool midpoint = false;
  bool rates = false;
  bool end = false;
};

[[noreturn]] void refuse(const SchemeDescription& scheme, std::size_t line,
                         const std::string& why) {
  throw Error(ExitCode::not_available,
              fmt::format("scheme '{}', line {} ({}): {}", scheme.name, line + 1,
                          describe(scheme.steps[line].stage).name, why));
}

void check_line(const SchemeDescription& scheme, std::size_t line, Written& written) {
  const ProgramStep& step = scheme.steps[line];
  if (step.reads == StateSlot::midpoint && !written.midpoint) {
    refuse(scheme, line,
           fmt::format("it reads the state '{}', which no line before it writes",
                       slot_name(step.reads)));
  }
  if (step.every == 0) refuse(scheme, line, "`every` is 0: write 1 for a line that never differs");
  if (step.stage == Stage::pass) {
    written.rates = true;
    return;
  }
  const StageDescription& stage = describe(step.stage);
  if (stage.time != StageTime::step)
    refuse(scheme, line, "it is no part of a step: a program has passes and stages of steps");
  if (!written.rates)
    refuse(scheme, line, "it reads rates, which no line before it computes: passes come first");
  if (step.stage == Stage::time_step) return;
  if (step.writes == StateSlot::midpoint) written.midpoint = true;
  if (step.writes == StateSlot::now) written.end = true;
}

const FieldDescription* find_field(const std::vector<FieldDescription>& fields,
                                   const std::string& name) {
  const auto found = std::find_if(fields.begin(), fields.end(), [&](const FieldDescription& field) {
    return field.name == name;
  });
  return found == fields.end() ? nullptr : &*found;
}

}  // namespace

void check_program(const SchemeDescription& scheme) {
  Written written;
  for (std::size_t line = 0; line < scheme.step_count; ++line) check_line(scheme, line, written);
  if (written.end) return;
  throw Error(ExitCode::not_available,
              fmt::format("scheme '{}': no line writes the state 'now', so that no step ends",
                          scheme.name));
}

void require_known_fields(const Scenario& scenario, const std::vector<FieldDescription>& declared) {
  for (const auto& [name, given] : scenario.given_fields) {
    const FieldDescription* found = find_field(declared, name);
    if (found == nullptr) {
      std::vector<std::string> known;
      for (const FieldDescription& field : declared) known.emplace_back(field.name);
      throw InputError(fmt::format(
          "{}: particles of physics '{}' by scheme '{}' have no such field. {} Leave it out; a "
          "velocity that a box begins with stands beside \"fields\", as \"velocity\".",
          given.where, scenario.physics, scenario.scheme, suggestion(name, known)));
    }
    if (given.components == found->components) continue;
    throw InputError(fmt::format("{}: has {} components, and the field has {}. Give as many.",
                                 given.where, given.components, found->components));
  }
}

void check_fields(const std::map<std::string, std::size_t>& lengths, std::size_t particles,
                  const std::vector<FieldDescription>& declared, std::uint64_t steps) {
  for (const auto& [name, length] : lengths) {
    const FieldDescription* found = find_field(declared, name);
    if (found == nullptr) {
      throw InputError(fmt::format(
          "the state has a field '{}', which neither scheme nor formulation declares", name));
    }
    if (length != particles * found->components) {
      throw InputError(
          fmt::format("the state's field '{}' has {} numbers, and {} particles need "
                      "{} each",
                      name, length, particles, found->components));
    }
  }
  if (steps == 0) return;
  for (const FieldDescription& field : declared) {
    if (lengths.contains(field.name)) continue;
    throw InputError(fmt::format(
        "the state after {} steps lacks the field '{}', which the step after them reads: save it "
        "with the particles, or begin at step 0",
        steps, field.name));
  }
}

std::uint32_t euler_interval(const SchemeDescription& scheme, const Scenario& scenario) {
  const std::span steps(scheme.steps, scheme.step_count);
  const auto differs = std::find_if(steps.begin(), steps.end(),
                                    [](const ProgramStep& step) { return step.every > 1; });
  if (differs != steps.end())
    return scenario.euler_every > 0 ? scenario.euler_every : differs->every;
  if (scenario.euler_every == 0) return 1;
  throw InputError(
      fmt::format("scenario '{}': time_stepping.euler_every: the scheme '{}' takes no Euler steps. "
                  "Leave the key out, or choose an \"integrator\" that does: \"verlet\".",
                  scenario.name, scheme.name));
}

StateSlot last_evaluated(const SchemeDescription& scheme) {
  const std::span steps(scheme.steps, scheme.step_count);
  const auto last = std::find_if(steps.rbegin(), steps.rend(),
                                 [](const ProgramStep& step) { return step.stage == Stage::pass; });
  return last == steps.rend() ? StateSlot::now : last->reads;
}

}  // namespace sphlab
