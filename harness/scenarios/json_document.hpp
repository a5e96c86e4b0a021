// A JSON file that can be trusted: read within limits, checked against its schema, and complained
// about in one readable line.
#pragma once

#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "harness/error.hpp"

namespace sphlab {

/// Limits on what is read. They are far above any honest file, and below what would exhaust the
/// stack or the memory of whatever walks through the document.
inline constexpr std::size_t json_max_bytes = std::size_t{16} << 20;
inline constexpr int json_max_depth = 64;
inline constexpr std::size_t json_max_string = 4096;

/// Parses `text`. `source` names it in messages: a file's name, or "file.jsonl:12".
/// Throws InputError for malformed text (with line and column), for what is not UTF-8, and, with
/// the key that it stands under, for a key that occurs twice in an object, a number that no double
/// or 64-bit integer holds, and text beyond the limits above.
nlohmann::json parse_json(const std::string& text, const std::string& source);

/// Reads and parses a file. Throws InputError as parse_json does, and when it cannot be read.
nlohmann::json load_json(const std::filesystem::path& file);

/// A JSON Schema (draft 7; "$ref" only within the schema itself).
class JsonSchema {
 public:
  /// @param text the schema. Throws std::runtime_error when it is not one: that is a bug of ours.
  explicit JsonSchema(const std::string& text);
  ~JsonSchema();
  JsonSchema(JsonSchema&&) noexcept;
  JsonSchema& operator=(JsonSchema&&) noexcept;

  /// Throws InputError "source: key path: what is wrong. remedy" when `document` does not comply.
  /// Where several things are wrong, it names the one deepest inside the document.
  void check(const nlohmann::json& document, const std::string& source) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// A piece of a document for a message: as JSON, so that control characters are escaped, and cut to
/// a readable length.
std::string excerpt(const nlohmann::json& value);

/// A key or a name of the user's, as an excerpt unless it is a plain word of a readable length.
std::string printable(const std::string& key);

/// "did you mean ...?" and the list of what is known.
std::string suggestion(const std::string& word, const std::vector<std::string>& known);

}  // namespace sphlab
