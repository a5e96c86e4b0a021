// What a request costs, by hand.
#include "kernels/counting/request.hpp"

#include <gtest/gtest.h>

#include <functional>

namespace sphlab::gpu::simt::counting {
namespace {

constexpr Lanes all = ~Lanes{0};

Request request(AccessKind kind, unsigned bytes, const std::function<std::uint64_t(unsigned)>& at,
                Lanes lanes = all) {
  Request made{kind, bytes, lanes, {}};
  for (unsigned lane = 0; lane < lanes_a_warp; ++lane) made.address[lane] = at(lane);
  return made;
}

std::uint64_t wavefronts(AccessKind kind, unsigned bytes,
                         const std::function<std::uint64_t(unsigned)>& at, Lanes lanes = all) {
  return counts_of(request(kind, bytes, at, lanes)).wavefronts;
}

TEST(Request, LanesThatAreNotActiveTouchNothing) {
  const RequestCounts counts = counts_of(request(
      AccessKind::global_load, 4, [](unsigned lane) { return 128 * lane; }, Lanes{0b101}));
  EXPECT_EQ(counts.lanes, 2u);
  EXPECT_EQ(counts.sectors, 2u);
  EXPECT_EQ(counts.lines, 2u);
  EXPECT_EQ(counts.bytes, 8u);
}

TEST(Request, SectorsOfOneLineAreCountedApart) {
  const RequestCounts counts =
      counts_of(request(AccessKind::global_store, 4, [](unsigned lane) { return lane % 4 * 32; }));
  EXPECT_EQ(counts.sectors, 4u);
  EXPECT_EQ(counts.lines, 1u);
}

TEST(Request, BytesOfOneWordShareATurn) {
  EXPECT_EQ(wavefronts(AccessKind::shared_load, 1, [](unsigned lane) { return lane; }), 1u);
  EXPECT_EQ(wavefronts(AccessKind::shared_load, 1, [](unsigned lane) { return 128 * lane; }), 32u);
}

TEST(Request, SixteenBytesConflictWithinAQuarter) {
  // every second float4: the eight lanes of a quarter need each bank twice
  EXPECT_EQ(wavefronts(AccessKind::shared_load, 16, [](unsigned lane) { return 32 * lane; }), 8u);
}

TEST(Request, OnlyQuartersWithActiveLanesTakeATurn) {
  const auto one_after_another = [](unsigned lane) { return 16 * lane; };
  EXPECT_EQ(wavefronts(AccessKind::shared_load, 16, one_after_another, Lanes{0x000000ff}), 1u);
  EXPECT_EQ(wavefronts(AccessKind::shared_load, 16, one_after_another, Lanes{0x00ff00ff}), 2u);
}

TEST(Request, NeighboursThatAskForTheSameHalveTheTurns) {
  const auto in_pairs = [](unsigned lane) { return lane / 2 * 16; };
  const auto crossed = [](unsigned lane) { return (lane / 4 * 2 + lane % 2) * 16; };
  const auto in_fours = [](unsigned lane) { return lane % 4 * 16; };
  EXPECT_EQ(wavefronts(AccessKind::shared_load, 16, in_pairs), 2u);
  EXPECT_EQ(wavefronts(AccessKind::shared_load, 16, crossed), 2u);
  EXPECT_EQ(wavefronts(AccessKind::shared_load, 16, in_fours), 4u);
  EXPECT_EQ(wavefronts(AccessKind::shared_store, 16, in_pairs), 4u);
}

TEST(Request, AtomicOperationsOnOneWordTakeTurns) {
  const auto in_eights = [](unsigned lane) { return lane / 8 * 4; };
  EXPECT_EQ(wavefronts(AccessKind::shared_atomic, 4, in_eights), 8u);
  EXPECT_EQ(wavefronts(AccessKind::shared_store, 4, in_eights), 1u);
}

}  // namespace
}  // namespace sphlab::gpu::simt::counting
