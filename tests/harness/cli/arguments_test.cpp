// Every option of every command, with values that are none.
#include "harness/cli/arguments.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <functional>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "harness/cli/option_values.hpp"
#include "harness/cli/wrapping.hpp"
#include "harness/error.hpp"
#include "tests/support/mentions.hpp"

namespace sphlab {
namespace {

using Words = std::vector<std::string>;

/// A command with the words that lead to it.
struct PathOfCommand {
  Words words;
  const CLI::App* app;
};

std::vector<PathOfCommand> commands_below(const CLI::App& app, const Words& words) {
  std::vector<PathOfCommand> all{{words, &app}};
  for (const CLI::App* each : app.get_subcommands({})) {
    Words longer = words;
    longer.push_back(each->get_name());
    for (PathOfCommand& command : commands_below(*each, longer)) all.push_back(std::move(command));
  }
  return all;
}

/// Calls `use(command, option)` with each option that takes a value.
void for_each_option(const std::function<void(const PathOfCommand&, const CLI::Option&)>& use) {
  Arguments ignored;
  const auto parser = make_parser(&ignored);
  for (const PathOfCommand& command : commands_below(*parser, {"sphlab"})) {
    for (const CLI::Option* option : command.app->get_options()) {
      if (option->get_expected_max() > 0 && option->get_items_expected_max() > 0)
        use(command, *option);
    }
  }
}

/// The usage error of a command line; nothing: there is none.
std::optional<std::string> complaint_of(const Words& words) {
  std::vector<const char*> raw;
  for (const std::string& word : words) raw.push_back(word.c_str());
  Arguments arguments;
  try {
    parse_arguments(static_cast<int>(raw.size()), raw.data(), &arguments);
  } catch (const Error& error) {
    EXPECT_EQ(error.code, ExitCode::usage) << error.what();
    return error.what();
  }
  return std::nullopt;
}

struct Values {
  std::string good;
  Words bad = {};
};

/// By the type that the help names. What is wrong with a text is for the command to find.
const std::map<std::string, Values>& values_by_type() {
  static const Words no_whole_numbers{
      "-1", "1.5", "0x10", "1e3", "18446744073709551616", "nan", "inf",
      "5 ", " 5",  "+5",   "5x",  "99999999999999999999"};
  static const Words no_numbers{"-1",   "0",  "nan", "inf", "-inf", "1e400", "0x1p3",
                                "1.5x", " 1", "1 ",  "+1",  "x",    "1,5"};
  static const Words no_amounts{"-1GB", "GB",   "0",    "0GB",  "nanGB", "inf", "1e400",
                                "1XB",  "1GBs", "0x1G", " 1GB", "1GB ",  "1 ",  "1e30TB"};
  static const Words no_times{"-1s", "s",    "0s",  "nans", "inf",    "1week", "1e400s",
                              "1sx", "0x1s", " 1s", "1s ",  "1e300h", "1m"};
  static const Words no_shares{"-1%", "-0.1", "1.5", "101%", "%",   "nan", "nan%",
                               "inf", "1%%",  "x",   " 1%",  "1 %", "+1%", "0x1%"};
  static const Words no_pairs{"x", "=1", "a=", "a=nan", "a=inf", "a=0x10", "a=1e400", "a=1x"};
  static const std::map<std::string, Values> values{
      {"N", {"1", no_whole_numbers}},
      {"STEPS", {"1", no_whole_numbers}},
      {"SECONDS", {"0.5", no_numbers}},
      {"NUMBER", {"60.5", no_numbers}},
      {"LENGTH", {"2.6", no_numbers}},
      {"BYTES", {"1.5GiB", no_amounts}},
      {"TIME", {"30s", no_times}},
      {"SHARE", {"0.1%", no_shares}},
      {"KEY=VALUE", {"a=1", no_pairs}},
      {"KEY=VALUE,...",
       {"interval=5",
        {"interval=-1", "interval=0", "interval=nan", "interval=", "expansion=inf", "x=1"}}},
      {"16|32|48|64", {"32", {"0", "-16", "20", "128", "16|32"}}},
      {"R", {"host", {"hots", "0", "HOST"}}},
      {"WHEN", {"never", {"0", "1", "sometimes"}}},
      {"WHAT", {"time", {"0", "1", "joules"}}},
      {"SHELL", {"bash", {"sh", "0"}}},
      {"AXIS", {"tuning"}},
      {"BASE=CANDIDATE", {"a=b"}},
      {"FILE", {"file"}},
      {"V|FILE", {"name"}},
      {"DIR", {"folder"}},
      {"T", {"cpu-*"}},
      {"V", {"name"}},
      {"S", {"forces"}},
      {"PHYSICS", {"name"}},
      {"STAGE", {"forces"}},
      {"NAME", {"name"}},
      {"SCENARIO", {"name"}},
      {"SCENARIO|PARTICLES", {"name"}},
      {"SUITE", {"name"}},
      {"SUITE|SCENARIO", {"name"}},
      {"BASE", {"folder"}},
      {"CANDIDATE", {"folder"}},
      {"RECORDS", {"file"}},
  };
  return values;
}

std::string type_of(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  return type.substr(0, type.find(':'));
}

/// The command with the option of this value, and all else that it asks for.
Words with_value(const PathOfCommand& command, const CLI::Option& option,
                 const std::string& value) {
  Words words = command.words;
  const auto good = [](const CLI::Option& each) { return values_by_type().at(type_of(each)).good; };
  for (const CLI::Option* needed : option.get_needs()) {
    words.push_back(needed->get_name());
    words.push_back(good(*needed));
  }
  if (!option.get_positional()) {
    words.push_back(option.get_name());
    words.push_back(value);
  }
  for (const CLI::Option* other : command.app->get_options()) {
    if (!other->get_positional()) continue;
    if (other == &option)
      words.push_back(value);
    else if (other->get_required())
      words.push_back(good(*other));
  }
  for (const CLI::Option* other : command.app->get_options()) {
    if (!other->get_required() || other->get_positional() || other == &option) continue;
    words.push_back(other->get_name());
    words.push_back(good(*other));
  }
  if (command.words.size() == 1) words.push_back("list");  // an option of all commands
  return words;
}

std::string line_of(const Words& words) {
  return fmt::format("{}", fmt::join(words, " "));
}

TEST(Arguments, EveryOptionHasAGoodValue) {
  for_each_option([](const PathOfCommand& command, const CLI::Option& option) {
    ASSERT_TRUE(values_by_type().contains(type_of(option)))
        << line_of(command.words) << " " << option.get_name() << ": tell this test of type "
        << type_of(option);
    const Words words = with_value(command, option, values_by_type().at(type_of(option)).good);
    EXPECT_EQ(complaint_of(words), std::nullopt) << line_of(words);
  });
}

TEST(Arguments, NoOptionTakesAnEmptyValue) {
  for_each_option([](const PathOfCommand& command, const CLI::Option& option) {
    for (const char* empty : {"", " ", "\t\n"}) {
      const Words words = with_value(command, option, empty);
      const auto complaint = complaint_of(words);
      ASSERT_TRUE(complaint) << line_of(words);
      EXPECT_TRUE(mentions(*complaint, {option.get_name(), "must not be empty"}));
    }
    if (option.get_positional()) return;
    Words words = with_value(command, option, "--resume");
    EXPECT_TRUE(
        mentions(complaint_of(words).value_or("none"), {option.get_name(), "needs a value"}))
        << line_of(words);
    for (std::string& word : words) {
      if (word == option.get_name()) word += "=";
    }
    EXPECT_TRUE(complaint_of(words)) << line_of(words);
  });
}

TEST(Arguments, NoOptionTakesWhatIsNotOfItsType) {
  for_each_option([](const PathOfCommand& command, const CLI::Option& option) {
    for (const std::string& bad : values_by_type().at(type_of(option)).bad) {
      const Words words = with_value(command, option, bad);
      const auto complaint = complaint_of(words);
      ASSERT_TRUE(complaint) << line_of(words);
      EXPECT_TRUE(mentions(*complaint, {option.get_name()})) << line_of(words);
    }
  });
}

TEST(Arguments, AnOptionThatIsNotRepeatableIsGivenOnce) {
  for_each_option([](const PathOfCommand& command, const CLI::Option& option) {
    if (option.get_positional()) return;
    const std::string good = values_by_type().at(type_of(option)).good;
    Words words = with_value(command, option, good);
    words.insert(words.end(), {option.get_name(), good});
    const bool is_repeatable = option.get_description().find("repeatable") != std::string::npos;
    // a parameter that is set twice is a contradiction
    const bool is_taken = is_repeatable && type_of(option) != "KEY=VALUE";
    EXPECT_EQ(complaint_of(words).has_value(), !is_taken) << line_of(words);
  });
}

TEST(Arguments, WhyIsAskedOfTheAnalysis) {
  for (const Words& words : {Words{"sphlab", "why"}, {"sphlab", "why", "rows", "--list"}})
    EXPECT_TRUE(mentions(complaint_of(words).value_or("none"), {"python -m analysis why"}));
}

TEST(Arguments, BoundsAreThoseOfSuites) {
  const Words best{"sphlab", "best", "name"};
  const auto of_best = [&](const char* option, const char* value) {
    Words words = best;
    words.insert(words.end(), {option, value});
    return complaint_of(words);
  };
  EXPECT_EQ(of_best("--seed", "9223372036854775807"), std::nullopt);
  EXPECT_TRUE(of_best("--seed", "9223372036854775808"));
  EXPECT_EQ(of_best("--after", "1000000000"), std::nullopt);
  EXPECT_TRUE(of_best("--after", "1000000001"));
  EXPECT_EQ(of_best("--top", "100"), std::nullopt);
  EXPECT_TRUE(of_best("--top", "101"));
  EXPECT_TRUE(of_best("--top", "0"));
  EXPECT_EQ(of_best("--error", "1e-4"), std::nullopt);
  EXPECT_TRUE(of_best("--error", "1.1"));
  EXPECT_TRUE(of_best("--time", "1001"));
  EXPECT_TRUE(of_best("--budget", "721h"));
  EXPECT_EQ(complaint_of({"sphlab", "run", "name", "--budget", "5min"}), std::nullopt);
  for (const char* wrong : {"0s", "-1s", "721h", "1week", "nan", ""})
    EXPECT_TRUE(complaint_of({"sphlab", "run", "name", "--budget", wrong})) << wrong;
}

TEST(OptionValues, HaveUnits) {
  EXPECT_EQ(time_with_unit("90", 1e6), 90);
  EXPECT_EQ(time_with_unit("1.5min", 1e6), 90);
  EXPECT_EQ(time_with_unit("1 h", 1e6), 3600);
  EXPECT_EQ(bytes_with_unit("1400000000"), 1400000000u);
  EXPECT_EQ(bytes_with_unit("20GB"), 20000000000u);
  EXPECT_EQ(bytes_with_unit("1.5gib"), std::uint64_t{3} << 29);
  EXPECT_EQ(bytes_with_unit("2 k"), 2000u);
}

TEST(Help, OfEveryCommandFitsIntoEightyColumns) {
  setenv("COLUMNS", "80", 1);
  Arguments ignored;
  const auto parser = make_parser(&ignored);
  for (const PathOfCommand& command : commands_below(*parser, {"sphlab"})) {
    std::istringstream lines(command.app->help());
    for (std::string line; std::getline(lines, line);)
      EXPECT_LE(visible_width(line), 80u) << line_of(command.words) << ": " << line;
  }
}

}  // namespace
}  // namespace sphlab
