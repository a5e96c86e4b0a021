// What a suite asks for and a campaign does not measure is refused, or told.
#include "harness/campaigns/left_out.hpp"

#include <gtest/gtest.h>

#include "harness/error.hpp"
#include "tests/support/host_suite.hpp"
#include "tests/support/mentions.hpp"
#include "tests/support/packs.hpp"

namespace sphlab::test {
namespace {

SuiteVariant bound_to(const std::string& traversal, std::vector<std::string> toolchains = {},
                      std::vector<std::string> physics = {}) {
  SuiteVariant bound;
  bound.variant = variant_of(traversal);
  bound.toolchains = std::move(toolchains);
  bound.physics = std::move(physics);
  return bound;
}

Suite a_list_and_cells() {
  Suite suite = host_suite("two");
  suite.variants = {bound_to("par-cell"), bound_to("rows", {}, {"elastic"})};
  return suite;
}

FoundBySuite found_in(const Suite& suite) {
  FoundBySuite found;
  found.physics = {"wcsph-lj"};
  found.variants = {&suite.variants.front()};
  found.stages = {"forces", "hash"};
  return found;
}

std::string refused(const std::function<void()>& work) {
  try {
    work();
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(LeftOut, ASuiteOfNoRecordsIsRefused) {
  const Suite suite = a_list_and_cells();
  FoundBySuite found = found_in(suite);
  EXPECT_EQ(refused([&] { require_something(suite, found); }), "");
  found.variants.clear();
  EXPECT_TRUE(mentions(refused([&] { require_something(suite, found); }),
                       {"'two'", "wcsph-lj", "nothing would be recorded"}));
}

TEST(LeftOut, AStageThatNoVariantHasIsRefused) {
  Suite suite = a_list_and_cells();
  suite.policy.stages_alone = {"list"};
  EXPECT_TRUE(mentions(refused([&] { require_something(suite, found_in(suite)); }),
                       {"'two'", "policy.stages_alone", "'list'", "forces"}));
  suite.policy.stages_alone.clear();
  suite.scenarios.emplace_back().policy.stages_recorded = {"density"};
  EXPECT_TRUE(mentions(refused([&] { require_something(suite, found_in(suite)); }),
                       {"policy.stages_recorded", "'density'"}));
  FoundBySuite unknown = found_in(suite);
  unknown.knows_all_stages = false;
  unknown.timed_names = {"density", "forces"};
  EXPECT_EQ(refused([&] { require_something(suite, unknown); }), "");
  suite.policy.stages_alone = {"force"};
  EXPECT_TRUE(mentions(refused([&] { require_something(suite, unknown); }),
                       {"policy.stages_alone", "'force'", "Did you mean \"forces\""}))
      << "no variant of these packs could have it";
}

TEST(LeftOut, APreparationMayBeNamedAndACopyNeverRunsAlone) {
  Suite suite = a_list_and_cells();
  FoundBySuite found = found_in(suite);
  found.stages.insert({"split-cells", "upload"});
  suite.policy.stages_alone = {"split-cells"};
  suite.policy.stages_recorded = {"split-cells", "upload"};
  EXPECT_EQ(refused([&] { require_something(suite, found); }), "");
  suite.policy.stages_alone = {"upload"};
  EXPECT_TRUE(mentions(refused([&] { require_something(suite, found); }),
                       {"policy.stages_alone", "'upload'", "a copy"}));
}

TEST(LeftOut, AVariantThatIsDroppedIsTold) {
  Suite suite = a_list_and_cells();
  EXPECT_TRUE(mentions(variants_left_out(suite, "host", found_in(suite)),
                       {"no scenario has the physics of rows"}));
  suite.variants.back().physics.clear();
  FoundBySuite found = found_in(suite);
  EXPECT_TRUE(mentions(variants_left_out(suite, "host", found), {"no pack for host has rows"}));
  found.variants.insert(&suite.variants.back());
  EXPECT_EQ(variants_left_out(suite, "host", found), "");
  found.unserved["elastic"] = 2;
  EXPECT_TRUE(mentions(variants_left_out(suite, "host", found), {"2 scenarios of elastic"}));
}

TEST(LeftOut, OnePackMeasuresAVariantOnce) {
  Suite suite = host_suite("twice");
  suite.variants = {bound_to("par-cell", {"cpu-*"}), bound_to("par-cell", {"cpu-gcc-*"})};
  LoadedPack pack = *pack_of("cpu-gcc").pack;
  std::vector<Contender> contenders(2);
  for (std::size_t k = 0; k < 2; ++k) {
    contenders[k].pack = &pack;
    contenders[k].choice = &suite.variants[k];
  }
  EXPECT_TRUE(mentions(refused([&] { require_named_once(suite, contenders); }),
                       {"'twice'", "'par-cell'", "cpu-gcc", "twice for toolchain"}));
  suite.variants.back().variant.stages["forces"].tuning = {{"block", 128}};
  EXPECT_EQ(refused([&] { require_named_once(suite, contenders); }), "");
}

TEST(LeftOut, PatternsThatNoPackMatchesAreTold) {
  const std::vector<LoadedPack> packs = {*pack_of("cpu-gcc").pack};
  EXPECT_EQ(toolchains_left_out({"cpu-*"}, packs), "");
  EXPECT_TRUE(mentions(toolchains_left_out({"cpu-*", "no-such-*"}, packs), {"no-such-*"}));
}

}  // namespace
}  // namespace sphlab::test
