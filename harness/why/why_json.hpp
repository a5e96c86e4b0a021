// A diagnosis as a document, schema sphlab-why/1 (docs/why.md).
#pragma once

#include <nlohmann/json.hpp>

#include "harness/why/diagnosis.hpp"
#include "harness/why/variant_comparison.hpp"

namespace sphlab {

/// A variant, its stages and what is said of them; null is what is not known.
nlohmann::ordered_json why_json(const Diagnosis& diagnosis);

/// The same with the variant that it is compared with under "against", and "comparison".
nlohmann::ordered_json why_json(const Diagnosis& first, const Diagnosis& second,
                                const VariantComparison& comparison);

}  // namespace sphlab
