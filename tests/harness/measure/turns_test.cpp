// Systems that take turns: toys, as the contenders of a campaign do.
#include "harness/measure/turns.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <exception>
#include <map>

#include "tests/harness/measure/toy_system.hpp"
#include "tests/support/made_up_energy.hpp"

namespace sphlab::test {
namespace {

struct ToyTaker : TurnTaker {
  ToyTaker(Runtime& runtime, std::string name, std::string duel = "")
      : name_(std::move(name)), duel_(std::move(duel)), toy(runtime) {}
  std::string label() const override { return name_; }
  std::string duel() const override { return duel_; }
  System& system() const override { return toy; }
  void begin() const override {
    toy.restore();
    if (fails) toy.numbers.clear();
  }

  std::string name_, duel_;
  mutable ToySystem toy;
  bool fails = false;
};

using Numbers = std::vector<std::uint64_t>;

class TurnsTest : public testing::Test {
 protected:
  TurnsTest() {
    policy_.warmup_cycles = 2;
    policy_.cycles_per_block = 1;
    policy_.blocks = 3;
    policy_.isolated_samples = 2;
    policy_.cache = {CacheMode::warm};
    policy_.stages_alone = {"decay"};
    policy_.asynchronous_calls = 4;
    policy_.asynchronous_samples = 2;
    policy_.run_steps = 7;
    policy_.energy_seconds = 0.01;
    policy_.energy_runs = 2;
  }

  Turns turns(std::vector<TurnTaker*> takers) {
    return {runtime_,
            policy_,
            std::move(takers),
            done_,
            counter_,
            {.attempt =
                 [](TurnTaker& taker, const std::function<void()>& turn) {
                   if (!taker.valid()) return;
                   try {
                     turn();
                   } catch (const std::exception& failure) {
                     taker.status = failure.what();
                   }
                 },
             .on_turn = [this](const std::string& what) { told_.push_back(what); },
             .on_done =
                 [this](WorkKind kind, double share, std::optional<double> seconds) {
                   (seconds ? share_done_ : share_left_out_)[kind] += share;
                 },
             .on_end = [this](WorkKind kind) { ended_.push_back(kind); },
             .on_round = [this] { ++rounds_; },
             .has_time = has_time_}};
  }

  Runtime runtime_{host_with_energy(), 0};
  ToyTaker first_{runtime_, "first"}, second_{runtime_, "second"};
  MeasuringPolicy policy_;
  RoundsDone done_;
  SampleCounter counter_;
  RandomGaps gaps_{1};
  std::vector<std::string> told_;
  std::map<WorkKind, double> share_done_, share_left_out_;
  std::vector<WorkKind> ended_;
  int rounds_ = 0;
  std::function<bool(WorkKind, std::uint64_t, std::uint64_t)> has_time_;
};

TEST_F(TurnsTest, BlocksAreShuffledPairsOfRoundsThatEachOpens) {
  EXPECT_EQ(turns({&first_, &second_}).sample_loop(gaps_), RoundsEnd::all);
  for (const ToyTaker* taker : {&first_, &second_}) {
    EXPECT_EQ(taker->samples.step.block, (Numbers{0, 1, 2, 3})) << "both halves of the last pair";
    EXPECT_EQ(taker->samples.load.block, (Numbers{0, 1, 2, 3}));
    EXPECT_EQ(taker->toy.restored, 4u + 1u) << "a block, and what an event costs";
    EXPECT_TRUE(taker->toy.gaps.empty());
    EXPECT_GT(taker->spent.sampling, 0);
  }
  ASSERT_EQ(told_.size(), 8u);
  for (std::size_t pair = 0; pair < 8; pair += 4) {
    EXPECT_EQ(told_[pair], told_[pair + 3]) << "ABBA";
    EXPECT_EQ(told_[pair + 1], told_[pair + 2]);
    EXPECT_NE(told_[pair], told_[pair + 1]);
  }
  EXPECT_EQ(done_.blocks, 4u);
  EXPECT_EQ(rounds_, 4);
  EXPECT_NEAR(share_done_[WorkKind::blocks], 1, 1e-12);
  EXPECT_EQ(ended_, std::vector<WorkKind>{WorkKind::blocks});
}

TEST_F(TurnsTest, RoundsOfAnEarlierSessionAreLeftOut) {
  done_.blocks = 3;
  turns({&first_, &second_}).sample_loop(gaps_);
  EXPECT_EQ(first_.samples.step.block, Numbers{3});
  EXPECT_NEAR(share_left_out_[WorkKind::blocks], 0.75, 1e-12);
  EXPECT_NEAR(share_done_[WorkKind::blocks], 0.25, 1e-12);
}

TEST_F(TurnsTest, BlocksEndEarlyWhereTheSpreadIsSmallEnough) {
  policy_.stop_relative_spread = 1e9;
  EXPECT_EQ(turns({&first_, &second_}).sample_loop(gaps_), RoundsEnd::little_spread);
  EXPECT_EQ(done_.blocks, 2u);
}

TEST_F(TurnsTest, RoundsEndWithTheTimeForAllAlike) {
  std::vector<std::uint64_t> asked;
  has_time_ = [&](WorkKind kind, std::uint64_t done, std::uint64_t wanted) {
    EXPECT_EQ(wanted, kind == WorkKind::blocks ? 4u : 2u);
    asked.push_back(done);
    return done < (kind == WorkKind::blocks ? 2 : 1);
  };
  Turns both = turns({&first_, &second_});
  EXPECT_EQ(both.sample_loop(gaps_), RoundsEnd::out_of_time);
  EXPECT_EQ(asked, (std::vector<std::uint64_t>{0, 2})) << "a pair is whole";
  both.sample_alone();
  for (const ToyTaker* taker : {&first_, &second_}) {
    EXPECT_EQ(taker->samples.step.block, (Numbers{0, 1}));
    EXPECT_EQ(taker->samples.warm.at("decay").block, Numbers{0});
  }
  EXPECT_EQ(done_.blocks, 2u);
  EXPECT_EQ(done_.stages_alone, 1u);
}

TEST_F(TurnsTest, EachBlockIsElsewhereInMemoryWhereThePolicySaysSo) {
  policy_.relocate = true;
  turns({&first_, &second_}).sample_loop(gaps_);
  EXPECT_EQ(first_.toy.gaps.size(), 4u);
  EXPECT_NE(first_.toy.gaps, second_.toy.gaps);
}

TEST_F(TurnsTest, TheSidesOfADuelFollowEachOtherDirectly) {
  ToyTaker base(runtime_, "base", "x"), candidate(runtime_, "candidate", "x");
  policy_.blocks = 10;
  turns({&base, &first_, &second_, &candidate}).sample_loop(gaps_);
  for (std::size_t round = 0; round < told_.size(); round += 4) {
    const auto place = [&](const char* name) {
      return std::find(told_.begin() + static_cast<std::ptrdiff_t>(round), told_.end(), name) -
             told_.begin();
    };
    EXPECT_EQ(std::abs(place("base") - place("candidate")), 1) << "round " << round / 4;
  }
}

TEST_F(TurnsTest, StagesAloneBeginBehindARebuildOfTheState) {
  turns({&first_, &second_}).sample_alone();
  EXPECT_EQ(first_.samples.warm.at("decay").block, (Numbers{0, 1}));
  EXPECT_EQ(first_.samples.asynchronous.at("decay").samples.block, (Numbers{0, 1}));
  EXPECT_EQ(first_.samples.load_alone.block, (Numbers{0, 1}));
  EXPECT_EQ(first_.samples.load_of_calls.block, (Numbers{0, 1}));
  EXPECT_EQ(first_.toy.restored, 4u);
  EXPECT_EQ(first_.toy.rebuilds, 1u) << "since it began for the last time";
  policy_.asynchronous_calls = 0;
  told_.clear();
  done_ = {};
  turns({&first_}).sample_alone();
  EXPECT_EQ(told_, (std::vector<std::string>(2, "stages alone: first")));
}

TEST_F(TurnsTest, RunsAndTheirEnergyAreCounted) {
  Turns both = turns({&first_, &second_});
  both.sample_runs();
  EXPECT_EQ(second_.samples.runs.samples.block, (Numbers{0, 1}));
  const std::optional<EnergySource> source = both.count_energy();
  ASSERT_TRUE(source.has_value());
  EXPECT_EQ(source->absent, "");
  EXPECT_GT(source->idle_power_w.value(), 0);
  EXPECT_EQ(second_.samples.energy.block, (Numbers{0, 1}));
  policy_.run_steps = 0;
  policy_.energy_seconds = 0;
  told_.clear();
  both.sample_runs();
  EXPECT_FALSE(both.count_energy().has_value());
  EXPECT_TRUE(told_.empty());
}

TEST_F(TurnsTest, ACounterThatFailsIsNamed) {
  Runtime broken(host_with_energy(CounterFault::back, 4), 0);
  Turns both(broken, policy_, {&first_}, done_, counter_,
             {.attempt = [](TurnTaker&, const std::function<void()>& turn) { turn(); },
              .on_turn = [](const std::string&) {},
              .on_done = [](WorkKind, double, std::optional<double>) {},
              .on_end = [](WorkKind) {},
              .on_round = [] {}});
  const std::optional<EnergySource> source = both.count_energy();
  ASSERT_TRUE(source.has_value());
  EXPECT_NE(source->absent, "");
  EXPECT_TRUE(first_.valid()) << "which is no fault of the system";
}

TEST_F(TurnsTest, WhatFailsInItsTurnTakesNoMore) {
  first_.status = "it was refused";
  second_.fails = true;
  ToyTaker third(runtime_, "third");
  Turns three = turns({&first_, &second_, &third});
  three.sample_loop(gaps_);
  EXPECT_EQ(second_.status, "nothing is left");
  EXPECT_EQ(second_.samples.step.block, Numbers{0}) << "and no more";
  EXPECT_EQ(third.samples.step.block, (Numbers{0, 1, 2, 3}));
  EXPECT_EQ(std::count(told_.begin(), told_.end(), "first"), 0);
}

}  // namespace
}  // namespace sphlab::test
