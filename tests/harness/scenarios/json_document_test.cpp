#include "harness/scenarios/json_document.hpp"

#include <sys/stat.h>

#include "tests/harness/scenarios/edited_file.hpp"
#include "tests/support/temporary_folder.hpp"

namespace sphlab {
namespace {

std::string parse_error(const std::string& text) {
  return input_error([&] { parse_json(text, "file.json"); });
}

std::string repeated(const std::string& piece, int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += piece;
  return text;
}

TEST(ParseJson, ReadsWhatIsWellFormed) {
  const nlohmann::json value = parse_json(R"({"a": [1, 2.5, "x"], "b": {"a": null}})", "file.json");
  EXPECT_EQ(value.at("a").at(1), 2.5);
  EXPECT_TRUE(value.at("b").at("a").is_null());
}

TEST(ParseJson, NamesFileLineAndColumn) {
  EXPECT_TRUE(mentions(parse_error("{\n  \"a\": 1,\n  \"b\" 2\n}"),
                       {"file.json", "line 3, column 7", "malformed JSON", "expected ':'"}));
}

TEST(ParseJson, RefusesWhatIsNotJson) {
  for (const char* text :
       {"{\"a\": NaN}", "{\"a\": Infinity}", "{\"a\": 1,}", "{'a': 1}", "{\"a\": 01}",
        "{\"a\": 1} {}", "{\"a\": \"", "[", "nul", "// comment\n{}", "{\"a\": \"\t\"}"}) {
    EXPECT_TRUE(mentions(parse_error(text), {"file.json: line ", "malformed JSON"})) << text;
  }
}

TEST(ParseJson, RefusesWhatIsEmpty) {
  EXPECT_TRUE(mentions(parse_error(""), {"file.json", "is empty"}));
  EXPECT_TRUE(mentions(parse_error(" \n\t "), {"file.json", "is empty"}));
}

TEST(ParseJson, RefusesWhatIsNotUtf8) {
  EXPECT_TRUE(mentions(parse_error("{\"a\": \"\xff\xfe\"}"), {"line 1, column 8", "UTF-8"}));
  EXPECT_TRUE(mentions(parse_error(std::string("\xff\xfe{\0}\0", 6)), {"malformed JSON"}));
  EXPECT_TRUE(mentions(parse_error("{\"a\": \"\xed\xa0\x80\"}"), {"UTF-8"}));
}

TEST(ParseJson, RefusesDepthBombs) {
  const std::string deep = "nested more than 64 levels";
  EXPECT_TRUE(mentions(parse_error(repeated("[", 1000000)), {deep}));
  EXPECT_TRUE(mentions(parse_error(repeated("{\"a\":", 1000000)), {deep}));
  EXPECT_TRUE(mentions(parse_error(repeated("[", 65) + repeated("]", 65)), {deep}));
  EXPECT_NO_THROW(parse_json(repeated("[", 64) + repeated("]", 64), "file.json"));
}

TEST(ParseJson, RefusesDuplicateKeys) {
  EXPECT_TRUE(mentions(parse_error(R"({"a": 1, "b": {"c": 1, "c": 2}})"), {"\"c\"", "twice"}));
  EXPECT_NO_THROW(parse_json(R"([{"a": 1}, {"a": {"a": 2}}])", "file.json"));
}

TEST(ParseJson, RefusesNumbersThatNothingHolds) {
  EXPECT_TRUE(mentions(parse_error("{\"a\": 1e999}"), {"file.json", "1e999"}));
  EXPECT_TRUE(mentions(parse_error("[18446744073709551615]"), {"18446744073709551615", "above"}));
  EXPECT_TRUE(mentions(parse_error("[1" + repeated("0", 400) + "]"), {"file.json"}));
  EXPECT_NO_THROW(parse_json("[9223372036854775807]", "file.json"));
}

TEST(ParseJson, NamesTheKeyOfWhatItRefuses) {
  const std::string large = "9223372036854775808";
  EXPECT_TRUE(mentions(parse_error("{\"a\": 1, \"b\": " + large + "}"), {"file.json: b: ", large}));
  EXPECT_TRUE(mentions(parse_error("{\"a\": {\"x\": [1, {\"y\": 2}, [3], " + large + "]}}"),
                       {"file.json: a.x[3]: "}));
  EXPECT_TRUE(mentions(parse_error("{\"a\": [[], {\"b c\": " + large + "}]}"),
                       {"file.json: a[1].\"b c\": "}));
  EXPECT_TRUE(mentions(parse_error("[" + large + "]"), {"file.json: [0]: "}));
  EXPECT_TRUE(mentions(parse_error(large), {"file.json: the integer"}));
  EXPECT_TRUE(mentions(parse_error("{\"a\": 1, \"b\": [0, 1e999]}"), {"file.json: b[1]: "}));
  EXPECT_TRUE(
      mentions(parse_error(R"({"a": 1, "b": {"c": 1, "c": 2}})"), {"file.json: b.c: ", "twice"}));
}

TEST(ParseJson, RefusesEndlessText) {
  EXPECT_TRUE(
      mentions(parse_error("[\"" + repeated("x", 5000) + "\"]"), {"longer than 4096 bytes"}));
  EXPECT_TRUE(mentions(parse_error(std::string(json_max_bytes + 1, '1')), {"longer than"}));
}

TEST(ParseJson, KeepsMessagesShortAndPrintable) {
  const std::string message = parse_error("[\"\x1b[31m" + repeated("y", 100000));
  EXPECT_LT(message.size(), 400u);
  EXPECT_EQ(message.find('\x1b'), std::string::npos);
}

TEST(LoadJson, NamesFilesThatCannotBeRead) {
  EXPECT_TRUE(mentions(input_error([] { load_json("/nowhere/at/all.json"); }),
                       {"/nowhere/at/all.json", "cannot be read"}));
  EXPECT_TRUE(mentions(input_error([] { load_json("/tmp"); }), {"/tmp", "directory"}));
  EXPECT_TRUE(mentions(input_error([] { load_json("/dev/zero"); }), {"/dev/zero", "longer than"}));
  const TemporaryFolder folder;
  const std::string pipe = (folder.path() / "pipe.json").string();
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_TRUE(mentions(input_error([&] { load_json(pipe); }), {"pipe.json", "is a pipe"}));
}

constexpr const char* example_schema = R"({
  "description": "the root",
  "type": "object",
  "additionalProperties": false,
  "required": ["kind"],
  "properties": {
    "kind": {"enum": ["box", "ball"], "description": "What it is."},
    "ratio": {"type": "number", "exclusiveMinimum": 0, "maximum": 2, "description": "A ratio."},
    "count": {"type": "integer", "minimum": 2, "multipleOf": 2},
    "name": {"type": "string", "pattern": "^[a-z]+$", "maxLength": 5},
    "sizes": {"type": "array", "minItems": 2, "items": {"$ref": "#/definitions/size"}},
    "extra": {"type": "object", "additionalProperties": {"type": "integer"}}
  },
  "allOf": [{
    "if": {"properties": {"kind": {"const": "ball"}}, "required": ["kind"]},
    "then": {"required": ["ratio"]}
  }],
  "definitions": {"size": {"type": "object", "additionalProperties": false,
    "required": ["unit"], "properties": {"unit": {"const": "m"}}, "description": "A size."}}
})";

std::string schema_error(const char* text) {
  return input_error(
      [&] { JsonSchema(example_schema).check(parse_json(text, "file.json"), "file.json"); });
}

TEST(JsonSchema, AcceptsWhatComplies) {
  const JsonSchema schema(example_schema);
  EXPECT_NO_THROW(schema.check({{"kind", "box"}, {"count", 4}, {"name", "abc"}}, "file.json"));
  EXPECT_NO_THROW(schema.check({{"kind", "ball"}, {"ratio", 2}}, "file.json"));
}

TEST(JsonSchema, NamesKeyPathExpectationAndRemedy) {
  EXPECT_TRUE(mentions(schema_error(R"({"kind": "box", "sizes": [{"unit": "m"}, {"unit": "cm"}]})"),
                       {"file.json: sizes[1].unit: ", "must be \"m\"", "found \"cm\"", "A size."}));
  EXPECT_TRUE(mentions(schema_error(R"({"kind": "bax"})"),
                       {"kind: ", "Did you mean \"box\"", "box, ball", "What it is."}));
  EXPECT_TRUE(mentions(schema_error(R"({"kind": "box", "cuont": 4})"),
                       {"unknown key \"cuont\"", "Did you mean \"count\""}));
  EXPECT_TRUE(mentions(schema_error(R"({"count": 4})"), {"missing key \"kind\": What it is."}));
  EXPECT_TRUE(mentions(schema_error(R"({"kind": "ball"})"), {"missing key \"ratio\""}));
  EXPECT_TRUE(mentions(schema_error(R"({"kind": "box", "ratio": "x"})"),
                       {"ratio: must be of type number, found \"x\". A ratio."}));
  EXPECT_TRUE(
      mentions(schema_error(R"({"kind": "box", "ratio": 0})"), {"must be above 0, found 0"}));
  EXPECT_TRUE(mentions(schema_error(R"({"kind": "box", "ratio": 3})"), {"must be at most 2"}));
  EXPECT_TRUE(mentions(schema_error(R"({"kind": "box", "count": 0})"), {"must be at least 2"}));
  EXPECT_TRUE(
      mentions(schema_error(R"({"kind": "box", "count": 2.5})"), {"must be of type integer"}));
  EXPECT_TRUE(mentions(schema_error(R"({"kind": "box", "count": 3})"), {"a multiple of 2"}));
  EXPECT_TRUE(mentions(schema_error(R"({"kind": "box", "name": "A"})"), {"name: must match"}));
  EXPECT_TRUE(
      mentions(schema_error(R"({"kind": "box", "name": "abcdef"})"), {"at most 5 characters"}));
  EXPECT_TRUE(mentions(schema_error(R"({"kind": "box", "sizes": [{"unit": "m"}]})"),
                       {"sizes: must have at least 2 items, has 1"}));
  EXPECT_TRUE(mentions(schema_error("[1]"), {"must be of type object, found [1]"}));
}

TEST(JsonSchema, EscapesWhatAUserNamed) {
  const std::string message = schema_error(R"({"kind": "box", "extra": {"a\u001b[31m": "x"}})");
  EXPECT_TRUE(mentions(message, {"extra.\"a\\u001b[31m\"", "type integer"}));
}

TEST(JsonSchema, SurvivesTheLongestTextThatIsRead) {
  const nlohmann::json longest = {{"kind", "box"}, {"name", std::string(json_max_string, 'a')}};
  EXPECT_THROW(JsonSchema(example_schema).check(longest, "file.json"), InputError);
}

}  // namespace
}  // namespace sphlab
