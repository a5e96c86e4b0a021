// What a traversal declares where the constants of its physics state what a pair takes.
#define SPHLAB_WARP_WIDTH 32
#include "kernels/traversals/stated_work.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace sphlab {
namespace {

struct Stating {
  using Constants = LjPotentialConstants;
  static double flops_of_pair(const Constants& c) { return c.own[0]; }
};
struct Silent {
  using Constants = LjPotentialConstants;
};

/// Keeps what is declared.
struct Declared {
  std::vector<double> flops_per_pair;

  template <class Kernel, class... Arguments>
  int kernel(Kernel, const Launch& launch, const Arguments&...) {
    flops_per_pair.push_back(launch.work.flops_per_pair);
    return 0;
  }
  template <class Call>
  int primitive(Call&& call) {
    return call();
  }
  template <class Loop>
  int loop(const DeclaredWork& work, Loop&& loop) {
    flops_per_pair.push_back(work.flops_per_pair);
    loop();
    return 0;
  }
};

template <class Physics>
std::vector<double> declared_by() {
  const LjPotentialConstants constants{1, 0, 0, 0, {59}};
  PairArguments arguments{};
  arguments.constants = PhysicsConstants::of(constants);
  Declared run;
  bool called = false;
  EXPECT_EQ(declaring_stated<Physics>(arguments, run,
                                      [&](auto& declaring) {
                                        const Launch launch{1, 64};
                                        declaring.kernel(0, launch, 1);
                                        declaring.kernel(0, launch.with({.flops_per_pair = 18}), 1);
                                        declaring.loop({.flops_per_pair = 18},
                                                       [&] { called = true; });
                                        return declaring.primitive([] { return 7; });
                                      }),
            7);
  EXPECT_TRUE(called);
  return run.flops_per_pair;
}

TEST(StatedWork, IsDeclaredByWhatEvaluatesPairs) {
  EXPECT_EQ(declared_by<Stating>(), (std::vector<double>{0, 59, 59}));
}

TEST(StatedWork, IsThatOfTheTraversalWhereNoneIsStated) {
  EXPECT_EQ(declared_by<Silent>(), (std::vector<double>{0, 18, 18}));
}

}  // namespace
}  // namespace sphlab
