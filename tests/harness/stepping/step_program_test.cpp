// Step programs that cannot run, states whose fields do not fit, and the interval of Euler steps.
#include "harness/stepping/step_program.hpp"

#include <gtest/gtest.h>

#include <iterator>

#include "harness/error.hpp"

namespace sphlab {
namespace {

constexpr ProgramStep forces_now = {Stage::pass, StateSlot::now, StateSlot::now, 1};
constexpr ProgramStep forces_midpoint = {Stage::pass, StateSlot::midpoint, StateSlot::midpoint, 1};
constexpr ProgramStep advance = {Stage::advance, StateSlot::now, StateSlot::now, 1};
constexpr ProgramStep euler_advance = {Stage::advance, StateSlot::now, StateSlot::now, 40};

template <std::size_t count>
SchemeDescription scheme_of(const ProgramStep (&steps)[count]) {
  return {"tried", steps, count, nullptr, 0};
}

/// What check_program says of a program; "" where it accepts it.
template <std::size_t count>
std::string refusal(const ProgramStep (&steps)[count]) {
  try {
    check_program(scheme_of(steps));
  } catch (const Error& error) {
    EXPECT_EQ(error.code, ExitCode::not_available);
    return error.what();
  }
  return "";
}

::testing::AssertionResult mentions(const std::string& text, const std::string& part) {
  if (text.find(part) != std::string::npos) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << "'" << part << "' is not in: " << text;
}

TEST(StepProgram, ThatReadsWhatIsWrittenRuns) {
  constexpr ProgramStep one_pass[] = {forces_now, advance};
  EXPECT_EQ(refusal(one_pass), "");
  constexpr ProgramStep two_passes[] = {forces_now,
                                        {Stage::time_step, StateSlot::now, StateSlot::now, 1},
                                        {Stage::predict, StateSlot::now, StateSlot::midpoint, 1},
                                        forces_midpoint,
                                        {Stage::correct, StateSlot::now, StateSlot::now, 1}};
  EXPECT_EQ(refusal(two_passes), "");
}

TEST(StepProgram, NamesTheLineThatReadsAStateNobodyWrote) {
  constexpr ProgramStep forces_first[] = {forces_midpoint, advance};
  EXPECT_TRUE(mentions(refusal(forces_first),
                       "scheme 'tried', line 1 (pass): it reads the state "
                       "'midpoint'"));
  constexpr ProgramStep correct_first[] = {
      forces_now, {Stage::correct, StateSlot::midpoint, StateSlot::now, 1}};
  EXPECT_TRUE(mentions(refusal(correct_first), "line 2 (correct): it reads the state 'midpoint'"));
}

TEST(StepProgram, NamesTheLineThatReadsRatesNobodyComputed) {
  constexpr ProgramStep no_forces[] = {advance, forces_now};
  EXPECT_TRUE(mentions(refusal(no_forces), "line 1 (advance): it reads rates"));
  constexpr ProgramStep limits_first[] = {
      {Stage::time_step, StateSlot::now, StateSlot::now, 1}, forces_now, advance};
  EXPECT_TRUE(mentions(refusal(limits_first), "line 1 (time-step): it reads rates"));
}

TEST(StepProgram, MustEndItsStep) {
  constexpr ProgramStep never[] = {forces_now,
                                   {Stage::predict, StateSlot::now, StateSlot::midpoint, 1}};
  EXPECT_TRUE(mentions(refusal(never), "no line writes the state 'now'"));
}

TEST(StepProgram, IsMadeOfForcesAndPartsOfSteps) {
  constexpr ProgramStep sorts[] = {
      forces_now, {Stage::sort, StateSlot::now, StateSlot::now, 1}, advance};
  EXPECT_TRUE(mentions(refusal(sorts), "line 2 (sort): it is no part of a step"));
}

TEST(StepProgram, HasNoIntervalOfZero) {
  constexpr ProgramStep zero[] = {forces_now, {Stage::advance, StateSlot::now, StateSlot::now, 0}};
  EXPECT_TRUE(mentions(refusal(zero), "line 2 (advance): `every` is 0"));
}

Scenario with_interval(std::uint32_t steps) {
  Scenario scenario;
  scenario.name = "water";
  scenario.euler_every = steps;
  return scenario;
}

TEST(EulerInterval, IsTheSchemesUnlessTheScenarioSays) {
  constexpr ProgramStep steps[] = {forces_now, euler_advance};
  EXPECT_EQ(euler_interval(scheme_of(steps), with_interval(0)), 40u);
  EXPECT_EQ(euler_interval(scheme_of(steps), with_interval(7)), 7u);
}

TEST(EulerInterval, OfASchemeWithoutIsRefused) {
  constexpr ProgramStep steps[] = {forces_now, advance};
  EXPECT_EQ(euler_interval(scheme_of(steps), with_interval(0)), 1u);
  try {
    euler_interval(scheme_of(steps), with_interval(7));
    FAIL() << "the scheme takes no Euler steps";
  } catch (const InputError& error) {
    EXPECT_TRUE(mentions(error.what(), "'water': time_stepping.euler_every: the scheme 'tried'"));
  }
}

/// Two particles, with `values` as the field of a name.
ParticleState state_with(const std::string& name, std::vector<float> values) {
  ParticleState state{{{}, {}}, {{}, {}}, {0, 1}, {}};
  state.fields[name] = std::move(values);
  return state;
}

std::string refused_fields(const ParticleState& state, std::uint64_t steps) {
  try {
    check_fields(state, {{"previous-velocity", 4}}, steps);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(Fields, ThatAreDeclaredAndWholeAreAccepted) {
  const ParticleState state = state_with("previous-velocity", std::vector<float>(8));
  EXPECT_EQ(refused_fields(state, 0), "");
  EXPECT_EQ(refused_fields(state, 7), "");
}

TEST(Fields, ThatNobodyDeclaresAreRefused) {
  EXPECT_TRUE(mentions(refused_fields(state_with("temperature", {1, 2}), 0),
                       "field 'temperature', which neither scheme nor formulation declares"));
}

TEST(Fields, OfAnotherLengthAreRefused) {
  EXPECT_TRUE(mentions(refused_fields(state_with("previous-velocity", {1, 2}), 0),
                       "'previous-velocity' has 2 numbers, and 2 particles need 4 each"));
}

TEST(Fields, MayBeMissingAtTheBeginningOfARunAlone) {
  const ParticleState state{{{}, {}}, {{}, {}}, {0, 1}, {}};
  EXPECT_EQ(refused_fields(state, 0), "");
  EXPECT_TRUE(mentions(refused_fields(state, 7),
                       "after 7 steps lacks the field "
                       "'previous-velocity'"));
}

}  // namespace
}  // namespace sphlab
