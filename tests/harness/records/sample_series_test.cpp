#include "harness/records/sample_series.hpp"

#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>

#include "harness/records/content_hash.hpp"

namespace sphlab {
namespace {

using nlohmann::json;

/// A time of an event of so many ticks of 32 ns, as the CUDA runtime returns it.
double event_seconds(int ticks) {
  return static_cast<double>(static_cast<float>(ticks * 32 / 1e6)) * 1e-3;
}

class SampleSeries : public testing::Test {
 protected:
  json packed(const json& samples) {
    return pack_samples(samples, policy, [this](const std::string& kind, const json& content) {
      parts[kind].push_back(content);
      return content_hash(content);
    });
  }
  json unpacked(const json& row) const {
    return unpack_samples(
        row, policy,
        [this](const std::string& kind, const std::string&, const std::string&) -> const json& {
          return parts.at(kind).back();
        });
  }
  static json samples_of(const std::vector<double>& times) {
    json samples = {{"time_s", times}};
    for (std::size_t k = 0; k < times.size(); ++k) {
      samples["clock_mhz"].push_back(k == 1 ? json() : json(1980.0));
      samples["order"].push_back(100 + 10 * (k / 2) + k % 2);
      samples["block"].push_back(k / 2);
    }
    return samples;
  }

  json policy = {{"mark_cost_s", nullptr}, {"resolution_s", nullptr}};
  std::map<std::string, std::vector<json>> parts;
};

TEST_F(SampleSeries, WritesTimesOfEventsAsTicks) {
  const json samples = samples_of({event_seconds(1000), event_seconds(997), event_seconds(1003)});
  const json row = packed(samples);
  EXPECT_EQ(row.at("time").at("ticks"), "306");
  EXPECT_EQ(row.at("time").at("from"), 997);
  EXPECT_EQ(unpacked(row), samples) << "to the last bit";
}

TEST_F(SampleSeries, WritesTimesOfAHostAsNanoseconds) {
  for (const int per : {1, 10}) {
    policy["resolution_s"] = 1e-9 / per;
    const json samples = samples_of({2654647 / 1e9 / per, 1453456 / 1e9 / per});
    const json row = packed(samples);
    EXPECT_EQ(row.at("time").at("tick_ns"), 1);
    EXPECT_EQ(row.at("time").at("per"), per);
    EXPECT_EQ(row.at("time").at("from"), 1453456);
    EXPECT_EQ(unpacked(row), samples) << "to the last bit";
  }
}

TEST_F(SampleSeries, SaysOnceTheClockThatAllHave) {
  json samples = samples_of({1, 2, 3});
  samples["clock_mhz"] = json(3, 1980.0);
  json row = packed(samples);
  EXPECT_EQ(row.at("clock_mhz"), 1980.0);
  EXPECT_EQ(unpacked(row), samples);
  row["clock_mhz"] = {{1980.0, 3}};  // as in earlier files
  EXPECT_EQ(unpacked(row), samples);
}

TEST_F(SampleSeries, TakesTicksThatAreNumbers) {
  const json samples = samples_of({event_seconds(1000), event_seconds(997), event_seconds(1003)});
  json row = packed(samples);
  row["time"]["ticks"] = {3, 0, 6};
  EXPECT_EQ(unpacked(row), samples);
}

TEST_F(SampleSeries, SubtractsTheMarkAndDividesByTheSteps) {
  policy["mark_cost_s"] = 2.4469997733831413e-06;
  std::vector<double> times;
  for (const int ticks : {10, 75, 76, 700})
    times.push_back(event_seconds(ticks) - policy.at("mark_cost_s").get<double>());
  EXPECT_LT(times[0], 0);
  json row = packed(samples_of(times));
  EXPECT_TRUE(row.contains("time"));
  EXPECT_EQ(unpacked(row), samples_of(times));
  policy = {{"mark_cost_s", nullptr}, {"resolution_s", 32e-9 / 10}};
  for (double& time : times) time = event_seconds(static_cast<int>(time * 1e9) + 5000) / 10;
  row = packed(samples_of(times));
  EXPECT_EQ(row.at("time").at("per"), 10);
  EXPECT_EQ(unpacked(row), samples_of(times));
}

TEST_F(SampleSeries, LeavesOtherTimesAsTheyAre) {
  const json samples = samples_of({1e-3, 1.23456789012345e-3, -4e-9, 0});
  const json row = packed(samples);
  EXPECT_EQ(row.at("time_s"), samples.at("time_s"));
  EXPECT_EQ(unpacked(row), samples);
}

TEST_F(SampleSeries, SharesThePatternOfBlocks) {
  const json samples = samples_of({1, 2, 3, 4, 5, 6});
  const json row = packed(samples);
  EXPECT_FALSE(row.contains("order"));
  EXPECT_EQ(row.at("first"), 100);
  EXPECT_EQ(parts.at("turns").back(), json({{"block", {0, 1, 2}}, {"start", {0, 10, 20}}}));
  EXPECT_EQ(parts.at("within").back(), json({0, 1}));
  EXPECT_EQ(row.at("clock_mhz"), json({{1980.0, 1}, {nullptr, 1}, {1980.0, 4}}));
  EXPECT_EQ(unpacked(row), samples);
}

TEST_F(SampleSeries, WritesAnOrderWithoutAPatternOut) {
  json samples = samples_of({1, 2, 3, 4, 5});
  samples["order"][3] = 117;
  const json row = packed(samples);
  EXPECT_EQ(row.at("order"), samples.at("order"));
  EXPECT_EQ(unpacked(row), samples);
}

TEST_F(SampleSeries, MayBeEmpty) {
  const json samples = {{"time_s", json::array()},
                        {"clock_mhz", json::array()},
                        {"order", json::array()},
                        {"block", json::array()}};
  EXPECT_EQ(unpacked(packed(samples)), samples);
}

}  // namespace
}  // namespace sphlab
