// Lists whose entries differ in one number from run to run, as a file holds them: that number
// apart, and what stands beside it in the entries as a part, which other lists have in common: by
// key, what each entry has there, or the entries where their keys differ.
//
// The same is analysis/recorded/entries.py.
#pragma once

#include <string>

#include "harness/records/sample_series.hpp"

namespace sphlab {

/// {key: [what each entry has there]} of objects with the same keys; of others, and of none,
/// themselves.
nlohmann::json columns_of(const nlohmann::json& entries);

/// The inverse; takes entries as they are. Throws what nlohmann::json throws.
nlohmann::json rows_of(const nlohmann::json& stored);

/// A list of objects, each with `key`: {"of": the id of a part of that kind with the entries
/// without the key, key: [what each has there]}. An empty one stays as it is.
nlohmann::json pack_entries(const nlohmann::json& entries, const std::string& kind,
                            const std::string& key, const ReferToPart& refer);

/// The list. One that stands there whole, as earlier files have it, is taken as it is. Throws what
/// `find` and nlohmann::json throw, and InputError where there are not as many numbers as entries.
nlohmann::json unpack_entries(const nlohmann::json& stored, const std::string& kind,
                              const std::string& key, const FindPart& find);

}  // namespace sphlab
