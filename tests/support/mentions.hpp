// Whether a message says what it must.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace sphlab {

inline ::testing::AssertionResult mentions(const std::string& message,
                                           const std::vector<std::string>& words) {
  for (const std::string& word : words) {
    if (message.find(word) == std::string::npos) {
      return ::testing::AssertionFailure() << "\"" << word << "\" is not in: " << message;
    }
  }
  return ::testing::AssertionSuccess();
}

}  // namespace sphlab
