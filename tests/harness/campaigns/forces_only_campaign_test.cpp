// Forces alone on the device, in a campaign: against the oracle, and as records.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "harness/campaigns/replica.hpp"
#include "harness/error.hpp"
#include "harness/scenarios/json_document.hpp"
#include "harness/verify/status.hpp"
#include "harness/verify/verify.hpp"
#include "tests/support/campaign_records.hpp"
#include "tests/support/host_suite.hpp"
#include "tests/support/mentions.hpp"
#include "tests/support/packs.hpp"
#include "tests/support/small_scenarios.hpp"
#include "tests/support/temporary_folder.hpp"

namespace sphlab::test {
namespace {

SuiteVariant forces_of(const std::string& traversal) {
  SuiteVariant choice;
  choice.variant.stages["forces"] = {traversal, {{"block", 64}}};
  choice.variant.rebuild = RebuildPolicy{.interval = 1};
  choice.toolchains = {"simt-*"};
  return choice;
}

/// The smallest obstacle by a rung of the ladder: all of it, and the forces alone, on what stands
/// for the device.
Suite obstacle_suite(const std::string& host_toolchain) {
  Suite suite = host_suite("placement");
  suite.policy.cache = {CacheMode::loop, CacheMode::warm};
  suite.scenarios = {
      {"dam-break-obstacle", {{"micrometres_apart", 60000}}, {{0, {}}, {3, {}}}, suite.policy}};
  suite.variants = {forces_of("ranges-merged"), forces_of("ranges-merged")};
  suite.variants[1].variant.forces_only = ForcesOnly{host_toolchain};
  return suite;
}

/// The host runtime, which can be told to lose copies.
struct Lost {
  static inline bool uploads = false, downloads = false;
  static const RuntimeTable& table() {
    static const RuntimeTable losing = [] {
      RuntimeTable copy = host_runtime();
      copy.upload = [](OpenDevice* device, void* to, const void* from, std::size_t bytes) {
        return uploads ? 0 : host_runtime().upload(device, to, from, bytes);
      };
      copy.download = [](OpenDevice* device, void* to, const void* from, std::size_t bytes) {
        return downloads ? 0 : host_runtime().download(device, to, from, bytes);
      };
      return copy;
    }();
    return losing;
  }
};

std::string status_where(bool loses_uploads, bool loses_downloads) {
  const Scenario water = shipped("dam-break-obstacle", {{"micrometres_apart", 60000}});
  const RunnablePack cpu = pack_of("cpu-gcc");
  Variant variant = forces_of("ranges-merged").variant;
  variant.forces_only = ForcesOnly{cpu.toolchain()};
  Runtime device(Lost::table(), 0);
  Simulation partial(device, *pack_of("simt-w32").pack, water, variant, cpu.pack);
  partial.run_cycles(20);
  Lost::uploads = loses_uploads;
  Lost::downloads = loses_downloads;
  partial.restore(water.initial, 0, 0);
  std::vector<Check> checks;
  verify_state(partial, water, "initial", checks);
  if (!loses_uploads && !loses_downloads) verify_steps(partial, *cpu.pack, water, checks);
  Lost::uploads = Lost::downloads = false;
  return status_of(checks);
}

TEST(ForcesOnlyCampaign, LosesNoCopyUnseen) {
  EXPECT_EQ(status_where(false, false), "ok") << "steps of Verlet's scheme included";
  EXPECT_NE(status_where(true, false), "ok");
  EXPECT_NE(status_where(false, true), "ok");
}

TEST(ForcesOnlyCampaign, RecordsCopiesAndBothPacks) {
  const std::string host = pack_of("cpu-gcc").toolchain();
  const std::vector<Record> records = records_of(obstacle_suite(host));
  const JsonSchema schema(file_text(SPHLAB_SOURCE_DIR "/harness/records/record.schema.json"));
  std::set<std::string> ids;
  std::map<std::string, double> bytes;
  for (const Record& record : records) {
    SCOPED_TRACE(record.variant + " " + record.stage + " " + record.scope);
    const nlohmann::json json = to_json(record);
    EXPECT_NO_THROW(schema.check(json, record.stage));
    EXPECT_EQ(to_json(record_from_json(json)), json);
    EXPECT_EQ(record.validity.status, "ok");
    EXPECT_EQ(record.toolchain.name, "simt-w32");
    ids.insert(record.id);
    if (record.variant != "ranges-merged+every-1+forces-only") {
      EXPECT_FALSE(record.host_toolchain);
      continue;
    }
    EXPECT_EQ(record.host_toolchain.value().name, host);
    EXPECT_NE(record.scope, "kernel") << "no stage is measured alone";
    EXPECT_EQ(recorded_variant(record).forces_only.value().host_toolchain, host);
    if (record.scope == "stage") bytes[record.stage] = record.work.bytes.value_or(0);
    EXPECT_EQ(record.calls_per_step, 1);
    EXPECT_TRUE(record.load && record.runtime.openmp) << "the host has a part in it";
  }
  EXPECT_EQ(ids.size(), records.size()) << "ids must differ";
  const double n = static_cast<double>(records.front().scenario.particles);
  EXPECT_GT(bytes.at("upload"), n * (16 + 16 + 4 + 4)) << "and the table of the cells";
  EXPECT_EQ(bytes.at("download"), n * (16 + 4)) << "physics of the paper limits the step by pairs";
}

TEST(ForcesOnlyCampaign, RefusesAnAbsentPack) {
  try {
    records_of(obstacle_suite("cpu-gcc-1"));
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code, ExitCode::not_available);
    EXPECT_TRUE(mentions(error.what(), {"cpu-gcc-1", "host_toolchain"}));
  }
}

TEST(ForcesOnlyCampaign, RefusesACpuForTheForces) {
  Suite suite = obstacle_suite(pack_of("cpu-gcc").toolchain());
  suite.toolchains = {"cpu-gcc-*"};
  suite.variants.erase(suite.variants.begin());
  suite.variants[0].variant.stages["forces"] = {"omp-asymmetric", {}};
  suite.variants[0].toolchains.clear();
  try {
    records_of(suite);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code, ExitCode::not_available);
    EXPECT_TRUE(mentions(error.what(), {"is a CPU's", "Run on a GPU"}));
  }
}

}  // namespace
}  // namespace sphlab::test
