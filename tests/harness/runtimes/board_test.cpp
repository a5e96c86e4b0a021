#include "harness/runtimes/board.hpp"

#include <gtest/gtest.h>

#include <array>
#include <regex>
#include <string>

namespace sphlab {
namespace {

std::string named(const std::array<unsigned char, 16>& uuid) {
  char name[16];
  name_board(uuid.data(), name);
  return name;
}

TEST(NameBoard, TellsBoardsApart) {
  std::array<unsigned char, 16> uuid{1, 2, 3};
  const std::string first = named(uuid);
  EXPECT_TRUE(std::regex_match(first, std::regex("[0-9a-f]{8}"))) << first;
  EXPECT_EQ(named(uuid), first);
  uuid[15] = 1;
  EXPECT_NE(named(uuid), first);
}

TEST(NameBoard, LeavesAUuidOfZerosWithoutAName) {
  EXPECT_EQ(named({}), "");
}

}  // namespace
}  // namespace sphlab
