// What a variant may ask for, and the words in which it is refused.
#include "harness/stepping/bound_stage.hpp"

#include <gtest/gtest.h>

#include "harness/error.hpp"
#include "harness/runtimes/runtime.hpp"
#include "tests/support/packs.hpp"

namespace sphlab::test {
namespace {

const KernelPack& executor() {
  return *pack_of("simt-w32").pack->pack;
}

// The message with which a choice is refused; "" where it is not.
std::string refusal(const std::string& stage, const StrategyChoice& choice,
                    const std::string& physics = "wcsph-lj") {
  Variant variant;
  variant.stages[stage] = choice;
  try {
    require_stage(executor(), stage);
    const BoundStage bound(executor(), {row_of(stage).stage, physics}, variant);
  } catch (const Error& error) {
    EXPECT_EQ(error.code, ExitCode::not_available);
    return error.what();
  }
  return "";
}

void expect_in(const std::string& text, const std::vector<std::string>& parts) {
  for (const std::string& part : parts) EXPECT_NE(text.find(part), std::string::npos) << text;
}

TEST(BoundStage, TakesDefaultsWhereNothingIsChosen) {
  const BoundStage bound(executor(), {Stage::pass, "wcsph-lj"}, Variant{});
  const Strategy& strategy = bound.strategy();
  ASSERT_EQ(bound.tuning().size(), strategy.parameter_count);
  for (std::uint32_t k = 0; k < strategy.parameter_count; ++k)
    EXPECT_EQ(bound.tuning()[k], strategy.parameters[k].default_value);
}

TEST(BoundStage, TakesTheValuesThatAreChosen) {
  const Variant variant = variant_of("list-gather", {{"in-flight", 2}});
  const BoundStage bound(executor(), {Stage::pass, "wcsph-lj"}, variant);
  EXPECT_EQ(bound.tuning(), (std::vector<std::uint32_t>{128, 2}));
}

TEST(BoundStage, NamesTheNearestStrategy) {
  expect_in(refusal("forces", {"list-gahter", {}}), {"list-gahter", "'list-gather'", "simt-w32"});
  expect_in(refusal("forces", {"par-part-nolop", {}}), {"'par-part-noloop'"});
  expect_in(refusal("hash", {"liner", {}}, ""), {"'hash'", "'linear'"});
}

TEST(BoundStage, RefusesAPhysicsThatTheStrategyIsNotMadeFor) {
  expect_in(refusal("forces", {"list-gather", {}}, "delta-sph"), {"forces", "delta-sph"});
}

TEST(BoundStage, NamesTheTuningParametersThatThereAre) {
  expect_in(refusal("forces", {"list-gather", {{"in-fligth", 4}}}),
            {"list-gather", "'in-fligth'; it has block, in-flight"});
  expect_in(refusal("list", {"per-particle", {{"blocks", 64}}}, ""), {"'blocks'; it has block"});
}

TEST(BoundStage, TellsTheValuesThatThereAre) {
  expect_in(refusal("forces", {"list-gather", {{"in-flight", 3}}}),
            {"in-flight = 3", "1, 2, 4, 8"});
  expect_in(refusal("forces", {"par-part-noloop", {{"block", 0}}}), {"block = 0", "64, 128, 256"});
}

TEST(BoundStage, RefusesAStageThatThePackDoesNotHave) {
  try {
    const BoundStage bound(*pack_of("cpu-gcc").pack->pack,
                           {Stage::pass, "wcsph-lj", default_list_format, 0, "density"}, Variant{});
    FAIL() << "WCSPH has no pass of densities";
  } catch (const Error& error) {
    EXPECT_EQ(error.code, ExitCode::not_available);
    expect_in(error.what(), {"cpu-gcc", "density", "wcsph-lj"});
  }
}

TEST(BoundStage, NamesTheNearestStage) {
  expect_in(refusal("force", {"list-gather", {}}), {"'force'", "'forces'"});
}

// The kind is what keeps a strategy from reading one type of constants as another.
TEST(BoundStage, RefusesConstantsOfAnotherKind) {
  const Bound<ForceArguments> bound(executor(), {Stage::pass, "wcsph-lj"}, Variant{});
  const LjPotentialConstants others{};
  ForceArguments arguments{};
  arguments.constants = PhysicsConstants::of(others);
  EXPECT_THROW(bound.launch(arguments, nullptr), std::logic_error);
}

TEST(BoundStage, TellsTheListFormatsThatAStrategyIsThereFor) {
  Variant variant = variant_of("list-gather");
  variant.list_format = "unified-chunk-4";
  try {
    const BoundStage bound(executor(), {Stage::pass, "wcsph-lj", variant.list_format}, variant);
    FAIL() << "list-gather cannot tell the types of a unified list apart";
  } catch (const Error& error) {
    EXPECT_EQ(error.code, ExitCode::not_available);
    expect_in(error.what(), {"list-gather", "'unified-chunk-4'", "split-interleaved"});
  }
}

/// A strategy of stage hash without tuning.
Strategy made_up_hash(const char* name, decltype(Strategy::launch) launch,
                      decltype(Strategy::describe) describe) {
  Strategy strategy{};
  strategy.stage = Stage::hash;
  strategy.name = name;
  strategy.physics = "";
  strategy.list_format = "";
  strategy.launch = launch;
  strategy.describe = describe;
  return strategy;
}

// A launch that goes wrong says which strategy of which pack, and why.
TEST(BoundStage, ReportsAFailedLaunch) {
  static const Strategy failing = made_up_hash(
      "always-fails", [](const void*, const std::uint32_t*, void*) { return 42; },
      [](const void*, const std::uint32_t*, KernelLaunch*, std::uint32_t*) { return 43; });
  static const KernelPack pack = [] {
    KernelPack made{};
    made.toolchain = "made-to-fail";
    made.strategies = &failing;
    made.strategy_count = 1;
    made.error_text = [](int code) { return code == 42 ? "the answer" : "another"; };
    return made;
  }();
  const Bound<HashArguments> bound(pack, {Stage::hash}, Variant{});
  try {
    bound.launch(HashArguments{}, nullptr);
    FAIL() << "the failure is silent";
  } catch (const DeviceError& error) {
    expect_in(error.what(), {"hash/always-fails", "made-to-fail", "the answer"});
  }
  EXPECT_THROW(bound.kernels(HashArguments{}), DeviceError);
}

// A refusal breaks nothing, and is no failure of the device.
TEST(BoundStage, TellsARefusalFromAFailure) {
  static const Strategy choosy = made_up_hash(
      "choosy", [](const void*, const std::uint32_t*, void*) { return strategy_refused; },
      [](const void*, const std::uint32_t*, KernelLaunch*, std::uint32_t*) {
        return strategy_refused;
      });
  static const KernelPack pack = [] {
    KernelPack made{};
    made.toolchain = "made-to-refuse";
    made.strategies = &choosy;
    made.strategy_count = 1;
    made.error_text = [](int) { return "too many particles"; };
    return made;
  }();
  const Bound<HashArguments> bound(pack, {Stage::hash}, Variant{});
  try {
    bound.launch(HashArguments{}, nullptr);
    FAIL() << "the refusal is silent";
  } catch (const Refused& refusal) {
    expect_in(refusal.what(), {"hash/choosy", "made-to-refuse", "too many particles"});
  }
  EXPECT_THROW(bound.kernels(HashArguments{}), Refused);
}

}  // namespace
}  // namespace sphlab::test
