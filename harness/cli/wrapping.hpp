// Breaks text into lines of a width.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace sphlab {

/// Columns that a text takes on a terminal: colour codes and UTF-8 continuation bytes take none.
std::size_t visible_width(const std::string& text);

/// `text` in lines of at most `width` columns, broken behind spaces (which are left out at the end
/// of a line), else behind a '+', ',', '/' or '|', else anywhere. A colour that is on where a line
/// ends is switched off there, and on again in the next. @param width at least 1.
/// @param indent of all lines but the first, less than `width`.
std::vector<std::string> wrapped_lines(const std::string& text, std::size_t width,
                                       std::size_t indent = 0);

/// wrapped_lines() as one text, without a line end behind the last.
std::string wrapped(const std::string& text, std::size_t width, std::size_t indent = 0);

/// `text`, or as much of it as fits into `width` columns, with an ellipsis for the rest. Without
/// colours.
std::string cut_to_width(const std::string& text, std::size_t width);

}  // namespace sphlab
