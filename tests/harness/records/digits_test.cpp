#include "harness/records/digits.hpp"

#include <gtest/gtest.h>

#include "harness/error.hpp"

namespace sphlab {
namespace {

constexpr std::int64_t most = std::int64_t{1} << 53;

// The same texts are those of analysis/tests/recorded/test_digits.py.
TEST(Digits, AreOfNumbersWithTheirEnds) {
  EXPECT_EQ(to_digits({}), "");
  EXPECT_EQ(to_digits({0, 9, 10, 35, 36, 61, 62, 63}), "09AZaz+/");
  EXPECT_EQ(to_digits({64, 64 * 27 + 1, 64 * 28, 64 * 28 * 28 + 5}), "#0~1#!0#!!5");
}

TEST(Digits, AreReadBack) {
  const std::vector<std::int64_t> numbers = {0, 63, 64, 1791, 1792, 50176, 1234567890123, most};
  EXPECT_EQ(from_digits(to_digits(numbers)), numbers);
}

TEST(Digits, AreRefusedWhereTheyAreNone) {
  for (const char* text : {"0 1", "\"", "\\", "\xc3\xa4", "5#", "~~~~~~~~~~~0"})
    EXPECT_THROW(from_digits(text), InputError) << text;
}

}  // namespace
}  // namespace sphlab
