#include "harness/verify/checks_tasks.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <numeric>

#include "tests/harness/verify/states.hpp"

namespace sphlab {
namespace {

// Two cells along x, cut in two along each axis: 40 particles in the first, 20 of them in its first
// slab, and 6 in the second, in its last cube. Another one is lost.
class TasksCheck : public testing::Test {
 protected:
  TasksCheck() {
    for (int i = 0; i < 47; ++i) test::add_particle(state_.particles, ParticleType::fluid, 0, 0, 0);
    state_.grid = {{0, 0, 0}, 1, {2, 1, 1}, 2, 1, 2, nullptr, nullptr};
    state_.order = "perpendicular";
    state_.cell_begin = {0, 40, 46, 47};
    // cubes by slab x, column z, place y: 8 + 4 in column 0 of slab 0, 8 in column 1, and so on
    state_.tile_begin = {0, 8, 12, 20, 20, 30, 30, 40, 40, 40, 40, 40, 40, 40, 40, 40, 46, 47};
    tasks_.tasks = {
        {0, 0, 32, 1, 0, 1, 0, 1}, {0, 32, 8, 1, 0, 1, 0, 1}, {1, 40, 4, 0, 1, 1, 1, 1}};
    tasks_.sparse = {45, 44};
  }
  Check complete() const { return tasks_complete(state_, 46, tasks_); }
  Check ranges() const { return task_ranges_hold(state_, tasks_); }

  SortedState state_;
  DownloadedTasks tasks_;
};

TEST_F(TasksCheck, RightTasksPass) {
  EXPECT_TRUE(complete().passed) << complete().detail;
  EXPECT_TRUE(ranges().passed) << ranges().detail;
}

TEST_F(TasksCheck, EachLiveParticleIsToBeThereOnce) {
  struct Case {
    std::function<void(DownloadedTasks&)> change;
    const char* detail;
  };
  const Case cases[] = {
      {[](auto& t) { t.sparse.pop_back(); }, "particle 44 (fluid, id 44) is 0 times in a task"},
      {[](auto& t) { t.sparse.push_back(45); }, "particle 45 (fluid, id 45) is 2 times in a task"},
      {[](auto& t) { t.sparse.push_back(7); }, "particle 7 (fluid, id 7) is 2 times in a task"},
      {[](auto& t) { t.tasks[2].targets = 3; }, "particle 43 (fluid, id 43) is 0 times in a task"},
      {[](auto& t) { t.tasks[2].targets = 5; }, "particle 44 (fluid, id 44) is 2 times in a task"},
      {[](auto& t) { t.sparse.push_back(46); }, "particle 46 is not alive"}};
  const DownloadedTasks right = tasks_;
  for (const Case& one : cases) {
    tasks_ = right;
    one.change(tasks_);
    EXPECT_FALSE(complete().passed);
    EXPECT_EQ(complete().value, 1);
    EXPECT_EQ(complete().detail.find(one.detail), 0u) << complete().detail;
  }
}

TEST_F(TasksCheck, ATaskIsToBeOfOneCell) {
  tasks_.tasks[1].cell = 1;
  EXPECT_FALSE(complete().passed);
  EXPECT_EQ(complete().detail, "task 0 is merged with one that is not of its cell");
  tasks_.tasks[0].merged = tasks_.tasks[1].merged = 0;
  EXPECT_EQ(complete().detail,
            "task 1 has particles 32 to 39, which are not all of its cell at place 1");
  tasks_.tasks[1] = {0, 32, 12, 0, 0, 1, 0, 1};
  tasks_.tasks.pop_back();
  EXPECT_EQ(complete().detail,
            "task 1 has particles 32 to 43, which are not all of its cell at place 0");
  tasks_.tasks[1].cell = 2;
  EXPECT_EQ(complete().detail, "task 1 is of cell 2 of 2");
}

TEST_F(TasksCheck, ATaskIsToHaveATargetForSomeThreads) {
  tasks_.tasks[2].targets = 0;
  EXPECT_EQ(complete().detail, "task 2 has 0 targets");
  tasks_.tasks[0].targets = 33;
  EXPECT_EQ(complete().detail, "task 0 has 33 targets");
}

TEST_F(TasksCheck, MergedTasksAreToBeNeighboursFromAnEvenNumberOn) {
  tasks_.tasks[1].merged = 0;
  EXPECT_EQ(complete().detail, "task 0 is merged with one that is not of its cell");
  tasks_.tasks[0].merged = 0;
  EXPECT_TRUE(complete().passed);
  tasks_.tasks[2].merged = 1;  // the last of an odd number
  EXPECT_EQ(complete().detail, "task 2 is merged with one that is not of its cell");
}

TEST_F(TasksCheck, RangesAreToHoldAllTargets) {
  const DownloadedTasks right = tasks_;
  const std::function<void(Task&)> narrowed[] = {
      [](Task& t) { t.x_min = 1; }, [](Task& t) { t.x_max = 0; }, [](Task& t) { t.z_min = 1; },
      [](Task& t) { t.z_max = 0; }};
  const double lost[] = {20, 12, 22, 10};  // of the first 32
  for (std::size_t k = 0; k < 4; ++k) {
    tasks_ = right;
    narrowed[k](tasks_.tasks[0]);
    EXPECT_EQ(ranges().value, lost[k]) << k;
  }
  tasks_ = right;
  tasks_.tasks[2].z_max = tasks_.tasks[2].z_min = 0;
  EXPECT_EQ(ranges().detail,
            "particle 40 (fluid, id 40) lies in slab 1 and column 1, and task 2 has slabs 1 to 1 "
            "and columns 0 to 0");
}

TEST_F(TasksCheck, WhereNoCellIsCutThereIsNoRange) {
  state_.grid.tile = 1;
  state_.order = "linear";
  state_.tile_begin.clear();
  EXPECT_EQ(ranges().detail, "task 0 has a range, and no cell is cut");
  for (Task& task : tasks_.tasks) task.x_min = task.x_max = task.z_min = task.z_max = 0;
  EXPECT_TRUE(ranges().passed);
}

}  // namespace
}  // namespace sphlab
