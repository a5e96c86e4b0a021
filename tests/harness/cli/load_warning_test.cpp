#include "harness/cli/load_warning.hpp"

#include <gtest/gtest.h>

#include "tests/support/example_record.hpp"

namespace sphlab {
namespace {

Record step_with(std::vector<std::optional<double>> waited,
                 std::vector<std::optional<double>> stolen) {
  Record record = example_record("step");
  record.scope = "step";
  record.load = {{0, 1, 2}, {1.0, 1.0, 1.0}, std::move(waited), std::move(stolen)};
  return record;
}

TEST(LoadWarning, IsNotGivenOfAQuietMachine) {
  LoadWarning warning;
  warning.add(example_record());
  warning.add(step_with({0.01, std::nullopt, 0.04}, {0.0, std::nullopt, 0.01}));
  EXPECT_EQ(warning.text(), "");
}

TEST(LoadWarning, CountsBlocksThatLostTime) {
  LoadWarning warning;
  warning.add(step_with({0.01, 0.06, 0.5}, {0.0, 0.0, 0.25}));
  warning.add(step_with({0.0, 0.0, 0.0}, {0.0, 0.0, 0.051}));
  Record stage = step_with({0.9, 0.9, 0.9}, {0.0, 0.0, 0.0});
  stage.scope = "stage";
  warning.add(stage);
  EXPECT_EQ(warning.text(),
            "warning: the machine was busy: in 3 of 6 blocks a thread was without its processor "
            "for more than 5 % of the time (75 % in the worst); what that can explain is no "
            "difference of code");
}

}  // namespace
}  // namespace sphlab
