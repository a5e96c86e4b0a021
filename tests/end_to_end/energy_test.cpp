// The energy of steps from the command line, by processor packages that are made up.
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <thread>

#include "tests/end_to_end/workspace.hpp"

namespace sphlab {
namespace {

using nlohmann::json;

constexpr double power_w = 60;

/// A package that draws power_w, for as long as it lives.
class MadeUpPackage {
 public:
  explicit MadeUpPackage(const std::filesystem::path& zones) : zone_(zones / "intel-rapl:0") {
    std::filesystem::create_directories(zone_);
    std::ofstream(zone_ / "name") << "package-0\n";
    std::ofstream(zone_ / "max_energy_range_uj") << "65000000000\n";
    count();
    counting_ = std::thread([this] {
      while (!ends_) {
        count();
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
      }
    });
  }
  MadeUpPackage(const MadeUpPackage&) = delete;
  MadeUpPackage& operator=(const MadeUpPackage&) = delete;
  ~MadeUpPackage() {
    ends_ = true;
    counting_.join();
  }

 private:
  /// Whoever reads the file meanwhile finds all of a number.
  void count() const {
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin_;
    std::ofstream(zone_ / "next") << static_cast<std::uint64_t>(1e6 * power_w * elapsed.count())
                                  << "\n";
    std::filesystem::rename(zone_ / "next", zone_ / "energy_uj");
  }

  std::filesystem::path zone_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  std::atomic<bool> ends_ = false;
  std::thread counting_;
};

class Energy : public Workspace {
 protected:
  Energy() { setenv("SPHLAB_POWERCAP", path("zones").c_str(), 1); }
  ~Energy() override { unsetenv("SPHLAB_POWERCAP"); }

  /// A suite of one variant that asks for short runs.
  std::string suite_for_energy() const {
    return suite([](json& document) {
      leave_least(document);
      document["policy"]["energy_seconds"] = 0.02;
      document["policy"]["energy_runs"] = 2;
    });
  }

  static json energy_of_step(const std::string& file) {
    for (const json& record : records(file)) {
      if (record.at("scope") == "step") return record.value("energy", json());
    }
    return nullptr;
  }
};

TEST_F(Energy, OfASuiteIsInTheRecordsAndTheTable) {
  const MadeUpPackage package(path("zones"));
  const Finished run = sphlab({"run", suite_for_energy(), "--output", "a.jsonl"});
  ASSERT_TRUE(succeeds(run));
  EXPECT_TRUE(mentions(run.output, {"J/M", "joules per million particle steps"}));
  const json energy = energy_of_step(path("a.jsonl"));
  EXPECT_EQ(energy.at("counter"), "rapl-package");
  EXPECT_GT(energy.at("power_w"), 0) << "which one tells the test of the meter";
  EXPECT_EQ(energy.at("samples").at("joules").size(), 2u);
}

TEST_F(Energy, ASuiteGoesOnWithoutACounterAndTellsWhy) {
  const Finished run = sphlab({"run", suite_for_energy(), "--output", "a.jsonl"});
  ASSERT_TRUE(succeeds(run));
  EXPECT_TRUE(mentions(run.errors, {"no energy is measured", "zones has no zone"}));
  EXPECT_EQ(run.output.find("J/M"), std::string::npos);
  EXPECT_TRUE(mentions(energy_of_step(path("a.jsonl")).at("absent"), {"zones has no zone"}));
}

TEST_F(Energy, ThatIsAskedForNeedsACounter) {
  EXPECT_TRUE(fails(sphlab({"run", suite(), "--energy", "1s", "--output", "a.jsonl"}),
                    ExitCode::not_available, {"rapl-package can count no energy", "no zone"}));
  EXPECT_FALSE(std::filesystem::exists(path("a.jsonl")));
  EXPECT_TRUE(fails(sphlab({"best", scenario(), "--for", "energy", "--toolchain", toolchain}),
                    ExitCode::not_available, {"rapl-package can count no energy", "no zone"}));
}

TEST_F(Energy, OptionsThatMakeNoSenseAreRefused) {
  const std::string suite = suite_for_energy();
  EXPECT_TRUE(fails(sphlab({"run", suite, "--energy", "0s"}), ExitCode::usage, {"above 0"}));
  EXPECT_TRUE(fails(sphlab({"run", suite, "--energy", "2min"}), ExitCode::usage, {"at most 60s"}));
  EXPECT_TRUE(
      fails(sphlab({"best", scenario(), "--for", "joules"}), ExitCode::usage, {"--for", "joules"}));
  const MadeUpPackage package(path("zones"));
  EXPECT_TRUE(fails(sphlab({"best", scenario(), "--for", "energy", "--budget", "3s"}),
                    ExitCode::usage, {"too small to count the energy", "--budget 27s"}));
}

TEST_F(Energy, IsWhatBestRanksByWhereItIsAskedTo) {
  const MadeUpPackage package(path("zones"));
  const Finished found = sphlab({"best", scenario(), "--for", "energy", "--exhaustive", "--missed",
                                 "100%", "--vary", "cell-sort", "--traversal", "omp-list",
                                 "--toolchain", "cpu-gcc-*", "--top", "2", "--json", "best.json"});
  ASSERT_TRUE(succeeds(found));
  EXPECT_TRUE(
      mentions(found.output, {"J/M", "joules per million particle steps, by rapl-package"}));
  const json answer = json::parse(file_text(path("best.json")));
  EXPECT_EQ(answer.at("objective"), "energy");
  const json& ranking = answer.at("ranking");
  ASSERT_EQ(ranking.size(), 2u);
  double last = 0;
  for (const json& ranked : ranking) {
    const double joules = ranked.at("energy").at("joules_per_step");
    EXPECT_GE(joules, last);
    last = joules;
    EXPECT_EQ(ranked.at("energy").at("runs"), 6);
    EXPECT_EQ(ranked.at("ties_with_first"),
              ranked.at("rank") > 1 && ranked.at("ratio_to_first").at("low") <= 1);
  }
}

}  // namespace
}  // namespace sphlab
