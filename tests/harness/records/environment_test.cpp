#include "harness/records/environment.hpp"

#include <gtest/gtest.h>

#include <regex>

namespace sphlab {
namespace {

TEST(Environment, MakesFolderNamesOfDeviceNames) {
  EXPECT_EQ(slug_of("NVIDIA H200"), "nvidia-h200");
  EXPECT_EQ(slug_of("Intel(R) Xeon(R) @ 2.10GHz"), "intel-r-xeon-r-2.10ghz");
  EXPECT_EQ(slug_of("host-x86_64"), "host-x86_64");
  EXPECT_EQ(slug_of("../../etc"), "etc");
  EXPECT_EQ(slug_of("  "), "unknown");
}

TEST(Environment, NamesTheHostByItsArchitecture) {
  EXPECT_EQ(device_slug("host", "Some CPU @ 2 GHz", "x86_64"), "host-x86_64");
  EXPECT_EQ(device_slug("cuda", "NVIDIA H200", "sm_90"), "nvidia-h200");
}

TEST(Environment, TellsTimeInUtc) {
  EXPECT_TRUE(
      std::regex_match(utc_now(), std::regex(R"(20\d\d-[01]\d-[0-3]\dT[0-2]\d:[0-5]\d:[0-6]\dZ)")))
      << utc_now();
}

TEST(Environment, KnowsTheMachine) {
  const Record::Host host = host_machine();
  EXPECT_GE(host.cores.value_or(0), 1u);
  EXPECT_GT(host.memory_bytes.value_or(0), std::uint64_t{1} << 28);
}

TEST(Environment, KnowsTheRevisionOrSaysThatItDoesNot) {
  const Record::Code code = built_code();
  EXPECT_EQ(code.revision.has_value(), code.dirty.has_value());
  if (code.revision) {
    EXPECT_TRUE(std::regex_match(*code.revision, std::regex("[0-9a-f]{40}")));
  }
}

}  // namespace
}  // namespace sphlab
