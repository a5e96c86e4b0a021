// What list builders declare of their work: that of their format, and of the types they serve.
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <tuple>

#include "kernels/abi/list_format.hpp"
#include "tests/support/launches.hpp"
#include "tests/support/packs.hpp"

namespace sphlab::test {
namespace {

/// The work of a builder for a list of `types`.
DeclaredWork work_of(const Strategy& builder, TypeMask types) {
  InBox<ListArguments> a{};
  a.particles = 64;
  a.grid.count = 1;
  a.list.stride = 64;
  a.list.capacity = 64;
  a.types = types;
  const std::vector<KernelLaunch> kernels = launches_of(builder, &a);
  EXPECT_EQ(kernels.size(), 1u) << builder.name;
  return kernels.empty() ? DeclaredWork{} : kernels.front().work;
}

/// By name, list format and types.
using Works = std::map<std::tuple<std::string, std::string, TypeMask>, DeclaredWork>;

Works works_of_builders(const std::string& toolchain) {
  const KernelPack& pack = *pack_of(toolchain).pack->pack;
  Works works;
  for (std::uint32_t k = 0; k < pack.strategy_count; ++k) {
    const Strategy& strategy = pack.strategies[k];
    if (strategy.stage != Stage::list) continue;
    const TypeMask types = strategy.types == 0 ? list_type_sets[0] : strategy.types;
    works[{strategy.name, strategy.list_format, types}] = work_of(strategy, types);
  }
  return works;
}

/// Returns how many builders were compared: not every matrix has formats of both widths.
int expect_narrow_entries_to_cost_two_bytes_less(const std::string& toolchain) {
  const Works works = works_of_builders(toolchain);
  int compared = 0;
  for (const auto& [key, narrow] : works) {
    const auto& [name, format, types] = key;
    if (!format.ends_with("-16")) continue;
    const std::string suffix = format.ends_with("-cell-16") ? "-cell-16" : "-16";
    const auto wide = works.find({name, format.substr(0, format.size() - suffix.size()), types});
    if (wide == works.end()) continue;
    EXPECT_EQ(wide->second.bytes_per_pair - narrow.bytes_per_pair, 2) << name << " " << format;
    EXPECT_LT(narrow.bytes_per_particle, wide->second.bytes_per_particle) << name << " " << format;
    ++compared;
  }
  return compared;
}

TEST(DeclaredWork, OfABuilderIsThatOfItsEntries) {
  EXPECT_GT(expect_narrow_entries_to_cost_two_bytes_less("simt-w32") +
                expect_narrow_entries_to_cost_two_bytes_less("cpu-gcc"),
            0);
}

TEST(DeclaredWork, OfUnifiedListsAsksForNoTypes) {
  const Works works = works_of_builders("simt-w32");
  EXPECT_EQ(works.at({"per-particle", "unified-interleaved", 0b0011}).bytes_per_pair, 4);
  EXPECT_EQ(works.at({"per-particle", "split-interleaved", 0b0011}).bytes_per_pair, 4 + 4);
}

TEST(DeclaredWork, HasAnEndMarkerASection) {
  const Works works = works_of_builders("simt-w32");
  EXPECT_EQ(works.at({"per-particle", "unified-interleaved", 0b0011}).bytes_per_particle, 20 + 4);
  EXPECT_EQ(works.at({"per-particle", "split-interleaved", 0b1111}).bytes_per_particle, 20 + 16);
}

TEST(DeclaredWork, OfALoopATypeReadsTheTypeOfEveryCandidateOnce) {
  const Works works = works_of_builders("simt-w32");
  for (const TypeMask types : list_type_sets) {
    const DeclaredWork& work = works.at({"per-particle-by-type", "split-interleaved", types});
    EXPECT_EQ(work.flops_per_candidate, 8);
    EXPECT_EQ(work.bytes_per_candidate, 16 + 4);
    EXPECT_EQ(work.bytes_per_pair, 4);
  }
}

}  // namespace
}  // namespace sphlab::test
