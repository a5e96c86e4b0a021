#include "harness/cli/interrupt.hpp"

#include <gtest/gtest.h>

#include <csignal>

#include "harness/error.hpp"

namespace sphlab {
namespace {

TEST(InterruptWatch, TurnsTheFirstSignalIntoARequest) {
  const InterruptWatch watch;
  EXPECT_FALSE(InterruptWatch::requested());
  EXPECT_NO_THROW(InterruptWatch::stop_if_requested("all is kept"));
  std::raise(SIGINT);
  EXPECT_TRUE(InterruptWatch::requested());
  try {
    InterruptWatch::stop_if_requested("all is kept");
    FAIL() << "it was requested";
  } catch (const Error& error) {
    EXPECT_EQ(error.code, ExitCode::interrupted);
    EXPECT_STREQ(error.what(), "interrupted; all is kept");
  }
}

TEST(InterruptWatch, ForgetsTheRequestsOfAnEarlierWatch) {
  {
    const InterruptWatch watch;
    std::raise(SIGTERM);
  }
  const InterruptWatch watch;
  EXPECT_FALSE(InterruptWatch::requested());
}

TEST(InterruptWatchDeathTest, LetsTheSecondSignalKill) {
  EXPECT_EXIT(
      {
        const InterruptWatch watch;
        std::raise(SIGINT);
        std::raise(SIGINT);
      },
      testing::KilledBySignal(SIGINT), "");
}

}  // namespace
}  // namespace sphlab
