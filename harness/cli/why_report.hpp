// A diagnosis for people to read, in 80 columns.
#pragma once

#include <string>

#include "harness/cli/style.hpp"
#include "harness/why/diagnosis.hpp"
#include "harness/why/variant_comparison.hpp"

namespace sphlab {

/// What ran, a table of its stages, the paragraph, and what is not known.
std::string report_of(const Diagnosis& diagnosis, const Style& style);

/// The same of two: a table of both, the paragraph that compares them, and one of each.
std::string report_of(const Diagnosis& first, const Diagnosis& second,
                      const VariantComparison& comparison, const Style& style);

}  // namespace sphlab
