// The files that 'sphlab why' reads.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace sphlab {

/// The record files among `given`: files as they are, and of folders all that hold records, without
/// profiles, timelines and what else lies beside them. Nothing given: of all folders of results/.
/// Throws Error(not_available) where that is none, InputError for a folder that cannot be read and
/// for a file of something else.
std::vector<std::filesystem::path> record_files_of(const std::vector<std::filesystem::path>& given);

/// Whether a file may hold a record of one of these variants, by a search in its text that takes
/// less than reading it. True of one that cannot be read: reading it tells why.
bool may_hold(const std::filesystem::path& file, const std::vector<std::string>& variants);

/// The names of all variants in record files, each once.
std::vector<std::string> variants_in(const std::vector<std::filesystem::path>& files);

/// The file of limits for records: beside them, or in results/ of their device. "" where there is
/// none.
std::filesystem::path limits_beside(const std::filesystem::path& records,
                                    const std::string& device_slug);

/// <suite>.profile.jsonl beside <suite>.jsonl, "" where there is none.
std::filesystem::path profile_beside(const std::filesystem::path& records);

}  // namespace sphlab
