#include "harness/scenarios/json_document.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <set>
#include <vector>

namespace sphlab {
namespace {

using nlohmann::json;

constexpr std::size_t excerpt_length = 80;
constexpr std::size_t reason_length = 200;

/// Checks, while the parser runs, what the parser itself lets pass.
class Inspector {
 public:
  explicit Inspector(const std::string& source) : source_(source) {}

  bool operator()(int depth, json::parse_event_t event, const json& value) {
    using Event = json::parse_event_t;
    const bool opens = event == Event::object_start || event == Event::array_start;
    if (opens && depth >= json_max_depth) {
      fail(fmt::format("nested more than {} levels deep. Flatten it", json_max_depth));
    }
    if (event == Event::object_start) keys_.emplace_back();
    if (event == Event::object_end) keys_.pop_back();
    if (event == Event::key) check_key(value);
    if (event == Event::value) check_value(value);
    return true;
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw InputError(fmt::format("{}: {}.", source_, what));
  }
  void check_key(const json& key) {
    check_value(key);
    if (!keys_.back().insert(key.get<std::string>()).second) {
      fail(fmt::format("key {} occurs twice in the same object. Remove one", excerpt(key)));
    }
  }
  void check_value(const json& value) const {
    if (value.is_string() && value.get_ref<const std::string&>().size() > json_max_string) {
      fail(fmt::format("the text {} is longer than {} bytes. Shorten it", excerpt(value),
                       json_max_string));
    }
    constexpr auto largest = std::numeric_limits<std::int64_t>::max();
    if (value.is_number_unsigned() && value.get<std::uint64_t>() > std::uint64_t{largest}) {
      fail(fmt::format("the integer {} is above {}. Write a smaller one", value.dump(), largest));
    }
  }

  const std::string& source_;
  std::vector<std::set<std::string>> keys_;  ///< of the objects that are open
};

/// What the parser says, without its prefix, unprintable bytes and unbounded quotations.
std::string parser_reason(const std::string& what) {
  const std::size_t column = what.find("column ");
  const std::size_t colon = what.find(": ", column == std::string::npos ? 0 : column);
  std::string reason = colon == std::string::npos ? what : what.substr(colon + 2);
  if (reason.size() > reason_length) reason = reason.substr(0, reason_length) + "...";
  std::replace_if(
      reason.begin(), reason.end(), [](char c) { return c < 0x20 || c > 0x7e; }, '?');
  return reason;
}

/// @param byte position of the last byte read, counted from 1.
std::string line_and_column(const std::string& text, std::size_t byte) {
  const auto end = text.begin() + static_cast<std::ptrdiff_t>(std::min(byte, text.size()));
  const auto line = 1 + std::count(text.begin(), end, '\n');
  const auto line_start = std::find(std::make_reverse_iterator(end), text.rend(), '\n').base();
  return fmt::format("line {}, column {}", line, std::max<std::ptrdiff_t>(1, end - line_start));
}

std::string read_bounded(const std::filesystem::path& file) {
  std::error_code failure;
  if (std::filesystem::is_directory(file, failure)) {
    throw InputError(fmt::format("{}: is a directory. Name a JSON file.", file.string()));
  }
  std::ifstream stream(file, std::ios::binary);
  std::string text(json_max_bytes + 1, '\0');
  if (stream) stream.read(text.data(), static_cast<std::streamsize>(text.size()));
  if (!stream && !stream.eof()) {
    throw InputError(
        fmt::format("{}: cannot be read. Check that it exists and that you may.", file.string()));
  }
  text.resize(static_cast<std::size_t>(stream.gcount()));
  return text;
}

}  // namespace

json parse_json(const std::string& text, const std::string& source) {
  if (text.size() > json_max_bytes) {
    throw InputError(
        fmt::format("{}: is longer than {} bytes. Is it the right file?", source, json_max_bytes));
  }
  if (text.find_first_not_of(" \t\r\n") == std::string::npos) {
    throw InputError(fmt::format("{}: is empty. Is it the right file?", source));
  }
  try {
    return json::parse(text, Inspector(source));
  } catch (const json::parse_error& error) {
    throw InputError(fmt::format("{}: {}: malformed JSON: {}.", source,
                                 line_and_column(text, error.byte), parser_reason(error.what())));
  } catch (const json::exception& error) {
    throw InputError(fmt::format("{}: {}.", source, parser_reason(error.what())));
  }
}

json load_json(const std::filesystem::path& file) {
  return parse_json(read_bounded(file), file.string());
}

std::string excerpt(const json& value) {
  const std::string text = value.dump(-1, ' ', true, json::error_handler_t::replace);
  return text.size() <= excerpt_length ? text : text.substr(0, excerpt_length) + "...";
}

std::string suggestion(const std::string& word, const std::vector<std::string>& known) {
  if (known.empty()) return "None is known here.";
  constexpr std::size_t longest_typo = 100;
  if (word.size() > longest_typo) return fmt::format("Known: {}.", fmt::join(known, ", "));
  return fmt::format("Did you mean \"{}\"? Known: {}.", nearest_name(word, known),
                     fmt::join(known, ", "));
}

}  // namespace sphlab
