#include "harness/scenarios/json_document.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <fstream>
#include <functional>
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
    const bool closes = event == Event::object_end || event == Event::array_end;
    if (opens && depth >= json_max_depth) {
      fail(fmt::format("nested more than {} levels deep. Flatten it", json_max_depth));
    }
    if (opens) open_.emplace_back().is_array = event == Event::array_start;
    if (closes) open_.pop_back();
    if (event == Event::key) check_key(value);
    if (event == Event::value) check_value(value);
    if (!opens && event != Event::key && !open_.empty()) ++open_.back().index;
    return true;
  }

  /// "file.json: list.capacity", or the file alone, of the value that is being read.
  std::string place() const {
    std::string path;
    for (const Container& container : open_) {
      if (container.is_array) {
        path += fmt::format("[{}]", container.index);
      } else if (!container.key.empty()) {
        path += (path.empty() ? "" : ".") + printable(container.key);
      }
    }
    return path.empty() ? source_ : fmt::format("{}: {}", source_, path);
  }

 private:
  /// An object or an array that is open.
  struct Container {
    bool is_array = false;
    std::size_t index = 0;       ///< of the present element of an array
    std::string key;             ///< the present one of an object
    std::set<std::string> keys;  ///< of the object so far
  };

  [[noreturn]] void fail(const std::string& what) const {
    throw InputError(fmt::format("{}: {}.", place(), what));
  }
  void check_key(const json& key) {
    check_value(key);
    Container& object = open_.back();
    object.key = key.get<std::string>();
    if (!object.keys.insert(object.key).second) {
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
  std::vector<Container> open_;
};

/// Message of the parser, without its prefix, unprintable bytes and unbounded quotations.
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
  // the file is read more than once, and where nobody writes to a pipe the first time would not end
  if (std::filesystem::is_fifo(file, failure) || std::filesystem::is_socket(file, failure)) {
    throw InputError(fmt::format("{}: is a pipe or a socket. Name a JSON file.", file.string()));
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
  Inspector inspector(source);
  try {
    return json::parse(text, std::ref(inspector));
  } catch (const json::parse_error& error) {
    throw InputError(fmt::format("{}: {}: malformed JSON: {}.", source,
                                 line_and_column(text, error.byte), parser_reason(error.what())));
  } catch (const json::exception& error) {
    throw InputError(fmt::format("{}: {}.", inspector.place(), parser_reason(error.what())));
  }
}

json load_json(const std::filesystem::path& file) {
  return parse_json(read_bounded(file), file.string());
}

std::string excerpt(const json& value) {
  const std::string text = value.dump(-1, ' ', true, json::error_handler_t::replace);
  return text.size() <= excerpt_length ? text : text.substr(0, excerpt_length) + "...";
}

std::string printable(const std::string& key) {
  const auto plain = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-';
  };
  const bool is_word = key.size() <= excerpt_length && std::all_of(key.begin(), key.end(), plain);
  return is_word ? key : excerpt(key);
}

std::string suggestion(const std::string& word, const std::vector<std::string>& known) {
  if (known.empty()) return "None is known here.";
  constexpr std::size_t longest_typo = 100;
  if (word.size() > longest_typo) return fmt::format("Known: {}.", fmt::join(known, ", "));
  const std::string nearest = nearest_name(word, known);
  const std::string meant = nearest.empty() ? "" : fmt::format("Did you mean \"{}\"? ", nearest);
  return fmt::format("{}Known: {}.", meant, fmt::join(known, ", "));
}

}  // namespace sphlab
