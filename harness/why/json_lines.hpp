// A file of JSON lines.
#pragma once

#include <filesystem>
#include <functional>

#include "harness/scenarios/json_document.hpp"

namespace sphlab {

/// Calls `take` for each line of a file, in their order. Throws InputError "file:line: what is
/// wrong" where the file cannot be read or holds no line, a line is no JSON, or `take` throws
/// InputError or nlohmann::json::exception.
void for_each_json_line(const std::filesystem::path& file,
                        const std::function<void(const nlohmann::json& line)>& take);

}  // namespace sphlab
