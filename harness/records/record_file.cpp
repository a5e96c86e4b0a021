#include "harness/records/record_file.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "harness/error.hpp"

namespace sphlab {
namespace {

Record read_line(const std::string& line, const std::filesystem::path& file, std::size_t number) {
  try {
    return record_from_json(nlohmann::json::parse(line));
  } catch (const std::exception& failure) {
    throw InputError(fmt::format("{}:{}: {}", file.string(), number, failure.what()));
  }
}

}  // namespace

std::vector<Record> read_records(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::vector<Record> records;
  for (std::string line; std::getline(stream, line);)
    records.push_back(read_line(line, file, records.size() + 1));
  if (!stream.eof()) {
    throw InputError(fmt::format("{}: cannot be read: {}", file.string(), std::strerror(errno)));
  }
  if (records.empty()) throw InputError(fmt::format("{}: holds no record", file.string()));
  return records;
}

}  // namespace sphlab
