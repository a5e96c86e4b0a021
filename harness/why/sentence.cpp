#include "harness/why/sentence.hpp"

#include <cctype>

namespace sphlab {

std::string sentence(std::string clause) {
  if (clause.empty()) return clause;
  clause.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(clause.front())));
  return clause + ". ";
}

}  // namespace sphlab
