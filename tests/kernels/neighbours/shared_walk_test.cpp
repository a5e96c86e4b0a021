// Lanes that share the list of a particle: together they visit each neighbour once, in every
// format.
#define SPHLAB_WARP_WIDTH 32
#include "kernels/neighbours/shared_walk.cuh"

#include <gtest/gtest.h>

#include "tests/kernels/neighbours/list_by_hand.hpp"

namespace sphlab::test {
namespace {

constexpr unsigned warp = 32;
constexpr std::uint32_t nothing = 0;

/// What each lane of a warp was handed, in turn; `nothing` behind it.
struct Handed {
  std::uint32_t ids[warp][capacity];
  bool padded_with_itself = true;
};

/// @param first the lanes before it have no particle, those behind it share the one.
template <class Format, unsigned lanes, int width, class Group>
__global__ void walk(PairArguments a, unsigned first, Handed* handed) {
  const unsigned lane = threadIdx.x;
  unsigned count = 0;
  SharedWalks<lanes>::template visit<Format, width>(
      SectionsOf<Format, Group>{}, a, lane < first ? no_particle : particle,
      [&](const std::uint32_t(&neighbours)[width], int taken) {
        for (int k = 0; k < width; ++k) {
          if (k < taken && count < capacity) handed->ids[lane][count++] = neighbours[k];
          if (k >= taken && neighbours[k] != particle) handed->padded_with_itself = false;
        }
      });
}

/// The neighbours of a list in the order of batches that lanes take in turn.
template <unsigned lanes, int width>
Ids dealt_out(const Handed& handed, unsigned first_lane) {
  Ids all;
  for (unsigned k = 0; k < capacity; k += width) {
    for (unsigned lane = first_lane; lane < first_lane + lanes; ++lane) {
      for (unsigned n = k; n < k + width && n < capacity; ++n)
        if (handed.ids[lane][n] != nothing) all.push_back(handed.ids[lane][n]);
    }
  }
  return all;
}

template <class Format, unsigned lanes, int width, class Group>
void expect_each_once(const PairArguments& a, const Ids& neighbours) {
  SCOPED_TRACE(testing::Message() << lanes << " lanes, batches of " << width);
  constexpr unsigned without = 8;
  Handed handed{};
  ASSERT_EQ(gpu::launch(gpu::Cooperation::block, walk<Format, lanes, width, Group>, 1, warp, 0,
                        nullptr, a, without, &handed),
            0);
  EXPECT_TRUE(handed.padded_with_itself);
  for (unsigned lane = 0; lane < warp; lane += lanes) {
    const Ids found = dealt_out<lanes, width>(handed, lane);
    EXPECT_EQ(found, lane < without ? Ids{} : neighbours) << "from lane " << lane;
  }
}

template <ListContents contents, std::uint8_t chunk>
void expect_each_once_in(std::uint32_t fluid, std::uint32_t boundary) {
  using Format = InFormat<ListFormat{contents, chunk, ListEntry::index}, two_types>;
  SCOPED_TRACE(testing::Message() << "chunks of " << int{chunk} << ", " << fluid << " fluid, "
                                  << boundary << " boundary");
  constexpr int width = chunk > 4 ? 8 : 4;
  List<Format> list(fluid, boundary);
  const PairArguments a = list.arguments();
  // a section at a time: where one ends, and lanes begin anew, dealt_out() does not know
  expect_each_once<Format, 2, width, Fluid>(a, list.of(Fluid{}));
  expect_each_once<Format, 4, width, Fluid>(a, list.of(Fluid{}));
  expect_each_once<Format, 2, width, Boundary>(a, list.of(Boundary{}));
  expect_each_once<Format, 4, width, Boundary>(a, list.of(Boundary{}));
}

void expect_each_once_in_every_format(std::uint32_t fluid, std::uint32_t boundary) {
  expect_each_once_in<ListContents::split, 0>(fluid, boundary);
  expect_each_once_in<ListContents::split, 1>(fluid, boundary);
  expect_each_once_in<ListContents::split, 2>(fluid, boundary);
  expect_each_once_in<ListContents::split, 4>(fluid, boundary);
  expect_each_once_in<ListContents::split, 8>(fluid, boundary);
  expect_each_once_in<ListContents::separate, 4>(fluid, boundary);
}

TEST(SharedWalk, NoNeighbours) {
  expect_each_once_in_every_format(0, 0);
}

/// The marker stands at each place of a batch, of the first lane's and of the others'.
TEST(SharedWalk, AListOfEveryLength) {
  for (std::uint32_t fluid = 1; fluid < capacity - 1; ++fluid)
    expect_each_once_in_every_format(fluid, 0);
}

/// Both sections up to their markers: what lies beyond is of the other, or of nobody.
TEST(SharedWalk, AListThatIsExactlyFull) {
  for (std::uint32_t fluid = 0; fluid <= capacity - 2; ++fluid)
    expect_each_once_in_every_format(fluid, capacity - 2 - fluid);
}

}  // namespace
}  // namespace sphlab::test
