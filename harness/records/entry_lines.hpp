// Documents that are read by programs, and compared line by line by people.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace sphlab {

/// The text of a document, an object: each key stands on a line of its own, likewise those of
/// objects within that hold arrays of objects, and each entry of such an array. A line's end behind
/// each.
std::string entry_lines(const nlohmann::json& document);

}  // namespace sphlab
