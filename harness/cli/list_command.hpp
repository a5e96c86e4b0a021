// sphlab list: what there is.
#pragma once

#include <string>
#include <vector>

#include "harness/cli/laboratory.hpp"

namespace sphlab {

/// What can be listed, in the order in which all of it is.
const std::vector<std::string>& list_subjects();

/// Prints one subject, or all when `subject` is "". Throws Error(usage) for an unknown one.
void run_list(const Laboratory& laboratory, const std::string& subject, const Style& style);

}  // namespace sphlab
