// A duel that is held several times, with another tuning of the candidate each time.
#include <fmt/format.h>

#include "tests/end_to_end/workspace.hpp"

namespace sphlab {
namespace {

using nlohmann::json;

class SeveralDuels : public Workspace {
 protected:
  static constexpr const char* audit_packs = SPHLAB_BINARY_DIR "/lib/audit";

  std::string delayed_suite() const {
    return suite([](json& document) {
      document["variants"] = {
          {{"list", {{"name", "per-particle"}, {"tuning", json::object()}}},
           {"forces", {{"name", "list-gather-delayed"}, {"tuning", json::object()}}}}};
    });
  }

  Finished hold(const std::string& tunings) const {
    folder.write("tunings.json", tunings);
    return sphlab({"duel", audit_packs, audit_packs, delayed_suite(), "--toolchain", toolchain,
                   "--tunings", path("tunings.json"), "--out", path("duels")});
  }

  std::vector<json> duel(int number) const {
    return records(path(fmt::format("duels/{:04}.jsonl", number)));
  }
};

std::uint32_t extra(const json& record) {
  return record.at("tuning").at("forces").at("extra").get<std::uint32_t>();
}

TEST_F(SeveralDuels, EachIsADuelOfItsOwn) {
  ASSERT_TRUE(succeeds(hold(R"([{}, {"forces": {"extra": 4000}}, {}])")));
  const std::size_t rows = duel(1).size();
  EXPECT_GT(rows, 20u) << "two sides of a step and its stages in two states";
  for (const int number : {1, 2, 3}) {
    ASSERT_EQ(duel(number).size(), rows);
    for (const json& record : duel(number)) {
      EXPECT_EQ(record.at("validity").at("status"), "ok");
      EXPECT_FALSE(record.at("samples").at("time_s").empty());
      const bool is_slowed = number == 2 && record.at("side") == "candidate";
      EXPECT_EQ(extra(record), is_slowed ? 4000u : 0u);
    }
  }
  EXPECT_FALSE(std::filesystem::exists(path("duels/0004.jsonl")));
}

TEST_F(SeveralDuels, ATuningThatCannotBeHadEndsThemBeforeTheFirst) {
  EXPECT_TRUE(fails(hold(R"([{}, {"sort": {"extra": 1}}])"), ExitCode::not_available,
                    {"has no stage 'sort' to tune", "forces"}));
  EXPECT_TRUE(fails(hold(R"([{}, {"forces": {"extras": 1}}])"), ExitCode::not_available,
                    {"no tuning parameter 'extras'; it has ", "extra"}));
  EXPECT_FALSE(std::filesystem::exists(path("duels")));
}

TEST_F(SeveralDuels, AFileThatHoldsNoneIsRefused) {
  for (const char* text : {"[]", "{}", R"([{"forces": 4}])", R"([{"forces": {"extra": -1}}])",
                           R"([{"forces": {"extra": 0.5}}])", "[{]"}) {
    EXPECT_TRUE(fails(hold(text), ExitCode::bad_input, {"tunings.json"})) << text;
  }
}

TEST_F(SeveralDuels, NeedANewFolder) {
  std::filesystem::create_directory(path("duels"));
  EXPECT_TRUE(fails(hold("[{}]"), ExitCode::output, {"duels", "exists already"}));
  EXPECT_TRUE(fails(sphlab({"duel", audit_packs, audit_packs, delayed_suite(), "--toolchain",
                            toolchain, "--tunings", path("tunings.json")}),
                    ExitCode::usage, {"--out"}));
}

}  // namespace
}  // namespace sphlab
