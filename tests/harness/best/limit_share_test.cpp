#include "harness/best/limit_share.hpp"

#include <gtest/gtest.h>

namespace sphlab {
namespace {

const LimitRates rates{"", {{"copy", 100.0}, {"fma", 1000.0}, {"l1", 500.0}, {"launch", 10.0}}};

Record measured(const char* stage, const char* scope, double seconds) {
  Record record;
  record.stage = stage;
  record.scope = scope;
  record.summary.median_s = seconds;
  return record;
}

/// A step of 10 s: forces twice a step, the reordering once.
std::vector<Record> step() {
  std::vector<Record> records{measured("step", "step", 10), measured("forces", "stage", 3),
                              measured("reorder", "stage", 2)};
  records[1].calls_per_step = 2;
  records[1].work.flops = 1000;   // 1 s
  records[1].work.bytes = 1000;   // 2 s, by the first cache
  records[2].work.bytes = 50;     // 0.5 s, by the memory
  records[2].kernels.resize(10);  // 1 s
  return records;
}

TEST(LimitShare, AddsUpTheLeastTimesOfTheStages) {
  EXPECT_DOUBLE_EQ(limit_share(step(), rates).value(), (2 * 2 + 1) / 10.0);
}

TEST(LimitShare, OtherScopesDoNotCount) {
  std::vector<Record> records = step();
  records.push_back(measured("forces", "kernel", 3));
  records.back().work.flops = 1e6;
  EXPECT_DOUBLE_EQ(limit_share(records, rates).value(), 0.5);
}

TEST(LimitShare, IsNotToldWhereTooMuchDeclaresNoWork) {
  std::vector<Record> records = step();
  records.push_back(measured("sort", "stage", 0.4));
  EXPECT_TRUE(limit_share(records, rates).has_value());
  records.back().summary.median_s = 0.6;
  EXPECT_FALSE(limit_share(records, rates).has_value());
  EXPECT_FALSE(limit_share({}, rates).has_value());
}

}  // namespace
}  // namespace sphlab
