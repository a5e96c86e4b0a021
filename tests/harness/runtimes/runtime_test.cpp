// Every runtime that is here: the host's always, a device's where its library and a device are.
#include "harness/runtimes/runtime.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <random>

#include "tests/support/opened_runtime.hpp"

namespace sphlab {
namespace {

using Words = std::vector<std::uint32_t>;

Words random_words(std::size_t count, std::uint32_t mask, unsigned seed) {
  std::mt19937 generator(seed);
  Words words(count);
  for (std::uint32_t& word : words) word = static_cast<std::uint32_t>(generator()) & mask;
  return words;
}

class RuntimeTest : public OpenedRuntime {
 protected:
  const RuntimeTable& table() { return runtime().table(); }

  DeviceBuffer<Words::value_type> uploaded(const Words& words) {
    DeviceBuffer<Words::value_type> buffer(runtime(), words.size());
    buffer.upload(words);
    return buffer;
  }

  DeviceBuffer<unsigned char> scratch(std::size_t count) {
    std::size_t bytes = 0;
    runtime().call(&RuntimeTable::scratch_bytes, "scratch", static_cast<std::uint32_t>(count),
                   &bytes);
    return {runtime(), bytes};
  }

  struct Pairs {
    Words keys, values;
  };
  Pairs sorted(const Words& keys, const Words& values, int key_bits) {
    const auto device_keys = uploaded(keys);
    const auto device_values = uploaded(values);
    const auto keys_alt = uploaded(keys);
    const auto values_alt = uploaded(values);
    const auto workspace = scratch(keys.size());
    runtime().call(&RuntimeTable::sort_pairs, "sort", workspace.data(), workspace.size(),
                   device_keys.data(), keys_alt.data(), device_values.data(), values_alt.data(),
                   static_cast<std::uint32_t>(keys.size()), key_bits);
    return {device_keys.download(), device_values.download()};
  }

  std::uint32_t largest(const Words& words) {
    const auto in = uploaded(words);
    const auto out = uploaded({12345});
    const auto workspace = scratch(words.size());
    runtime().call(&RuntimeTable::reduce_max, "reduce", workspace.data(), workspace.size(),
                   in.data(), out.data(), static_cast<std::uint32_t>(words.size()));
    return out.download().front();
  }
};

constexpr std::size_t sizes[] = {0, 1, 2, 1000, 100003};

// The values number the pairs: equal keys must leave them ascending.
TEST_P(RuntimeTest, SeesWhatIsWrittenRightBeforeOrBehindABuffer) {
  if (guard_bytes == 0) GTEST_SKIP() << "the address sanitizer sees it";
  for (const std::ptrdiff_t offset : {-1, 100, 101, 1000}) {
    DeviceBuffer<std::uint32_t> buffer(runtime(), 100);
    buffer.fill_bytes(0);
    EXPECT_TRUE(buffer.has_guards());
    const std::uint32_t word = 1;
    runtime().call(&RuntimeTable::upload, "upload", buffer.data() + offset, &word, sizeof word);
    EXPECT_FALSE(buffer.has_guards()) << offset;
    buffer.set_guards();
    EXPECT_TRUE(buffer.has_guards());
  }
}

TEST_P(RuntimeTest, SortsByTheLowBitsAndKeepsTheOrderOfEqualKeys) {
  for (const std::size_t count : sizes) {
    for (int key_bits = 1; key_bits <= 32; ++key_bits) {
      if (count > 1000 && key_bits % 8 != 1 && key_bits != 32) continue;
      SCOPED_TRACE(testing::Message() << count << " pairs, " << key_bits << " bits");
      const auto mask = static_cast<std::uint32_t>((std::uint64_t{1} << key_bits) - 1);
      const Words keys = random_words(count, mask, static_cast<unsigned>(key_bits));
      Words values(count);
      std::iota(values.begin(), values.end(), 0u);
      Words expected = values;
      std::stable_sort(expected.begin(), expected.end(),
                       [&](std::uint32_t a, std::uint32_t b) { return keys[a] < keys[b]; });
      const Pairs result = sorted(keys, values, key_bits);
      ASSERT_EQ(result.values, expected);
      for (std::size_t i = 0; i < count; ++i) ASSERT_EQ(result.keys[i], keys[expected[i]]);
    }
  }
}

TEST_P(RuntimeTest, SortIgnoresTheBitsAboveTheKey) {
  const Pairs result = sorted({0x81, 0x40, 0xf1, 0x00}, {0, 1, 2, 3}, 4);
  EXPECT_EQ(result.values, (Words{1, 3, 0, 2}));
  EXPECT_EQ(result.keys, (Words{0x40, 0x00, 0x81, 0xf1}));
}

TEST_P(RuntimeTest, ScansExclusively) {
  for (const std::size_t count : sizes) {
    SCOPED_TRACE(count);
    const Words words = random_words(count, 0xffff, 7);
    Words expected(count);
    std::uint32_t sum = 0;
    for (std::size_t i = 0; i < count; ++i) {
      expected[i] = sum;
      sum += words[i];
    }
    const auto in = uploaded(words);
    const auto workspace = scratch(count);
    const auto n = static_cast<std::uint32_t>(count);
    const DeviceBuffer<std::uint32_t> out(runtime(), count);
    runtime().call(&RuntimeTable::exclusive_scan, "scan", workspace.data(), workspace.size(),
                   in.data(), out.data(), n);
    EXPECT_EQ(out.download(), expected);
    runtime().call(&RuntimeTable::exclusive_scan, "scan in place", workspace.data(),
                   workspace.size(), in.data(), in.data(), n);
    EXPECT_EQ(in.download(), expected);
  }
}

TEST_P(RuntimeTest, ReducesToTheLargest) {
  EXPECT_EQ(largest({}), 0u) << "of nothing";
  EXPECT_EQ(largest({0}), 0u);
  EXPECT_EQ(largest({3, 0xffffffffu, 4}), 0xffffffffu);
  Words words = random_words(100003, 0xffff, 3);
  words.back() = 0x10000;
  EXPECT_EQ(largest(words), 0x10000u);
  words.back() = 0;
  words.front() = 0x80000000u;  // not negative
  EXPECT_EQ(largest(words), 0x80000000u);
}

TEST_P(RuntimeTest, FillsAndCopies) {
  DeviceBuffer<std::uint32_t> from(runtime(), 1001);
  DeviceBuffer<std::uint32_t> to(runtime(), 1001);
  from.fill_bytes(0xab);
  to.fill_bytes(0);
  EXPECT_EQ(to.download(), Words(1001, 0));
  to.copy_from(from);
  EXPECT_EQ(to.download(), Words(1001, 0xababababu));
  to.upload({1, 2});
  EXPECT_EQ(to.download(3), (Words{1, 2, 0xababababu}));
  EXPECT_EQ(from.download(1), Words{0xababababu});
}

TEST_P(RuntimeTest, RefusesWhatDoesNotFitIntoABuffer) {
  DeviceBuffer<std::uint32_t> small(runtime(), 2);
  const DeviceBuffer<std::uint32_t> large(runtime(), 3);
  EXPECT_THROW(small.upload({1, 2, 3}), std::length_error);
  EXPECT_THROW(small.download(3), std::length_error);
  EXPECT_THROW(small.copy_from(large), std::length_error);
}

TEST_P(RuntimeTest, RefusesMoreThanThereIsAndSaysHowMuchThatIs) {
  const std::size_t bytes = std::size_t{1} << 50;
  try {
    const DeviceBuffer<char> buffer(runtime(), bytes);
    FAIL() << "a petabyte was allocated";
  } catch (const OutOfMemory& refusal) {
    EXPECT_EQ(refusal.needed, bytes);
    EXPECT_GT(refusal.available, 0u);
    EXPECT_LT(refusal.available, bytes);
    const std::string text = refusal.what();
    EXPECT_NE(text.find("1125899906842624 bytes"), std::string::npos) << text;
  }
  DeviceBuffer<char> modest(runtime(), 1000);  // the refusal has broken nothing
  modest.fill_bytes(1);
  EXPECT_EQ(modest.download(1).front(), 1);
}

TEST_P(RuntimeTest, RefusesACountWhoseBytesNoNumberHolds) {
  const std::size_t count = std::numeric_limits<std::size_t>::max() / sizeof(double) + 2;
  EXPECT_THROW(DeviceBuffer<double>(runtime(), count), OutOfMemory);
}

TEST_P(RuntimeTest, MovesABufferWithoutCopyingOrLeakingIt) {
  DeviceBuffer<std::uint32_t> first = uploaded({1, 2, 3});
  const std::uint32_t* const data = first.data();
  DeviceBuffer<std::uint32_t> second(std::move(first));
  EXPECT_EQ(second.data(), data);
  EXPECT_EQ(second.bytes(), 12u);
  DeviceBuffer<std::uint32_t> third = uploaded({4});
  third = std::move(second);
  EXPECT_EQ(third.data(), data);
  EXPECT_EQ(third.download(), (Words{1, 2, 3}));
  const DeviceBuffer<std::uint32_t> empty;
  EXPECT_EQ(empty.data(), nullptr);
  EXPECT_EQ(empty.size(), 0u);
}

TEST_P(RuntimeTest, EventsFollowTheirOrder) {
  void* events[3] = {};
  DeviceBuffer<std::uint32_t> work(runtime(), 1 << 20);
  for (void*& event : events) {
    runtime().call(&RuntimeTable::event_create, "create event", &event);
    runtime().call(&RuntimeTable::event_record, "record event", event);
    work.fill_bytes(1);
  }
  runtime().synchronize();
  double seconds[3] = {};
  runtime().call(&RuntimeTable::event_seconds, "read event", events[0], events[1], &seconds[0]);
  runtime().call(&RuntimeTable::event_seconds, "read event", events[1], events[2], &seconds[1]);
  runtime().call(&RuntimeTable::event_seconds, "read event", events[0], events[2], &seconds[2]);
  for (void* event : events) runtime().call(&RuntimeTable::event_destroy, "destroy event", event);
  EXPECT_GT(seconds[0], 0);
  EXPECT_GT(seconds[1], 0);
  EXPECT_NEAR(seconds[2], seconds[0] + seconds[1], 2e-6);  // of a device event's resolution
}

TEST_P(RuntimeTest, AGraphRepeatsWhatWasCaptured) {
  if (!runtime().has_graphs()) GTEST_SKIP() << "this runtime has no graphs";
  DeviceBuffer<std::uint32_t> buffer(runtime(), 4);
  buffer.fill_bytes(0);
  void* graph = nullptr;
  runtime().call(&RuntimeTable::graph_begin, "begin");
  buffer.fill_bytes(1);
  runtime().call(&RuntimeTable::graph_end, "end", &graph);
  EXPECT_EQ(buffer.download(), Words(4, 0)) << "capturing must not execute";
  for (int replay = 0; replay < 2; ++replay) {
    buffer.fill_bytes(0);
    runtime().call(&RuntimeTable::graph_launch, "launch", graph);
    EXPECT_EQ(buffer.download(), Words(4, 0x01010101));
  }
  runtime().call(&RuntimeTable::graph_destroy, "destroy", graph);
}

TEST_P(RuntimeTest, FlushesTheCacheWithoutTouchingABuffer) {
  const auto buffer = uploaded({1, 2, 3});
  runtime().call(&RuntimeTable::flush_cache, "flush");
  runtime().call(&RuntimeTable::flush_cache, "flush again");
  EXPECT_EQ(buffer.download(), (Words{1, 2, 3}));
}

TEST_P(RuntimeTest, DescribesItsDevice) {
  const DeviceProperties device = runtime().properties();
  EXPECT_STRNE(device.name, "");
  EXPECT_STRNE(device.architecture, "");
  EXPECT_GT(device.compute_units, 0);
  EXPECT_GT(device.memory_free_bytes, 0u);
  EXPECT_LE(device.memory_free_bytes, device.memory_bytes);
}

TEST_P(RuntimeTest, OpensADeviceTwiceAndClosesOneWithoutTheOther) {
  DeviceBuffer<std::uint32_t> first(runtime(), 100003);
  {
    const Runtime again(table(), 0);
    if (!runtime().is_host()) {
      EXPECT_NE(again.stream(), runtime().stream());
    }
    Runtime third(table(), 0);
    DeviceBuffer<std::uint32_t> second(third, 100003);
    first.fill_bytes(1);
    second.fill_bytes(2);
    runtime().call(&RuntimeTable::flush_cache, "flush");
    third.call(&RuntimeTable::flush_cache, "flush");
    EXPECT_EQ(second.download(), Words(100003, 0x02020202));
  }
  EXPECT_EQ(first.download(), Words(100003, 0x01010101));
  first.fill_bytes(3);
  EXPECT_EQ(first.download(), Words(100003, 0x03030303));
  EXPECT_EQ(largest({1, 7, 2}), 7u);
}

TEST_P(RuntimeTest, RefusesADeviceThatIsNotThere) {
  int count = 0;
  runtime().check(table().device_count(&count), "count devices");
  EXPECT_GE(count, 1);
  try {
    const Runtime absent(table(), count);
    FAIL() << "device " << count << " of " << count;
  } catch (const DeviceError& error) {
    EXPECT_NE(std::string(error.what()).find("open device"), std::string::npos) << error.what();
  }
}

INSTANTIATE_TEST_SUITE_P(All, RuntimeTest, testing::Values("host", "cuda", "hip"),
                         [](const auto& instance) { return std::string(instance.param); });

}  // namespace
}  // namespace sphlab
