// A pack whose every kernel fails at launch, as on a device that is gone.
#include <array>

#include "kernels/abi/layout.hpp"

namespace {

using sphlab::ConstantsKind;
using sphlab::mask_of;
using sphlab::ParticleType;
using sphlab::Stage;
using sphlab::StateSlot;

constexpr int failure_code = 719;

int failing_launch(const void*, const std::uint32_t*, void*) {
  return failure_code;
}

int describe(const void*, const std::uint32_t*, sphlab::KernelLaunch* kernels,
             std::uint32_t* count) {
  kernels[0] = {{nullptr, -1, -1, -1, -1, -1, -1.0f}, {}, 0};
  *count = 1;
  return 0;
}

constexpr sphlab::Strategy strategy(Stage stage, const char* name, const char* physics = "",
                                    ConstantsKind constants = ConstantsKind::none) {
  sphlab::Strategy one{};
  one.stage = stage;
  one.pass = stage == Stage::pass ? sphlab::forces_pass : "";
  one.name = name;
  one.physics = physics;
  one.list_format = sphlab::describe(stage).has_list ? sphlab::default_list_format : "";
  if (sphlab::describe(stage).has_list)
    one.types = mask_of(ParticleType::fluid) | mask_of(ParticleType::boundary);
  one.is_default = true;
  one.orders = sphlab::linear_order;
  one.reaches = 1u << 1;
  one.constants = constants;
  one.launch = failing_launch;
  one.describe = describe;
  return one;
}

constexpr std::array strategies{
    strategy(Stage::hash, "linear"),
    strategy(Stage::cells, "lower-bound"),
    strategy(Stage::reorder, "gather"),
    strategy(Stage::list, "per-particle"),
    strategy(Stage::pass, "list-gather", "lj-potential", ConstantsKind::lj_potential),
    strategy(Stage::pass, "list-gather", "wcsph-lj", ConstantsKind::wcsph),
    strategy(Stage::time_step, "block-reduce", "", ConstantsKind::wcsph),
    strategy(Stage::predict, "predictor-corrector", "wcsph-lj", ConstantsKind::wcsph),
    strategy(Stage::correct, "predictor-corrector", "wcsph-lj", ConstantsKind::wcsph),
};

constexpr std::array steps{
    sphlab::ProgramStep{Stage::pass, StateSlot::now, StateSlot::now, 1},
    sphlab::ProgramStep{Stage::time_step, StateSlot::now, StateSlot::now, 1},
    sphlab::ProgramStep{Stage::predict, StateSlot::now, StateSlot::midpoint, 1},
    sphlab::ProgramStep{Stage::pass, StateSlot::midpoint, StateSlot::midpoint, 1},
    sphlab::ProgramStep{Stage::correct, StateSlot::now, StateSlot::now, 1},
};
constexpr sphlab::SchemeDescription scheme = {"predictor-corrector", steps.data(), steps.size(),
                                              nullptr, 0};

constexpr sphlab::PassDescription forces_alone[] = {
    {sphlab::forces_pass, sphlab::PassKind::forces}};

constexpr sphlab::FormulationDescription formulation(const char* name, ConstantsKind constants,
                                                     sphlab::TypeMask targets) {
  sphlab::FormulationDescription one{};
  one.name = name;
  one.equations = name;
  one.smoothing_kernel = "wendland-c2";
  one.constants = constants;
  one.sources = mask_of(ParticleType::fluid) | mask_of(ParticleType::boundary);
  one.targets = targets;
  one.passes = forces_alone;
  one.pass_count = 1;
  one.integrates_density = constants == ConstantsKind::wcsph;
  return one;
}

constexpr std::array formulations{
    formulation("lj-potential", ConstantsKind::lj_potential,
                mask_of(ParticleType::fluid) | mask_of(ParticleType::boundary)),
    formulation("wcsph-lj", ConstantsKind::wcsph, mask_of(ParticleType::fluid)),
};

const char* never_unusable() {
  return nullptr;
}

const char* error_text(int) {
  return "unspecified launch failure (on purpose)";
}

}  // namespace

extern "C" const sphlab::KernelPack* sphlab_kernel_pack() {
  static const sphlab::KernelPack pack{
      .abi_version = sphlab::pack_abi_version,
      .layout = sphlab::layout_hash(),
      .built_with = "this build",
      .toolchain = "failing",
      .compiler = "no compiler",
      .host_compiler = "no compiler",
      .flags = "-O0",
      .runtime = "host",
      .architectures = "none",
      .fast_math = false,
      .fma = false,
      .warp_width = 32,
      .matrix = "push",
      .strategies = strategies.data(),
      .strategy_count = strategies.size(),
      .schemes = &scheme,
      .scheme_count = 1,
      .formulations = formulations.data(),
      .formulation_count = formulations.size(),
      .unusable = never_unusable,
      .error_text = error_text,
  };
  return &pack;
}
