// Reading a record file back.
#pragma once

#include <filesystem>
#include <vector>

#include "harness/records/record.hpp"

namespace sphlab {

/// All records of `file`, in its order, valid or not, whichever version it is of. Throws InputError
/// that names file and line when it cannot be read, holds no record, or a line is none of a record
/// file; an unfinished last line, too.
std::vector<Record> read_records(const std::filesystem::path& file);

}  // namespace sphlab
