#include "harness/cli/best_report.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "harness/suites/variant_document.hpp"
#include "tests/support/mentions.hpp"
#include "tests/support/temporary_folder.hpp"

namespace sphlab {
namespace {

Ranked ranked(const std::string& traversal, double low) {
  Ranked ranked;
  ranked.name = traversal + "+builder";
  ranked.traversal = traversal;
  ranked.choice.toolchains = {"cpu-gcc-12"};
  ranked.step = {1e-3, 0.9e-3, 1.1e-3};
  ranked.ratio = Interval{low + 0.05, low, low + 0.1};
  ranked.ties = low <= 1;
  ranked.blocks = 6;
  return ranked;
}

Ranked ranked_of(const nlohmann::json& entry) {
  const auto interval = [&entry](const char* key) {
    const nlohmann::json& value = entry.at(key);
    return Interval{value.at("median"), value.at("low"), value.at("high")};
  };
  Ranked ranked;
  ranked.name = entry.at("name");
  ranked.traversal = entry.at("traversal");
  ranked.choice = read_variant(entry.at("variant"), "variant");
  ranked.step = interval("step_s");
  ranked.ratio = interval("ratio_to_first");
  ranked.ties = entry.at("ties_with_first");
  ranked.mipps = entry.at("mipps");
  ranked.bytes = entry.at("bytes");
  if (!entry.at("share_of_limits").is_null()) ranked.share_of_limits = entry.at("share_of_limits");
  ranked.blocks = entry.at("blocks");
  return ranked;
}

/// The ranking of a committed answer of `sphlab best --json`.
std::vector<Ranked> recorded(const std::string& path) {
  const auto answer =
      nlohmann::json::parse(file_text(std::filesystem::path(SPHLAB_SOURCE_DIR) / path));
  std::vector<Ranked> ranking;
  for (const nlohmann::json& entry : answer.at("ranking")) ranking.push_back(ranked_of(entry));
  return ranking;
}

std::string text_of(const std::vector<Ranked>& ranking) {
  return ranking_text(ranking, Objective::time, Style(ColorMode::never, 1));
}

TEST(BestReport, SaysNoMoreThanWasRanked) {
  const Ranked first = ranked("rows", 1);
  EXPECT_TRUE(mentions(text_of({first}), {"No other variant was ranked."}));
  EXPECT_TRUE(mentions(text_of({first, ranked("x", 1.2)}),
                       {"The other of the two that were ranked is not as fast."}));
  EXPECT_TRUE(mentions(text_of({first, ranked("x", 1.2), ranked("y", 1.3)}),
                       {"None of the 2 others that were ranked is as fast as the first."}));
  EXPECT_TRUE(mentions(text_of({first, ranked("x", 1.2), ranked("y", 0.9)}),
                       {"As fast as the first, as far as can be told: 3."}));
}

/// The first lines of README.md's output of `sphlab best`, and those further down, without the
/// command: a line "..." stands for what is left out.
std::vector<std::string> shown_by_readme() {
  const std::string page = file_text(SPHLAB_SOURCE_DIR "/README.md");
  const std::size_t command = page.find("$ sphlab best ");
  const std::size_t begin = page.find('\n', command) + 1;
  std::string output = page.substr(begin, page.find("```", begin) - begin);
  std::vector<std::string> pieces;
  const std::string left_out = "...\n";
  for (std::size_t at; (at = output.find("\n" + left_out)) != std::string::npos;) {
    pieces.push_back(output.substr(0, at + 1));
    output = output.substr(at + 1 + left_out.size());
  }
  pieces.push_back(output);
  return pieces;
}

TEST(BestReport, IsWhatTheReadmeShowsOfARecordedAnswer) {
  const std::string printed =
      text_of(recorded("results/nvidia-h100-80gb-hbm3/best/dam-break-lj.json"));
  const std::vector<std::string> pieces = shown_by_readme();
  EXPECT_EQ(printed.find(pieces.front()), 0u) << printed;
  std::size_t position = 0;
  for (const std::string& piece : pieces) {
    ASSERT_FALSE(piece.empty());
    position = printed.find(piece, position);
    ASSERT_NE(position, std::string::npos) << piece << "is not, or not there, in\n" << printed;
    position += piece.size();
  }
}

}  // namespace
}  // namespace sphlab
