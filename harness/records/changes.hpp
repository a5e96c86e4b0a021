// What of an object differs from the one before it, which lines of a file that follow each other
// say instead of the whole. The same is analysis/recorded/changes.py.
#pragma once

#include <nlohmann/json.hpp>

namespace sphlab {

/// The keys of `after` that have another value than in `before`, of objects within only those that
/// differ; null where `before` has a key that `after` lacks, or one of them is no object.
nlohmann::json changes(const nlohmann::json& before, const nlohmann::json& after);

/// The inverse: `after`.
nlohmann::json changed(nlohmann::json before, const nlohmann::json& found);

}  // namespace sphlab
