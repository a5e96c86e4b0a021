// Measurements of the host say with which OpenMP settings they ran, and what else the machine did.
#include <sys/prctl.h>

#include <atomic>
#include <csignal>
#include <cstdlib>
#include <thread>

#include "tests/end_to_end/workspace.hpp"
#include "tests/support/packs.hpp"

namespace sphlab {
namespace {

using nlohmann::json;

class BusyMachine : public Workspace {
 protected:
  /// The CPU pack of gcc, long enough a block to see what else runs.
  std::string cpu_suite() const {
    return suite([](json& document) {
      document["toolchains"] = {test::pack_of("cpu-gcc").toolchain()};
      document["scenarios"][0]["parameters"]["particles_per_depth"] = 12;
      document["scenarios"][0]["states"].erase(1);
      document["variants"] = {
          {{"forces", {{"name", "omp-asymmetric"}, {"tuning", json::object()}}}}};
      document["policy"]["cycles_per_block"] = 4;
      document["policy"]["isolated_samples"] = 0;
    });
  }
  std::vector<json> run(Finished* finished) const {
    *finished = sphlab({"run", cpu_suite(), "--output", path("records.jsonl")});
    return finished->ended_with(ExitCode::ok) ? records(path("records.jsonl"))
                                              : std::vector<json>{};
  }
};

/// Without the settings of ctest, and with them again when it ends.
class WithoutSettings {
 public:
  WithoutSettings() {
    if (const char* policy = std::getenv("OMP_WAIT_POLICY")) policy_ = policy;
    unsetenv("OMP_WAIT_POLICY");
  }
  ~WithoutSettings() {
    if (!policy_.empty()) setenv("OMP_WAIT_POLICY", policy_.c_str(), 1);
    unsetenv("OMP_NUM_THREADS");
  }

 private:
  std::string policy_;
};

/// Processes that compute all the time.
class Others {
 public:
  explicit Others(unsigned count) {
    for (unsigned k = 0; k < count; ++k) {
      const pid_t process = fork();
      if (process < 0) throw std::runtime_error("cannot fork");
      if (process == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);  // not beyond a test that crashes
        for (std::atomic<unsigned> turns = 0;; ++turns) {
        }
      }
      processes_.push_back(process);
    }
  }
  ~Others() {
    for (const pid_t process : processes_) {
      kill(process, SIGKILL);
      waitpid(process, nullptr, 0);
    }
  }
  Others(const Others&) = delete;
  Others& operator=(const Others&) = delete;

 private:
  std::vector<pid_t> processes_;
};

TEST_F(BusyMachine, IsMeasuredWithThreadsThatSleepWhileTheyWait) {
  const WithoutSettings without;
  Finished finished;
  const auto all = run(&finished);
  ASSERT_TRUE(succeeds(finished));
  ASSERT_FALSE(all.empty());
  const json& openmp = all[0].at("runtime").at("openmp");
  EXPECT_TRUE(mentions(openmp.at("environment"), {"OMP_DYNAMIC=false OMP_NUM_THREADS=",
                                                  "OMP_PROC_BIND=false OMP_WAIT_POLICY=passive"}));
  EXPECT_GE(openmp.at("threads"), 1);
  EXPECT_FALSE(openmp.at("processors").get<std::string>().empty());
}

TEST_F(BusyMachine, IsMeasuredWithTheSettingsOfTheUser) {
  const WithoutSettings without;
  setenv("OMP_NUM_THREADS", "1", 1);
  Finished finished;
  const auto all = run(&finished);
  ASSERT_TRUE(succeeds(finished));
  ASSERT_FALSE(all.empty());
  EXPECT_EQ(all[0].at("runtime").at("openmp").at("threads"), 1);
}

TEST_F(BusyMachine, IsSeenAndWarnedOf) {
  const Others others(std::thread::hardware_concurrency());
  Finished finished;
  const auto all = run(&finished);
  ASSERT_TRUE(succeeds(finished));
  ASSERT_FALSE(all.empty());
  for (const json& record : all) {
    const json& load = record.at("load");
    ASSERT_EQ(load.at("block"), json({0, 1}));
    if (load.at("waited").at(0).is_null()) GTEST_SKIP() << "this kernel does not count it";
    for (const json& waited : load.at("waited")) EXPECT_GT(waited, 0.05) << record.at("stage");
    for (const json& average : load.at("average")) EXPECT_GT(average, 0);
  }
  EXPECT_TRUE(mentions(finished.errors, {"warning: the machine was busy: in 2 of 2 blocks"}));
}

TEST_F(BusyMachine, LeavesTheBestUntold) {
  const Others others(std::thread::hardware_concurrency());
  const Finished finished =
      sphlab({"best", scenario(), "--exhaustive", "--missed", "100%", "--vary", "cell-sort",
              "--traversal", "omp-list", "--toolchain", "cpu-gcc-*", "--set",
              "particles_per_depth=8", "--json", "best.json"});
  ASSERT_TRUE(succeeds(finished));
  const json load = json::parse(file_text(path("best.json"))).at("load");
  if (load.at("largest_lost_share") == 0) GTEST_SKIP() << "this kernel does not count it";
  EXPECT_GT(load.at("busy_blocks"), 0);
  EXPECT_EQ(load.at("first_is_told"), false);
  EXPECT_TRUE(mentions(finished.output, {"the machine was busy", "cannot be told from this"}));
}

}  // namespace
}  // namespace sphlab
