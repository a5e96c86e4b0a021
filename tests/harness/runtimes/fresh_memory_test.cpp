#include "harness/runtimes/fresh_memory.hpp"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <numeric>

namespace sphlab {
namespace {

constexpr std::size_t many = std::size_t{5}
                             << 20;  // doubles: more than one thread is left alone with

TEST(FreshMemory, VectorsAreOfZeros) {
  for (const std::size_t count : {std::size_t{0}, std::size_t{7}, many}) {
    EXPECT_EQ(touched_vector<double>(count), std::vector<double>(count));
  }
}

TEST(FreshMemory, WhatAVectorHeldRemains) {
  std::vector<std::size_t> values(1000);
  std::iota(values.begin(), values.end(), 1);
  resize_touched(values, many);
  ASSERT_EQ(values.size(), many);
  EXPECT_EQ(std::accumulate(values.begin(), values.end(), std::size_t{0}), 500'500u);
  EXPECT_EQ(values[999], 1000u);
  const std::size_t* const memory = values.data();
  values.assign(many, 3);
  resize_touched(values, 10);
  resize_touched(values, many);
  EXPECT_EQ(values.data(), memory) << "where there is room it stays";
  EXPECT_EQ(std::count(values.begin(), values.end(), 3u), 10);
}

TEST(FreshMemory, EveryPageIsTouched) {
  const std::size_t page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  const std::size_t bytes = many * sizeof(double);
  void* const memory =
      mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(memory, MAP_FAILED);
  touch_pages(memory, bytes);
  std::vector<unsigned char> resident((bytes + page - 1) / page);
  EXPECT_EQ(mincore(memory, bytes, resident.data()), 0);
  EXPECT_TRUE(std::all_of(resident.begin(), resident.end(), [](auto r) { return (r & 1) == 1; }));
  munmap(memory, bytes);
}

}  // namespace
}  // namespace sphlab
