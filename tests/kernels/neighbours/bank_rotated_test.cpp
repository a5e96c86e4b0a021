// list-order/bank-rotated: the same neighbours as before, in an order in which neighbouring lanes
// read different columns as long as they have any left.
#include <gtest/gtest.h>

#include <algorithm>

#include "harness/stepping/list_formats.hpp"
#include "harness/stepping/simulation.hpp"
#include "tests/support/packs.hpp"
#include "tests/support/small_scenarios.hpp"

namespace sphlab::test {
namespace {

constexpr std::uint32_t columns = 8;

using Ids = std::vector<std::uint32_t>;

Ids section_of(const DownloadedList& list, std::uint32_t section, std::uint32_t particle) {
  Ids entries;
  for (std::uint32_t k = 0; list.entry(section, particle, k) != list_end; ++k)
    entries.push_back(list.entry(section, particle, k));
  return entries;
}

std::string reader_of(const std::string& format) {
  const bool unified = find_list_format(format).contents == ListContents::unified;
  return unified ? "list-monolithic" : "list-gather";
}

DownloadedList built(const RunnablePack& pack, const Scenario& scenario, const std::string& format,
                     bool ordered, std::uint32_t block = 64) {
  Variant variant = variant_of(reader_of(format));
  variant.list_format = format;
  variant.stages["list"].name = "per-particle";
  if (ordered) variant.stages["list-order"] = {"bank-rotated", {{"block", block}}};
  Simulation simulation(*pack.runtime, *pack.pack, scenario, variant);
  simulation.rebuild();
  simulation.check_overflow();
  return simulation.download_list();
}

/// Each entry is the first of what is left, in the order of its column's distance from the lane's.
void expect_rotated(Ids entries, std::uint32_t particle) {
  for (std::size_t k = 0; k < entries.size(); ++k) {
    const auto wanted = static_cast<std::uint32_t>(k + particle) % columns;
    const auto distance = [&](std::uint32_t entry) {
      return (entry % columns + columns - wanted) % columns;
    };
    const std::uint32_t nearest = distance(*std::min_element(
        entries.begin() + static_cast<std::ptrdiff_t>(k), entries.end(),
        [&](std::uint32_t a, std::uint32_t b) { return distance(a) < distance(b); }));
    ASSERT_EQ(distance(entries[k]), nearest) << "entry " << k << " of particle " << particle;
  }
}

/// In every pack of the host executor that is compiled for the format. Returns how many are.
int expect_rotated_lists(const Scenario& scenario, const std::string& format) {
  int packs = 0;
  for (const std::string& toolchain : executor_toolchains()) {
    SCOPED_TRACE(testing::Message() << toolchain << ' ' << format);
    const RunnablePack pack = pack_of(toolchain);
    const auto formats = formats_read(pack, scenario.physics, reader_of(format));
    if (std::find(formats.begin(), formats.end(), format) == formats.end()) continue;
    ++packs;
    const DownloadedList before = built(pack, scenario, format, false);
    const DownloadedList after = built(pack, scenario, format, true);
    for (std::uint32_t i = 0; i < scenario.particles(); ++i) {
      for (std::uint32_t section = 0; section < list_sections(after.format, after.types);
           ++section) {
        const Ids was = section_of(before, section, i);
        const Ids is = section_of(after, section, i);
        EXPECT_TRUE(std::is_permutation(is.begin(), is.end(), was.begin(), was.end())) << i;
        expect_rotated(is, i);
      }
    }
  }
  return packs;
}

TEST(BankRotated, OrdersEverySectionOfEveryFormatOfIndices) {
  Scenario scenario = water_scenario(random_particles(3, 14, 21), 3);
  scenario.list_capacity = 256;
  int lists = 0;
  for (const std::string& format : list_format_names()) {
    if (find_list_format(format).entry == ListEntry::index)
      lists += expect_rotated_lists(scenario, format);
  }
  EXPECT_GE(lists, 5) << "formats that the leanest matrix has";
}

// 255 neighbours and a marker are the most that a byte's ordinals tell apart.
TEST(BankRotated, OrdersTheLongestListItCanAndRefusesALongerOne) {
  ParticleState state;
  std::mt19937 generator(3);
  fill_cell(state, 0, 0, 0, 2, generator);
  for (int k = 0; k < 254; ++k)
    add_particle(state, ParticleType::fluid, 0.1f, 0.1f, quantum * static_cast<float>(k % 16));
  Scenario scenario = water_scenario(std::move(state), 1);
  scenario.list_capacity = 256;
  EXPECT_GE(expect_rotated_lists(scenario, "unified-interleaved"), 1);
  scenario.list_capacity = 264;
  try {
    built(pack_of("simt-w32"), scenario, "unified-interleaved", true);
    FAIL() << "ordinals beyond a byte are silent";
  } catch (const std::exception& refusal) {
    EXPECT_NE(std::string(refusal.what()).find("at most 256 slots"), std::string::npos)
        << refusal.what();
  }
}

TEST(BankRotated, RefusesABlockWhoseListsDoNotFitIntoSharedMemory) {
  Scenario scenario = water_scenario(random_particles(2, 6, 5), 2);
  scenario.list_capacity = 256;
  EXPECT_NO_THROW(built(pack_of("simt-w32"), scenario, "split-chunk-4", true, 128));
  try {
    built(pack_of("simt-w32"), scenario, "split-chunk-4", true, 256);
    FAIL() << "there is no room for 256 x 1280 bytes";
  } catch (const std::exception& refusal) {
    EXPECT_NE(std::string(refusal.what()).find("bytes of shared memory"), std::string::npos)
        << refusal.what();
  }
}

}  // namespace
}  // namespace sphlab::test
