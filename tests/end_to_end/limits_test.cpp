// sphlab limits: a document, or a reason.
#include "tests/end_to_end/workspace.hpp"
#include "tests/support/with_address_space.hpp"

namespace sphlab {
namespace {

using nlohmann::json;

class LimitsCommand : public Workspace {};

TEST_F(LimitsCommand, WritesTheHostsAndLeavesADocumentAlone) {
  const std::string file = path("made/limits.json");
  const std::vector<std::string> command{"limits", "--runtime", "host", "--output", file};
  const test::WithAddressSpace little(test::WithAddressSpace::of_a_small_run());
  const Finished finished = sphlab(command);
  ASSERT_TRUE(succeeds(finished));
  EXPECT_TRUE(mentions(finished.output, {"copy", "FLOP/s", "launch", file}));
  const json document = json::parse(file_text(file));
  EXPECT_EQ(document.at("limits").size(), 4u);
  EXPECT_EQ(document.at("runtime").at("name"), "host");
  EXPECT_GE(document.at("runtime").at("openmp").at("threads"), 1);
  for (const json& limit : document.at("limits")) {
    EXPECT_EQ(limit.at("samples").at("per_second").size(), 20u);
    EXPECT_GT(limit.at("summary").at("median"), 0);
  }
  EXPECT_TRUE(fails(sphlab(command), ExitCode::output, {file, "exists already", "--output"}));
  EXPECT_EQ(json::parse(file_text(file)), document);
}

TEST_F(LimitsCommand, SaysWhatIsWrong) {
  EXPECT_TRUE(fails(sphlab({"limits", "--runtime", "abacus"}), ExitCode::usage, {"abacus"}));
  EXPECT_TRUE(fails(sphlab({"limits", "--runtime", "host", "--device", "7"}),
                    ExitCode::not_available, {"7"}));
  EXPECT_TRUE(fails(sphlab({"limits", "--runtime", "host", "--output", "/proc/sphlab/limits.json"}),
                    ExitCode::output, {"/proc/sphlab"}));
}

}  // namespace
}  // namespace sphlab
