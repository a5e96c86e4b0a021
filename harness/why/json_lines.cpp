#include "harness/why/json_lines.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <string>

#include "harness/error.hpp"

namespace sphlab {
namespace {

void take_line(const std::string& text, const std::string& where,
               const std::function<void(const nlohmann::json&)>& take) {
  const nlohmann::json line = parse_json(text, where);
  try {
    take(line);
  } catch (const InputError& failure) {
    throw InputError(fmt::format("{}: {}", where, failure.what()));
  } catch (const nlohmann::json::exception& failure) {
    throw InputError(fmt::format("{}: {}", where, failure.what()));
  }
}

}  // namespace

void for_each_json_line(const std::filesystem::path& file,
                        const std::function<void(const nlohmann::json& line)>& take) {
  std::ifstream stream(file, std::ios::binary);
  std::size_t number = 0;
  for (std::string text; std::getline(stream, text);) {
    take_line(text, fmt::format("{}:{}", file.string(), ++number), take);
  }
  if (!stream.eof()) {
    throw InputError(fmt::format("{}: cannot be read: {}", file.string(), std::strerror(errno)));
  }
  if (number == 0) throw InputError(fmt::format("{}: is empty", file.string()));
}

}  // namespace sphlab
