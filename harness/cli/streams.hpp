// The standard streams of the command. A result goes to the standard output, and one that cannot be
// written is an error; what goes to the standard error is told as far as that is possible.
#pragma once

#include <string_view>

namespace sphlab {

/// The file name that stands for the standard output.
inline constexpr std::string_view standard_output = "-";

/// Opens those of the three standard streams that the process was started without: a record file
/// would otherwise be given a free number of theirs, and receive what is printed. Reading from what
/// was opened meets the end of a file, writing to it fails.
void open_standard_streams();

/// Keeps the standard output for results alone: what libraries print to it goes to the standard
/// error from now on.
void keep_standard_output();

/// Undoes keep_standard_output(), for a program that takes the place of this one.
void give_standard_output_back();

/// The descriptor that results are written to.
int result_descriptor();

/// Writes out what print_result() still holds. A failure is remembered.
void flush_results();

/// Writes to the standard output. A failure is remembered, see require_printed(): a command goes on
/// to its end, since what it has still to save matters more.
void print_result(std::string_view text);

/// Writes out what print_result() still holds. Throws Error(output) where anything that was printed
/// could not be written.
void require_printed();

/// Writes to the standard error. Where that is closed, broken or full, the text is lost: what is
/// told on the way must not cost a record.
void print_notice(std::string_view text);

}  // namespace sphlab
