// Which keys of a record stand in which part of a file, and which in its row.
//
// A part stands once in a file and is named by its kind and a hash of its content. A row refers to
// a `contender` (one variant by one toolchain on one scenario in one state), which refers to what
// it has in common with others. The same layout is analysis/recorded/layout.py; a line's schema is
// record-file.schema.json.
#pragma once

#include "harness/records/sample_series.hpp"

namespace sphlab {

/// The row of a record's JSON, without its id, which follows from the rest. What is not known, or
/// follows, is left out of its summary.
nlohmann::json split_record(const nlohmann::json& record, const ReferToPart& refer);

/// The row as it is written behind another one of the same contender, `before`, or a null: without
/// `contender`, and with what differs.
nlohmann::json shortened(const nlohmann::json& row, const nlohmann::json& before);

/// The inverse. Throws InputError where a line is of no contender, or says nothing of what it is.
nlohmann::json lengthened(const nlohmann::json& line, const nlohmann::json& before);

/// The record's JSON of a row, with an empty id but where the row says it, as in earlier files.
/// Throws what `find` throws, and nlohmann::json's exceptions for a row
/// that lacks something.
nlohmann::json join_record(const nlohmann::json& row, const FindPart& find);

}  // namespace sphlab
