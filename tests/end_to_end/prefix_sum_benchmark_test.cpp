// The benchmark of prefix sums on the host executor: what it reports, and how it ends. That it
// times nothing on a machine without a GPU is asked of the devices' binaries where there is none.
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "harness/runtimes/runtime.hpp"
#include "kernels/numerics/prefix_sum_counts.hpp"
#include "tests/end_to_end/sphlab_process.hpp"

namespace sphlab {
namespace {

namespace fs = std::filesystem;

Finished run_benchmark(const std::string& device, const std::vector<std::string>& arguments,
                       const TemporaryFolder& folder) {
  return SphlabProcess(arguments, folder.path(), 0, "prefix-sum-benchmark-" + device).wait();
}

bool is_built(const std::string& device) {
  return fs::exists(fs::path(SPHLAB_BINARY_DIR) / "bin" / ("prefix-sum-benchmark-" + device));
}

class PrefixSumBenchmark : public testing::Test {
 protected:
  void SetUp() override {
    if (!is_built("simt")) GTEST_SKIP() << "built without Google Benchmark";
  }
  TemporaryFolder folder_;
};

TEST_F(PrefixSumBenchmark, ReportsEveryCaseWithItsCounts) {
  const Finished finished =
      run_benchmark("simt", {"--benchmark_filter=/(8|64)/", "--benchmark_out=sums.json"}, folder_);
  ASSERT_TRUE(finished.ended_with(ExitCode::ok)) << finished.errors;
  const auto report = nlohmann::json::parse(file_text(folder_.path() / "sums.json"));
  EXPECT_FALSE(report.at("context").at("device").get<std::string>().empty());
  std::set<std::string> names;
  for (const auto& row : report.at("benchmarks")) {
    const std::string name = row.at("name");
    SCOPED_TRACE(name);
    names.insert(name);
    EXPECT_GT(row.at("real_time").get<double>(), 0);
    EXPECT_EQ(row.at("time_unit"), "ns");
    EXPECT_EQ(row.at("block"), 32);
    const bool in_place = name.starts_with("in-place");
    const std::uint32_t length = name.find("/64/") != std::string::npos ? 64 : 8;
    EXPECT_EQ(row.at("synchronisations"),
              in_place ? in_place_synchronisations(length) : blelloch_synchronisations(length));
    EXPECT_EQ(row.at("updates"), in_place ? in_place_updates(length) : blelloch_updates(length));
    EXPECT_EQ(row.at("synchronisations_of_paper"),
              in_place ? paper_synchronisations(length) : paper_blelloch_synchronisations(length));
  }
  const std::string ending = "/block:32/iterations:20/manual_time";
  EXPECT_EQ(names, (std::set<std::string>{"in-place/8" + ending, "in-place/64" + ending,
                                          "blelloch/8" + ending, "blelloch/64" + ending}));
}

// Of all blocks and values, one sum is wrong; nothing is timed, whatever was asked for.
TEST_F(PrefixSumBenchmark, SeesAWrongSum) {
  const Finished finished =
      run_benchmark("wrong", {"--benchmark_filter=/8/", "--benchmark_out=sums.json"}, folder_);
  EXPECT_TRUE(finished.ended_with(ExitCode::verification)) << finished.errors;
  EXPECT_NE(finished.errors.find("in-place sums 64 values with 32 threads wrongly: 7 in place 63"),
            std::string::npos)
      << finished.errors;
  EXPECT_EQ(finished.output.find("manual_time"), std::string::npos) << finished.output;
}

TEST_F(PrefixSumBenchmark, RefusesWhatItDoesNotKnow) {
  const Finished finished = run_benchmark("simt", {"--length=8"}, folder_);
  EXPECT_TRUE(finished.ended_with(ExitCode::usage)) << finished.errors;
  EXPECT_NE(finished.errors.find("--length=8"), std::string::npos) << finished.errors;
}

TEST_F(PrefixSumBenchmark, TellsItsExitCodes) {
  const Finished finished = run_benchmark("simt", {"--help"}, folder_);
  EXPECT_TRUE(finished.ended_with(ExitCode::ok));
  EXPECT_NE(finished.output.find("exit codes"), std::string::npos) << finished.output;
}

TEST_F(PrefixSumBenchmark, SaysThatThereIsNoDevice) {
  std::vector<std::string> problems;
  const auto runtimes = load_runtimes({SPHLAB_BINARY_DIR "/lib"}, &problems);
  int without_device = 0;
  for (const std::string device : {"cuda", "hip"}) {
    const bool has_device = std::any_of(runtimes.begin(), runtimes.end(),
                                        [&](const auto* table) { return device == table->name; });
    if (!is_built(device) || has_device) continue;
    ++without_device;
    const Finished finished = run_benchmark(device, {}, folder_);
    EXPECT_TRUE(finished.ended_with(ExitCode::not_available)) << finished.errors;
    EXPECT_NE(finished.errors.find("there is no " + device + " device"), std::string::npos)
        << finished.errors;
  }
  if (without_device == 0) GTEST_SKIP() << "every device that this build is for is there";
}

}  // namespace
}  // namespace sphlab
