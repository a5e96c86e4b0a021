// The ranking of `sphlab best` for people, in 80 columns.
#pragma once

#include <string>
#include <vector>

#include "harness/best/answer.hpp"
#include "harness/cli/style.hpp"

namespace sphlab {

/// The ranked variants, three lines each; which of them tie with the first; and what the best of
/// another traversal loses. "" without any.
std::string ranking_text(const std::vector<Ranked>& ranking, Objective objective,
                         const Style& style);

}  // namespace sphlab
