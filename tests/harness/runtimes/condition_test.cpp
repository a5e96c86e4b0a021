// Work that is only done where a flag in device memory is set: decided by the host, and by the
// device where its graphs can.
#include "tests/support/opened_runtime.hpp"

namespace sphlab {
namespace {

using Words = std::vector<std::uint32_t>;

class ConditionTest : public OpenedRuntime {};

constexpr std::uint32_t untouched = 0;
constexpr std::uint32_t touched = 0x11111111;

TEST_P(ConditionTest, TheHostDecidesByTheFlag) {
  DeviceBuffer<std::uint32_t> flag(runtime(), 1);
  DeviceBuffer<std::uint32_t> target(runtime(), 1);
  for (const std::uint32_t value : {0u, 1u, 0x80000000u}) {
    flag.upload({value});
    target.upload({untouched});
    runtime().enqueue_if(flag.data(), [&] { target.fill_bytes(0x11); });
    EXPECT_EQ(target.download(), Words{value == 0 ? untouched : touched}) << value;
  }
}

// The flag is set by work of the same graph, after it was captured and before the decision.
TEST_P(ConditionTest, TheDeviceDecidesInAGraph) {
  if (!runtime().has_conditions()) GTEST_SKIP() << "its graphs have no conditional nodes";
  DeviceBuffer<std::uint32_t> source(runtime(), 1);
  DeviceBuffer<std::uint32_t> flag(runtime(), 1);
  DeviceBuffer<std::uint32_t> target(runtime(), 1);
  DeviceBuffer<std::uint32_t> after(runtime(), 1);
  void* graph = runtime().capture([&] {
    flag.copy_from(source);
    runtime().enqueue_if(flag.data(), [&] { target.fill_bytes(0x11); });
    after.copy_from(target);  // what follows waits for what was decided
  });
  for (const std::uint32_t value : {0u, 1u, 0u, 2u}) {
    source.upload({value});
    target.upload({untouched});
    runtime().call(&RuntimeTable::graph_launch, "launch graph", graph);
    EXPECT_EQ(after.download(), Words{value == 0 ? untouched : touched}) << value;
  }
  runtime().call(&RuntimeTable::graph_destroy, "destroy graph", graph);
}

TEST_P(ConditionTest, AFailedCaptureLeavesNothingCaptured) {
  if (!runtime().has_graphs()) GTEST_SKIP() << "it has no graphs";
  DeviceBuffer<std::uint32_t> flag(runtime(), 1);
  flag.upload({1});
  EXPECT_THROW(runtime().capture([] { throw std::invalid_argument("on purpose"); }),
               std::invalid_argument);
  bool done = false;
  runtime().enqueue_if(flag.data(), [&] { done = true; });
  EXPECT_TRUE(done);
}

INSTANTIATE_TEST_SUITE_P(Runtimes, ConditionTest, testing::Values("host", "cuda", "hip"),
                         [](const auto& parameter) { return std::string(parameter.param); });

}  // namespace
}  // namespace sphlab
