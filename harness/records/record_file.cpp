#include "harness/records/record_file.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <optional>
#include <string>
#include <utility>

#include "harness/error.hpp"
#include "harness/records/record_lines.hpp"

namespace sphlab {
namespace {

std::optional<Record> read_line(RecordLines& lines, const std::string& line,
                                const std::filesystem::path& file, std::size_t number) {
  try {
    return lines.read(line);
  } catch (const InputError& failure) {
    throw InputError(fmt::format("{}:{}: {}", file.string(), number, failure.what()));
  }
}

}  // namespace

std::vector<Record> read_records(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::vector<Record> records;
  RecordLines lines;
  std::size_t number = 0;
  for (std::string line; std::getline(stream, line);) {
    if (auto record = read_line(lines, line, file, ++number)) records.push_back(std::move(*record));
  }
  if (!stream.eof()) {
    throw InputError(fmt::format("{}: cannot be read: {}", file.string(), std::strerror(errno)));
  }
  if (records.empty()) throw InputError(fmt::format("{}: holds no record", file.string()));
  return records;
}

}  // namespace sphlab
