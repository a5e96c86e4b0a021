// Tells how many columns a line may have.
#pragma once

#include <cstddef>

namespace sphlab {

/// Columns of a line that goes to `descriptor`: the terminal's; of a file or a pipe those of the
/// environment's COLUMNS, else 80. At least 40, below which nothing can be laid out.
std::size_t terminal_width(int descriptor);

}  // namespace sphlab
