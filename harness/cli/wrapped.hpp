// Prose for a terminal.
#pragma once

#include <cstddef>
#include <string>

namespace sphlab {

/// Columns that every command's prose keeps to.
inline constexpr std::size_t prose_columns = 80;

/// Breaks `text` at its blanks into lines of at most `prose_columns`, each with an end. A word that
/// is longer has a line of its own. Control characters become "?".
/// @param first, others what the first line, and all others, begin with.
std::string wrapped(const std::string& text, const std::string& first = "",
                    const std::string& others = "");

/// Columns that a text takes: continuation bytes of UTF-8 take none.
std::size_t columns_of(const std::string& text);

/// Cut to `columns`, with "…" for what is left out. Control characters become "?".
std::string shortened(const std::string& given, std::size_t columns);

}  // namespace sphlab
