// The table of a run's arrays: what their bytes are, who fits into whose, and what begins as zero.
#include "harness/stepping/particle_buffers.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

namespace sphlab::test {
namespace {

BufferSizes some_sizes() {
  BufferSizes sizes{};
  sizes.particles = 10;
  sizes.cells = 29;
  sizes.scratch = 100;
  sizes.fields = {1, 4};
  sizes.rates = {0, 4};
  sizes.arrays = {2};
  sizes.approach_rates = 10;
  sizes.workspaces = {64, 0};
  return sizes;
}

std::size_t bytes_called(const BufferSizes& sizes, const std::string& name) {
  std::size_t bytes = 0;
  for (const ArrayRow& row : sizes.rows()) bytes += row.shape.name == name ? row.bytes() : 0;
  return bytes;
}

TEST(ArrayTable, BytesAreToldByPlaceAndOfEachAtLeast) {
  const std::vector<ArrayRow> rows = {
      {{"a", 3}, 4}, {{"none", 0}, 4}, {{"b", 5, ArrayPlace::passes}, 1}};
  EXPECT_EQ(bytes_of(rows, ArrayPlace::loop), 12u);
  EXPECT_EQ(bytes_of(rows, ArrayPlace::passes), 5u);
  EXPECT_EQ(bytes_of(rows), 17u);
  EXPECT_EQ(bytes_of(rows, 8), 12u + 8u + 8u);
}

TEST(BufferSizes, HaveARowForEachArray) {
  const BufferSizes sizes = some_sizes();
  EXPECT_EQ(bytes_called(sizes, "positions"), 2u * 10 * 16);
  EXPECT_EQ(bytes_called(sizes, "fields"), 2u * 10 * (1 + 4) * 4);
  EXPECT_EQ(bytes_called(sizes, "rates of fields"), 10u * 4 * 4);
  EXPECT_EQ(bytes_called(sizes, "cell offsets"), 29u * 4);
  EXPECT_EQ(bytes_called(sizes, "keys of cells"), 0u) << "no cell is cut";
  EXPECT_EQ(bytes_of(sizes.rows(), ArrayPlace::passes), 64u);
}

TEST(BufferSizes, FitWhereAllIsAsLargeAndWorkspacesAreInPart) {
  const BufferSizes sizes = some_sizes();
  EXPECT_TRUE(sizes.fit(sizes));
  BufferSizes other = sizes;
  other.workspaces = {128, 0};
  EXPECT_TRUE(sizes.fit(other));
  EXPECT_FALSE(other.fit(sizes));
  for (std::size_t BufferSizes::*size : {&BufferSizes::scratch, &BufferSizes::ranks,
                                         &BufferSizes::built, &BufferSizes::approach_rates}) {
    BufferSizes larger = sizes;
    ++(larger.*size);
    EXPECT_FALSE(sizes.fit(larger));
    EXPECT_FALSE(larger.fit(sizes));
  }
  BufferSizes cut = sizes;  // as many offsets, of other things
  --cut.cells;
  ++cut.tiles;
  EXPECT_FALSE(sizes.fit(cut));
  BufferSizes more = sizes;
  more.arrays.push_back(1);
  EXPECT_FALSE(sizes.fit(more));
}

TEST(ParticleBuffers, ClearWhatBeginsAsZeroAndNothingElse) {
  Runtime runtime(host_runtime(), 0);
  ParticleBuffers buffers(runtime, some_sizes(), runtime);
  const auto fill = [](auto& array) { array.fill_bytes(1); };
  fill(buffers.rate);
  fill(buffers.field_rates[1]);
  fill(buffers.arrays[0]);
  fill(buffers.potential);
  buffers.clear();
  const auto is_zero = [](const auto& array) {
    const auto values = array.download();
    const auto* bytes = reinterpret_cast<const char*>(values.data());
    return std::all_of(bytes, bytes + array.bytes(), [](char byte) { return byte == 0; });
  };
  EXPECT_TRUE(is_zero(buffers.rate));
  EXPECT_TRUE(is_zero(buffers.field_rates[1]));
  EXPECT_TRUE(is_zero(buffers.arrays[0]));
  EXPECT_FALSE(is_zero(buffers.potential));
}

TEST(ParticleBuffers, AnArrayThatWasOverrunIsNamedOnce) {
  if (guard_bytes == 0) GTEST_SKIP() << "the address sanitizer sees more";
  Runtime runtime(host_runtime(), 0);
  ParticleBuffers buffers(runtime, some_sizes(), runtime);
  EXPECT_EQ(buffers.overrun(), "");
  buffers.workspaces[0].data()[64] = std::byte{7};
  EXPECT_EQ(buffers.overrun(), "workspaces");
  EXPECT_EQ(buffers.overrun(), "") << "its guards are set anew";
}

}  // namespace
}  // namespace sphlab::test
