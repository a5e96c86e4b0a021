// Broken input in numbers: files that were changed at random are read or refused, and the message
// of a refusal names the file. SPHLAB_FUZZ_INPUTS says how many of each kind, 200 unless it is set;
// the seeds are fixed, so that a larger number repeats the smaller one and goes on.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <functional>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <vector>

#include "harness/cli/exit_status.hpp"
#include "harness/packs/pack_library.hpp"
#include "harness/records/record_writer.hpp"
#include "harness/scenarios/scenario.hpp"
#include "harness/suites/suite.hpp"
#include "tests/support/example_record.hpp"
#include "tests/support/temporary_folder.hpp"

namespace sphlab {
namespace {

using nlohmann::json;
using Random = std::mt19937_64;

int inputs() {
  const char* given = std::getenv("SPHLAB_FUZZ_INPUTS");
  return given == nullptr ? 200 : std::atoi(given);
}

std::size_t below(Random& random, std::size_t bound) {
  return static_cast<std::size_t>(random() % bound);
}

/// What people and programs leave in files where a number, a name or a list belongs.
json strange_value(Random& random) {
  static const std::vector<json> values{nullptr,
                                        true,
                                        0,
                                        -1,
                                        1,
                                        2.5,
                                        -0.0,
                                        1e-300,
                                        1e300,
                                        4294967296,
                                        -9223372036854775807,
                                        9223372036854775807,
                                        18446744073709551615u,
                                        "",
                                        "x",
                                        "../x",
                                        std::string(300, 'y'),
                                        "\u001b[31m",
                                        json::array(),
                                        json::object(),
                                        {1, 2, 3},
                                        {{"a", 1}},
                                        {nullptr, nullptr}};
  return values[below(random, values.size())];
}

/// The places of a document, itself included.
void collect(json& value, std::vector<json*>& places) {
  places.push_back(&value);
  if (!value.is_structured()) return;
  for (json& part : value) collect(part, places);
}

/// Changes a value, takes a key or an element out, doubles one, or adds a key that is unknown.
void change(json& document, Random& random) {
  std::vector<json*> places;
  collect(document, places);
  json& place = *places[below(random, places.size())];
  if (!place.is_structured() || place.empty() || random() % 4 == 0) {
    place = strange_value(random);
    return;
  }
  const auto part =
      std::next(place.begin(), static_cast<std::ptrdiff_t>(below(random, place.size())));
  const auto kind = random() % 3;
  if (kind == 0) {
    place.erase(part);
  } else if (place.is_array()) {
    place.push_back(json(*part));
  } else if (kind == 1) {
    place["unknown"] = strange_value(random);
  } else {
    *part = strange_value(random);
  }
}

/// Changes bytes, takes a stretch out, or cuts the end off.
void damage(std::string& text, Random& random) {
  if (text.empty()) return;
  const std::size_t at = below(random, text.size());
  switch (random() % 4) {
    case 0:
      text[at] = static_cast<char>(random());
      return;
    case 1:
      text.erase(at, below(random, 50));
      return;
    case 2:
      text.insert(at, text.substr(below(random, text.size()), below(random, 50)));
      return;
    default:
      text.resize(at);
  }
}

/// A shipped document, changed in a few places, or its text damaged.
std::string fuzzed(const std::string& shipped, Random& random) {
  std::string text = shipped;
  if (random() % 4 == 0) {
    damage(text, random);
    return text;
  }
  json document = json::parse(shipped);
  const auto changes = 1 + random() % 3;
  for (std::uint64_t k = 0; k < changes; ++k) change(document, random);
  return document.dump(-1, ' ', false, json::error_handler_t::replace);
}

class Fuzz : public testing::Test {
 protected:
  /// Reads `file`, and asks of what comes out that it is documented, and of a message that it names
  /// the file and can be shown on a terminal.
  void expect_readable_or_refused(const std::filesystem::path& file,
                                  const std::function<void()>& read, int number) {
    std::string message;
    const ExitCode code = exit_status_of(read, &message);
    ++(code == ExitCode::ok ? read_ : refused_);
    if (code == ExitCode::ok) return;
    EXPECT_NE(code, ExitCode::failure) << number << ": " << message;
    EXPECT_NE(message.find(file.filename().string()), std::string::npos)
        << number << ": " << message;
    for (const char character : message)
      ASSERT_TRUE(character < 0 || character >= ' ') << number << ": " << message;
  }

  /// An input that is always refused, or never, tests nothing.
  void expect_both() const {
    if (inputs() < 100) return;
    EXPECT_GT(read_, 0);
    EXPECT_GT(refused_, 0);
  }

  TemporaryFolder folder;
  Random random{20260101};
  int read_ = 0;
  int refused_ = 0;
};

const std::filesystem::path shipped_ones = std::filesystem::path(SPHLAB_SOURCE_DIR) / "scenarios";

TEST_F(Fuzz, Scenarios) {
  const std::vector<std::string> names{"still-water", "dam-break-lj", "dam-break-moving-body",
                                       "dam-break-two-fluids", "random-box"};
  for (int number = 0; number < inputs(); ++number) {
    const std::string shipped =
        file_text(shipped_ones / (names[below(random, names.size())] + ".json"));
    const auto file = folder.write("fuzzed.json", fuzzed(shipped, random));
    expect_readable_or_refused(
        file, [&] { describe_scenario(file); }, number);
  }
  expect_both();
}

TEST_F(Fuzz, Suites) {
  const std::vector<std::string> names{"smoke", "baseline", "list-life", "cutoff"};
  std::filesystem::copy(shipped_ones / "suites", folder.path());  // what they extend
  for (int number = 0; number < inputs(); ++number) {
    const std::string shipped =
        file_text(shipped_ones / "suites" / (names[below(random, names.size())] + ".json"));
    const auto file = folder.write("fuzzed.json", fuzzed(shipped, random));
    expect_readable_or_refused(
        file, [&] { load_suite(file); }, number);
  }
  expect_both();
}

TEST_F(Fuzz, RecordFiles) {
  RecordText text;
  std::string whole;
  for (const char* stage : {"hash", "list", "forces"}) {
    whole += text.lines_of(example_record(stage));
    text.accept();
  }
  for (int number = 0; number < inputs(); ++number) {
    std::string damaged = whole;
    damage(damaged, random);
    const auto file = folder.write("fuzzed.jsonl", damaged);
    expect_readable_or_refused(
        file, [&] { const RecordWriter writer(file, RecordWriter::Existing::resume); }, number);
    // what is left of the file is a beginning of what it was
    EXPECT_TRUE(damaged.starts_with(file_text(file))) << number;
  }
  expect_both();
}

/// These are cut short, have no beginning, or a byte that is another.
TEST_F(Fuzz, Packs) {
  const std::string whole =
      file_text(SPHLAB_BINARY_DIR "/test-packs/no_entry/libsphlab-kernels-no_entry.so");
  for (int number = 0; number < inputs(); ++number) {
    const std::size_t length = below(random, whole.size());
    std::string damaged = whole;
    damaged[length] = static_cast<char>(damaged[length] + 1 + below(random, 255));
    const unsigned kind = static_cast<unsigned>(random() % 8);
    if (kind == 0) damaged = whole.substr(1 + length);
    if (kind > 4) damaged = whole.substr(0, length);
    const auto file = folder.write("libsphlab-kernels-fuzzed.so", damaged);
    std::vector<std::string> problems;
    EXPECT_TRUE(load_packs({folder.path()}, &problems).empty()) << number;
    ASSERT_EQ(problems.size(), 1u) << number;
    EXPECT_NE(problems.front().find(file.string()), std::string::npos) << problems.front();
  }
}

}  // namespace
}  // namespace sphlab
