// Suites that extend others.
#include "harness/suites/suite_document.hpp"

#include "tests/harness/scenarios/edited_file.hpp"

namespace sphlab {
namespace {

using nlohmann::json;

json loaded(const json& document) {
  const TemporaryFile file(document.dump());
  return load_suite_document(file.path());
}

std::string error_of(const json& document) {
  const TemporaryFile file(document.dump());
  const std::string message = input_error([&] { load_suite_document(file.path()); });
  EXPECT_TRUE(mentions(message, {file.path().string() + ": "}));
  return message;
}

TEST(SuiteDocument, IsWhatTheOtherSaysButForItsOwn) {
  const json gate = shipped("suites/gate.json");
  json extension = extension_of("suites/gate.json");
  extension["toolchains"] = {"nvcc-13.0"};
  extension["policy"] = {{"blocks", 64}};
  const json document = loaded(extension);
  EXPECT_EQ(document.at("name"), "more");
  EXPECT_EQ(document.at("toolchains"), json({"nvcc-13.0"}));
  EXPECT_EQ(document.at("device"), gate.at("device"));
  EXPECT_EQ(document.at("scenarios"), gate.at("scenarios"));
  EXPECT_EQ(document.at("variants"), gate.at("variants"));
  EXPECT_EQ(document.at("policy").at("blocks"), 64);
  EXPECT_EQ(document.at("policy").at("cycles_per_block"), gate.at("policy").at("cycles_per_block"));
  EXPECT_FALSE(document.contains("extends"));
}

TEST(SuiteDocument, ExtendsASuiteOfItsFolder) {
  const auto folder = scenarios_folder() / "suites";
  EXPECT_EQ(load_suite_document(folder / "baseline.json").at("variants"),
            shipped("suites/gate.json").at("variants"));
}

TEST(SuiteDocument, WithoutAnotherSaysAll) {
  for (const char* key : {"device", "toolchains", "scenarios", "variants"}) {
    json document = shipped("suites/gate.json");
    document.erase(key);
    EXPECT_TRUE(mentions(error_of(document), {key}));
  }
}

TEST(SuiteDocument, HasANameOfItsOwn) {
  json extension = extension_of("suites/gate.json");
  extension.erase("name");
  EXPECT_TRUE(mentions(error_of(extension), {"name"}));
}

TEST(BadSuiteDocument, ExtendsWhatIsNotThere) {
  EXPECT_TRUE(mentions(error_of(extension_of("suites/gat.json")), {"extends", "gat.json"}));
}

TEST(BadSuiteDocument, ExtendsWhatExtends) {
  EXPECT_TRUE(
      mentions(error_of(extension_of("suites/baseline.json")), {"extends \"gate\" itself"}));
}

TEST(BadSuiteDocument, ExtendsWhatIsWrong) {
  const TemporaryFile other(
      edited("suites/gate.json", [](json& document) { document["device"] = "cude"; }));
  json extension = extension_of("suites/gate.json");
  extension["extends"] = other.path().string();
  EXPECT_TRUE(mentions(error_of(extension), {"extends", other.path().string(), "\"cuda\""}));
}

}  // namespace
}  // namespace sphlab
