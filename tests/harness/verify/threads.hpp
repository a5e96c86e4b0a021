// Several threads, whatever the host has, and checks that must not tell how many there were.
#pragma once

#include <gtest/gtest.h>
#include <omp.h>

#include "harness/verify/check.hpp"

namespace sphlab::test {

/// More particles than one thread takes alone, and no multiple of the numbers of threads.
inline constexpr std::size_t many_particles = 40'007;

/// So many OpenMP threads; at the end as many as before.
class WithThreads {
 public:
  explicit WithThreads(int threads) { omp_set_num_threads(threads); }
  WithThreads(const WithThreads&) = delete;
  ~WithThreads() { omp_set_num_threads(before_); }

 private:
  int before_ = omp_get_max_threads();
};

inline void expect_same(const Check& check, const Check& expected) {
  EXPECT_EQ(check.name, expected.name);
  EXPECT_EQ(check.value, expected.value) << check.name;
  EXPECT_EQ(check.tolerance, expected.tolerance) << check.name;
  EXPECT_EQ(check.passed, expected.passed) << check.name;
  EXPECT_EQ(check.detail, expected.detail) << check.name;
  EXPECT_EQ(check.norm, expected.norm) << check.name;
}

/// The outcome of make_check() on one thread, which that on several must be the same as.
template <class MakeCheck>
Check on_any_threads(MakeCheck&& make_check) {
  const auto on = [&](int threads) {
    const WithThreads with(threads);
    return Check(make_check());
  };
  const Check expected = on(1);
  for (const int threads : {2, 3, 7}) {
    SCOPED_TRACE(threads);
    expect_same(on(threads), expected);
  }
  return expected;
}

}  // namespace sphlab::test
