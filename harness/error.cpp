#include "harness/error.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace sphlab {
namespace {

/// Letters of a beginning that tell what it is of.
constexpr std::size_t least_beginning = 3;

std::size_t edit_distance(const std::string& a, const std::string& b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t substitution = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, substitution});
    }
  }
  return row[b.size()];
}

}  // namespace

std::string nearest_name(const std::string& word, const std::vector<std::string>& candidates) {
  std::string best;
  std::size_t smallest = std::numeric_limits<std::size_t>::max();
  for (const std::string& candidate : candidates) {
    const bool is_begun = word.size() >= least_beginning && candidate.starts_with(word);
    const std::size_t distance = is_begun ? 0 : edit_distance(word, candidate);
    const std::size_t most =
        std::max<std::size_t>(1, (std::max(word.size(), candidate.size()) + 1) / 3);
    if (distance > most || distance >= smallest) continue;
    smallest = distance;
    best = candidate;
  }
  return best;
}

std::string did_you_mean(const std::string& word, const std::vector<std::string>& candidates,
                         const std::string& otherwise) {
  const std::string nearest = nearest_name(word, candidates);
  return nearest.empty() ? otherwise : "; did you mean '" + nearest + "'?";
}

}  // namespace sphlab
