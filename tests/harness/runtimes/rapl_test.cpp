// The host's energy counters, in made-up folders.
#include "harness/runtimes/rapl.hpp"

#include <gtest/gtest.h>

#include <filesystem>

#include "tests/support/mentions.hpp"
#include "tests/support/temporary_folder.hpp"

namespace sphlab {
namespace {

class Rapl : public testing::Test {
 protected:
  void zone(const std::string& folder, const std::string& name, const std::string& microjoules,
            const std::string& range = "1000000") const {
    std::filesystem::create_directories(zones_.path() / folder);
    zones_.write(folder + "/name", name + "\n");
    zones_.write(folder + "/max_energy_range_uj", range + "\n");
    count(folder, microjoules);
  }

  void count(const std::string& folder, const std::string& microjoules) const {
    zones_.write(folder + "/energy_uj", microjoules + "\n");
  }

  static EnergyReading read(RaplCounter& counter) {
    EnergyReading reading{};
    counter.read(&reading);
    return reading;
  }

  TemporaryFolder zones_;
};

TEST_F(Rapl, SumsThePackagesAndNothingElse) {
  zone("intel-rapl:0", "package-0", "100");
  zone("intel-rapl:1", "package-1", "1000");
  zone("intel-rapl:0:0", "core", "5");
  zone("intel-rapl:2", "psys", "5");
  zone("intel-rapl-mmio:0", "package-0", "5");
  RaplCounter counter(zones_.path());
  EXPECT_EQ(read(counter).microjoules, 0u) << "from where it was read first";
  count("intel-rapl:0", "130");
  count("intel-rapl:1", "1004");
  for (const char* other : {"intel-rapl:0:0", "intel-rapl:2", "intel-rapl-mmio:0"})
    count(other, "900000");
  const EnergyReading reading = read(counter);
  EXPECT_EQ(reading.microjoules, 34u);
  EXPECT_STREQ(reading.counter, "rapl-package");
  EXPECT_STREQ(reading.absent, "");
}

TEST_F(Rapl, UndoesAWrapAround) {
  zone("intel-rapl:0", "package-0", "999990");
  RaplCounter counter(zones_.path());
  count("intel-rapl:0", "20");
  EXPECT_EQ(read(counter).microjoules, 30u);
  count("intel-rapl:0", "50");
  EXPECT_EQ(read(counter).microjoules, 60u);
}

TEST_F(Rapl, RefusesToCallAnyStepBackAWrapAround) {
  zone("intel-rapl:0", "package-0", "2000000");
  RaplCounter counter(zones_.path());
  count("intel-rapl:0", "7");
  EXPECT_TRUE(mentions(read(counter).absent,
                       {"intel-rapl:0/energy_uj", "2000000", "back to 7", "max_energy_range_uj"}));
}

TEST_F(Rapl, TellsThatThereIsNoPackage) {
  zone("intel-rapl:0", "psys", "1");
  RaplCounter other(zones_.path());
  EXPECT_TRUE(mentions(read(other).absent, {zones_.path().string(), "no zone", "package"}));
  RaplCounter nowhere(zones_.path() / "nowhere");
  EXPECT_TRUE(mentions(read(nowhere).absent, {"nowhere", "no zone"}));
}

TEST_F(Rapl, NamesAFileThatCannotBeReadAndTheRemedy) {
  zone("intel-rapl:0", "package-0", "1");
  std::filesystem::remove(zones_.path() / "intel-rapl:0/energy_uj");
  RaplCounter counter(zones_.path());
  EXPECT_TRUE(mentions(read(counter).absent, {"intel-rapl:0/energy_uj may not be read", "chmod"}));
}

TEST_F(Rapl, NamesAFileThatHoldsNoNumber) {
  zone("intel-rapl:0", "package-0", "1");
  RaplCounter counter(zones_.path());
  count("intel-rapl:0", "many");
  EXPECT_TRUE(mentions(read(counter).absent, {"intel-rapl:0/energy_uj holds no number"}));
}

}  // namespace
}  // namespace sphlab
