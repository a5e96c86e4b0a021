// What the commands print and parse: tables, durations, settings.
#include <gtest/gtest.h>

#include "harness/cli/campaign_session.hpp"
#include "harness/cli/laboratory.hpp"
#include "harness/cli/overrides.hpp"
#include "harness/cli/progress.hpp"
#include "harness/cli/prose.hpp"
#include "harness/cli/record_choice.hpp"
#include "harness/cli/table.hpp"
#include "harness/cli/wrapping.hpp"
#include "harness/error.hpp"

namespace sphlab {
namespace {

TEST(Table, AlignsColumnsWhateverTheirColour) {
  const Style plain(ColorMode::never, 1);
  const Style colored(ColorMode::always, 1);
  Table table({"name", ">value", "result"});
  table.add({"a", "1000", colored.green("ok")});
  table.add({"längest", "1", "failed"});
  EXPECT_EQ(table.text(plain),
            "name     value  result\n"
            "a         1000  \033[32mok\033[0m\n"
            "längest      1  failed\n");
}

TEST(Table, LinesBelowARowMakeNoColumnWider) {
  Table table({"name", ">value"});
  table.add({"a", "1"}, "  measured yesterday\n");
  table.add({"b", "2"});
  EXPECT_EQ(table.text(Style(ColorMode::never, 1)),
            "name  value\n"
            "a         1\n"
            "  measured yesterday\n"
            "b         2\n");
}

TEST(Table, RefusesARowOfAnotherWidth) {
  Table table({"one", "two"});
  EXPECT_THROW(table.add({"one"}), std::logic_error);
}

TEST(Table, ContinuesWideCellsBelowAndLosesNothing) {
  const Style plain(ColorMode::never, 1);
  Table table({"~variant", ">value"});
  table.add({"list-gather+per-particle+split-chunk-4", "1"});
  EXPECT_EQ(table.text(plain, 27),
            "variant               value\n"
            "list-gather+              1\n"
            "per-particle+\n"
            "split-chunk-4\n");
  EXPECT_EQ(table.text(plain, 80),
            "variant                                 value\n"
            "list-gather+per-particle+split-chunk-4      1\n");
}

TEST(Prose, EndsAClauseBeforeABlankAlone) {
  EXPECT_EQ(clauses_of("A box of 1.6 x 0.67 m: water falls. Walls; slip."),
            (std::vector<std::string>{"A box of 1.6 x 0.67 m", "water falls", "Walls", "slip"}));
  EXPECT_EQ(clauses_of("one"), std::vector<std::string>{"one"});
  EXPECT_EQ(clauses_of(""), std::vector<std::string>{""});
}

TEST(Progress, TellsATimeThatIsLeftOnceItIsMoreThanAGuess) {
  EXPECT_EQ(time_left_text(0.01, 0.004), "") << "too early";
  EXPECT_EQ(time_left_text(0.005, 100), "") << "too little is done";
  EXPECT_EQ(time_left_text(0.5, 40), ", 40 s left");
  EXPECT_EQ(time_left_text(0.99, 3), ", less than 1 s left");
}

TEST(Interruption, NamesOnlyFilesThatAreThere) {
  EXPECT_EQ(interruption_text(3, "a.jsonl", "", "go on"),
            "interrupted; there are 3 finished records in a.jsonl: go on");
  EXPECT_EQ(interruption_text(3, "a.jsonl", "b", "go on"),
            "interrupted; there are 3 finished records in a.jsonl, finished blocks in b: go on");
  EXPECT_EQ(interruption_text(0, "a.jsonl", "b", "go on"),
            "interrupted; there are finished blocks in b: go on");
  EXPECT_EQ(interruption_text(0, "a.jsonl", "", "go on"),
            "interrupted before anything was finished: nothing was written");
}

TEST(Wrapping, BreaksBehindWordsAndKeepsColours) {
  EXPECT_EQ(wrapped("one two three", 7, 2), "one two\n  three");
  EXPECT_EQ(wrapped("abcdefgh", 3), "abc\ndef\ngh") << "a word that is too long";
  EXPECT_EQ(wrapped("  abcd+efgh+ij", 8, 2), "  abcd+\n  efgh+\n  ij") << "a margin is no word";
  EXPECT_EQ(wrapped("a bcdefghij", 9, 4), "a\n    bcdef\n    ghij") << "longer than what follows";
  EXPECT_EQ(wrapped("a bc+defghij", 9, 4), "a\n    bc+\n    defgh\n    ij");
  EXPECT_EQ(wrapped("a\nb", 10), "a\nb");
  EXPECT_EQ(wrapped("\033[31mone two\033[0m", 4), "\033[31mone\033[0m\n\033[31mtwo\033[0m");
  EXPECT_EQ(visible_width("\033[31ml\u00e4nge\033[0m"), 5u);
}

TEST(Wrapping, CutsWithAnEllipsis) {
  EXPECT_EQ(cut_to_width("short", 5), "short");
  EXPECT_EQ(cut_to_width("longer", 5), "long…");
  EXPECT_EQ(visible_width(cut_to_width("µµµµµ", 3)), 3u);
}

TEST(Suggestions, AreOfNearNamesAlone) {
  const std::vector<std::string> known{"packs", "list-gather", "par-part-noloop"};
  EXPECT_EQ(nearest_name("pack", known), "packs");
  EXPECT_EQ(nearest_name("list-gahter", known), "list-gather");
  EXPECT_EQ(nearest_name("par-part", known), "par-part-noloop") << "its beginning";
  EXPECT_EQ(nearest_name("frobnicate", known), "");
  EXPECT_EQ(did_you_mean("frobnicate", known), "");
  EXPECT_EQ(did_you_mean("pakcs", known), "; did you mean 'packs'?");
}

TEST(Duration, IsWhatPeopleSay) {
  EXPECT_EQ(duration_text(0.4), "0 s");
  EXPECT_EQ(duration_text(59.4), "59 s");
  EXPECT_EQ(duration_text(59.6), "1 min 00 s");
  EXPECT_EQ(duration_text(185), "3 min 05 s");
  EXPECT_EQ(duration_text(7800), "2 h 10 min");
}

TEST(Bytes, HaveAReadableUnit) {
  EXPECT_EQ(bytes_text(512), "512 B");
  EXPECT_EQ(bytes_text(1536), "1.5 KiB");
  EXPECT_EQ(bytes_text(std::size_t{3} << 30), "3.0 GiB");
}

TEST(Overrides, AreKeysWithNumbers) {
  const auto overrides = parse_overrides({"a=32", "b=-1.5e3"});
  EXPECT_EQ(overrides.at("a"), 32);
  EXPECT_EQ(overrides.at("b"), -1500);
}

TEST(Overrides, AreNothingElse) {
  for (const char* wrong : {"", "a", "=1", "a=", "a=1 ", "a=1,5", "a=inf", "a=nan", "a=0x10"}) {
    EXPECT_THROW(parse_overrides({wrong}), Error) << wrong;
  }
  EXPECT_THROW(parse_overrides({"a=1", "a=2"}), Error);
}

TEST(Prose, IsBrokenWithinTheColumns) {
  const std::string word(30, 'a');
  EXPECT_EQ(prose(word + " " + word + " " + word, "- ", 2),
            "- " + word + " " + word + "\n  " + word + "\n");
  const std::string wide(prose_columns / 2, 'c');
  EXPECT_EQ(prose(wide + " " + std::string(prose_columns / 2 - 2, 'd') + "µ"),
            wide + " " + std::string(prose_columns / 2 - 2, 'd') + "µ\n");
}

TEST(Prose, SteersNoTerminal) {
  EXPECT_EQ(prose("a\033[31m\007 b"), "a?[31m? b\n");
}

TEST(RecordChoice, TakesAVariantOrItsTraversal) {
  EXPECT_TRUE(is_variant_or_traversal("rows", "rows"));
  EXPECT_TRUE(is_variant_or_traversal("list-gather+per-particle", "list-gather"));
  EXPECT_FALSE(is_variant_or_traversal("rows-merged", "rows"));
}

}  // namespace
}  // namespace sphlab
