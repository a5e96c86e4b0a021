// Forces alone on the device: no stage touches the memory of the other side.
#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "harness/runtimes/host_allocations.hpp"
#include "harness/stepping/simulation.hpp"
#include "tests/support/packs.hpp"
#include "tests/support/small_scenarios.hpp"
#include "tests/support/state_equality.hpp"

namespace sphlab::test {
namespace {

/// A device whose memory is told from that of the host runtime, which it otherwise is.
struct OtherDevice {
  static inline std::map<void*, std::size_t> allocated;
  static const RuntimeTable& table() {
    static const RuntimeTable other = [] {
      RuntimeTable copy = host_runtime();
      copy.allocate = [](OpenDevice*, void** device, std::size_t bytes) {
        *device = std::aligned_alloc(64, (bytes + 64) / 64 * 64);
        allocated[*device] = bytes;
        return 0;
      };
      copy.release = [](OpenDevice*, void* device) {
        allocated.erase(device);
        std::free(device);
        return 0;
      };
      return copy;
    }();
    return other;
  }
};

/// Memory with its bytes lost, until it is given back: who reads it meanwhile finds nonsense, and
/// what is written is lost.
class Scrambled {
 public:
  void take(char* begin, std::size_t bytes) {
    if (bytes == 0) return;
    kept_.emplace_back(begin, std::vector<char>(begin, begin + bytes));
    std::memset(begin, 0x5a, bytes);
  }
  void give_back() {
    for (const auto& [begin, bytes] : kept_) std::memcpy(begin, bytes.data(), bytes.size());
    kept_.clear();
  }

 private:
  std::vector<std::pair<char*, std::vector<char>>> kept_;
};

void take_host(Scrambled& scrambled) {
  for (const MemoryRange& range : host_allocations())
    scrambled.take(static_cast<char*>(const_cast<void*>(range.begin)), range.bytes);
}

void take_device(Scrambled& scrambled) {
  for (const auto& [begin, bytes] : OtherDevice::allocated)
    scrambled.take(static_cast<char*>(begin), bytes);
}

/// A cycle in which every stage finds the memory of the other side scrambled; copies find both.
void cycle_apart(Simulation& simulation) {
  const std::set<std::string> of_device = {"split-cells", "forces"};
  const std::set<std::string> copies = {"upload", "download"};
  Scrambled scrambled;
  simulation.marked_cycle([&](const char* stage) {
    scrambled.give_back();
    if (stage == nullptr || copies.contains(stage)) return;
    of_device.contains(stage) ? take_host(scrambled) : take_device(scrambled);
  });
}

TEST(SplitMemory, NoStageTouchesThatOfTheOtherSide) {
  Scenario water = adaptive_water();
  water.physics = "wcsph-dynamic";
  for (const std::string scheme : {"verlet", "symplectic"}) {
    water.scheme = scheme;
    for (const std::string traversal : {"cells-generic", "ranges-merged", "par-part-noloop"}) {
      for (const std::string order : {"linear", "morton"}) {
        if (order == "morton" && traversal != "par-part-noloop") continue;  // the ladder is linear
        SCOPED_TRACE(scheme + " " + traversal + " " + order);
        Variant variant = variant_of(traversal);
        variant.stages["hash"] = {order, {}};
        variant.rebuild = RebuildPolicy{.interval = 2};
        variant.forces_only = ForcesOnly{"cpu-gcc-12"};
        Runtime device(OtherDevice::table(), 0);
        Simulation simulation(device, *pack_of("simt-w32").pack, water, variant,
                              pack_of("cpu-gcc").pack);
        simulation.run_cycles(2);
        const ParticleState expected = simulation.download();
        simulation.restore(water.initial, 0, 0);
        for (int cycle = 0; cycle < 2; ++cycle) cycle_apart(simulation);
        expect_same_state(simulation.download(), expected);
      }
    }
  }
  EXPECT_TRUE(OtherDevice::allocated.empty()) << "all is given back";
}

}  // namespace
}  // namespace sphlab::test
