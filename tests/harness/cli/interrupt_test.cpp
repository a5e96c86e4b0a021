#include "harness/cli/interrupt.hpp"

#include <gtest/gtest.h>

#include <csignal>
#include <cstdint>

#include "harness/error.hpp"
#include "harness/interrupt.hpp"

namespace sphlab {
namespace {

TEST(InterruptWatch, TurnsTheFirstSignalIntoARequest) {
  const InterruptWatch watch;
  EXPECT_FALSE(stop_requested());
  EXPECT_NO_THROW(stop_if_requested());
  std::raise(SIGINT);
  EXPECT_TRUE(stop_requested());
  EXPECT_THROW(stop_if_requested(), Interrupted);
}

TEST(InterruptWatch, TellsWhatWasKept) {
  bool is_reached = false;
  try {
    until_interrupted("all is kept", [&] {
      stop_if_requested();
      std::raise(SIGTERM);
      stop_if_requested();
      is_reached = true;
    });
    FAIL() << "it was requested";
  } catch (const Error& error) {
    EXPECT_EQ(error.code, ExitCode::interrupted);
    EXPECT_STREQ(error.what(), "interrupted; all is kept");
  }
  EXPECT_FALSE(is_reached);
}

TEST(InterruptWatch, ForgetsTheRequestsOfAnEarlierWatch) {
  {
    const InterruptWatch watch;
    std::raise(SIGTERM);
  }
  const InterruptWatch watch;
  EXPECT_FALSE(stop_requested());
}

std::int64_t made_up_ns = 0;

std::int64_t made_up_clock() {
  return made_up_ns;
}

TEST(InterruptWatch, TakesTwoSignalsAtOnceForOneRequest) {
  const InterruptWatch watch(made_up_clock);
  std::raise(SIGINT);
  made_up_ns += 500'000'000;
  std::raise(SIGINT);
  EXPECT_THROW(stop_if_requested(), Interrupted);
}

TEST(InterruptWatchDeathTest, LetsASecondSignalKill) {
  EXPECT_EXIT(
      {
        const InterruptWatch watch(made_up_clock);
        std::raise(SIGINT);
        made_up_ns += 500'000'001;
        std::raise(SIGINT);
      },
      testing::KilledBySignal(SIGINT), "");
}

}  // namespace
}  // namespace sphlab
