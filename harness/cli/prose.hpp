// Lays out prose for a terminal, also with names out of records.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace sphlab {

/// Columns that every command's prose keeps to.
inline constexpr std::size_t prose_columns = 80;

/// `text` in lines of at most `prose_columns`, each with an end, broken as wrapped() does. Control
/// characters become "?": a name in a record may hold anything, and must not control the terminal.
/// @param first what the first line begins with. @param indent of all others.
std::string prose(const std::string& text, const std::string& first = "", std::size_t indent = 0);

/// Splits behind full stops, colons and semicolons that a blank or the end follows, so not within
/// "1.6 m". At least one part.
std::vector<std::string> clauses_of(const std::string& text);

}  // namespace sphlab
