// The recorded rows that 'sphlab why' is asked about.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "harness/cli/why_command.hpp"
#include "harness/why/recorded_variant.hpp"

namespace sphlab {

/// What the options ask for among the records, of `variant` and of what it is compared with; most
/// particles first, then the latest state, then the fastest.
struct WhyRows {
  std::vector<std::filesystem::path> files;  ///< that were looked into
  std::vector<RecordedVariant> variant;
  std::vector<RecordedVariant> against;
};

/// Reads the files that name the variants. Throws InputError for one that is wrong, and
/// Error(not_available) where there is no file, or no row of a variant.
WhyRows find_rows(const WhyOptions& options);

/// The row to explain; with what it is compared with, where the options name that. Throws
/// Error(usage) that lists the choices where rows of several variants or scenarios match, or of
/// several devices, none of which is `device`; Error(verification) where all are invalid;
/// Error(not_available) where no two can be compared.
/// @param device asked for the names of the devices at hand, best first, where that decides.
std::vector<RecordedVariant> choose_rows(const WhyRows& rows, const WhyOptions& options,
                                         const std::function<std::vector<std::string>()>& devices);

/// Rows as a table of at most 80 columns, one line each.
std::string table_of_rows(const std::vector<RecordedVariant>& rows, const Style& style);

}  // namespace sphlab
