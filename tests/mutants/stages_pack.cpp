// Wrong stages other than the passes: the pack simt-w32 with one strategy that does otherwise than
// it should. Each row of the table is a pack of its own, called by the row, since a variant has no
// say in what advances its particles.
#include <algorithm>
#include <bit>
#include <string>

#include "tests/test_packs/altered_pack.hpp"

namespace sphlab::test {
namespace {

template <class Arguments>
const Arguments& of(const void* arguments) {
  return *static_cast<const Arguments*>(arguments);
}

/// Raises the maxima that limit a step to those of the second half of the particles.
void raise_to_second_half(const StepForceArguments& a) {
  const auto& constants = *static_cast<const WcsphConstants*>(a.constants.data);
  Clock& clock = *a.time_step.clock;
  const auto raise = [](std::uint32_t& maximum, float value) {
    maximum = std::max(maximum, std::bit_cast<std::uint32_t>(value));
  };
  for (std::uint32_t i = *a.time_step.live / 2; i < *a.time_step.live; ++i) {
    const float4 rate = a.rate[i];
    const float ratio = 1 + a.state.velocity[i].w;
    raise(clock.max_acceleration2, rate.x * rate.x + rate.y * rate.y + rate.z * rate.z);
    raise(clock.max_signal_speed, constants.sound_speed * ratio * ratio * ratio);
  }
}

struct Row {
  const char* name;
  Stage stage;
  const char* strategy;
  Launch launch;
};

constexpr Row table[] = {
    {"cell-offsets-one-short", Stage::cells, "lower-bound",
     [](const void* arguments, const std::uint32_t* tuning, void* stream) {
       const int code = original_launch(arguments, tuning, stream);
       const auto& a = of<CellsArguments>(arguments);
       for (std::uint32_t cell = a.grid.count; a.cell_begin[cell] == a.particles; --cell)
         --a.cell_begin[cell];
       return code;
     }},
    {"reorder-drops-a-field", Stage::reorder, "gather",
     [](const void* arguments, const std::uint32_t* tuning, void* stream) {
       auto a = of<InBox<ReorderArguments>>(arguments);
       a.field_count = 0;
       return original_launch(&a, tuning, stream);
     }},
    {"reorder-drops-densities", Stage::reorder, "gather",
     [](const void* arguments, const std::uint32_t* tuning, void* stream) {
       const int code = original_launch(arguments, tuning, stream);
       const auto& a = of<ReorderArguments>(arguments);
       for (std::uint32_t i = 0; i < a.particles; ++i) {
         a.to.position[i].w = a.from.position[i].w;
         a.to.velocity[i].w = a.from.velocity[i].w;
       }
       return code;
     }},
    {"reorder-swaps-identities", Stage::reorder, "gather",
     [](const void* arguments, const std::uint32_t* tuning, void* stream) {
       const int code = original_launch(arguments, tuning, stream);
       const auto& a = of<ReorderArguments>(arguments);
       const auto swapped = [](std::uint32_t first, std::uint32_t second) {
         return type_of(first) == ParticleType::fluid && second == first + 1 && first % 16 == 0;
       };
       std::uint32_t* const end = a.to.identity + a.particles;
       std::uint32_t* const found = std::adjacent_find(a.to.identity, end, swapped);
       if (found != end) std::swap(found[0], found[1]);
       return code;
     }},
    {"step-of-the-first-step", Stage::time_step, "block-reduce",
     [](const void* arguments, const std::uint32_t* tuning, void* stream) {
       static std::uint32_t acceleration2 = 0, signal_speed = 0;
       const int code = original_launch(arguments, tuning, stream);
       const auto& a = of<TimeStepArguments>(arguments);
       if (signal_speed == 0) acceleration2 = a.clock->max_acceleration2;
       if (signal_speed == 0) signal_speed = a.clock->max_signal_speed;
       a.clock->max_acceleration2 = acceleration2;
       a.clock->max_signal_speed = signal_speed;
       return code;
     }},
    {"step-of-half-the-particles", Stage::time_step, "block-reduce",
     [](const void* arguments, const std::uint32_t* tuning, void* stream) {
       auto a = of<TimeStepArguments>(arguments);
       const std::uint32_t left = *a.live - *a.live / 2;
       a.velocity += *a.live / 2;
       a.rate += *a.live / 2;
       a.live = &left;
       return original_launch(&a, tuning, stream);
     }},
    {"midpoint-of-old-densities", Stage::predict, "predictor-corrector",
     [](const void* arguments, const std::uint32_t* tuning, void* stream) {
       const int code = original_launch(arguments, tuning, stream);
       const auto& a = of<IntegrateArguments>(arguments);
       for (std::uint32_t i = 0; i < *a.live; ++i) a.velocity[i].w = a.state.velocity[i].w;
       return code;
     }},
    {"verlet-without-euler", Stage::advance, "verlet",
     [](const void* arguments, const std::uint32_t* tuning, void* stream) {
       auto a = of<IntegrateArguments>(arguments);
       a.every = 1u << 30;
       return original_launch(&a, tuning, stream);
     }},
    {"verlet-from-the-first-velocity", Stage::advance, "verlet",
     [](const void* arguments, const std::uint32_t* tuning, void* stream) {
       const auto& a = of<IntegrateArguments>(arguments);
       const bool begins = a.clock->steps == 0;
       const std::vector<float> before(a.fields[0], a.fields[0] + 4 * a.particles);
       const int code = original_launch(arguments, tuning, stream);
       if (!begins) std::copy(before.begin(), before.end(), a.fields[0]);
       return code;
     }},
    {"pass-adapts-to-half-the-particles", Stage::pass, "list-gather-fused",
     [](const void* arguments, const std::uint32_t* tuning, void* stream) {
       auto a = of<StepForceArguments>(arguments);
       a.ends_with_time_step = false;
       const int code = original_launch(&a, tuning, stream);
       if (of<StepForceArguments>(arguments).ends_with_time_step) raise_to_second_half(a);
       return code;
     }},
    {"pass-corrects-the-midpoint", Stage::pass, "list-gather-fused",
     [](const void* arguments, const std::uint32_t* tuning, void* stream) {
       auto a = of<StepForceArguments>(arguments);
       a.correct.state = a.correct.midpoint;
       return original_launch(&a, tuning, stream);
     }},
    {"pass-demands-no-rebuild", Stage::pass, "list-gather-fused",
     [](const void* arguments, const std::uint32_t* tuning, void* stream) {
       auto a = of<StepForceArguments>(arguments);
       a.ends_with_displacement = false;
       return original_launch(&a, tuning, stream);
     }},
    {"list-without-images", Stage::list, "warp-per-cell-ballot",
     [](const void* arguments, const std::uint32_t* tuning, void* stream) {
       auto a = of<InBox<ListArguments>>(arguments);
       a.period = {};
       return original_launch(&a, tuning, stream);
     }},
    {"never-demands-a-rebuild", Stage::displacement, "any-moved",
     [](const void*, const std::uint32_t*, void*) { return 0; }},
};

const Row& row() {
  return *std::find_if(std::begin(table), std::end(table),
                       [](const Row& each) { return std::string(each.name) == SPHLAB_MUTANT; });
}

void alter(KernelPack& pack, std::vector<Strategy>& strategies) {
  pack.toolchain = row().name;
  for (Strategy& strategy : strategies) {
    if (strategy.stage != row().stage || strategy.name != std::string(row().strategy)) continue;
    // a scheme's parts are there for each physics: those of a pack that does one alone are wrong
    if (*strategy.physics != 0 && strategy.physics != std::string("wcsph-lj")) continue;
    if (*strategy.list_format != 0 && strategy.list_format != std::string("split-interleaved"))
      continue;
    if (strategy.stage == Stage::list && !strategy.serves_periodic) continue;  // other types
    original_launch = strategy.launch;
    strategy.launch = row().launch;
  }
}

}  // namespace
}  // namespace sphlab::test

extern "C" __attribute__((visibility("default"))) const sphlab::KernelPack* sphlab_kernel_pack() {
  static const sphlab::KernelPack* const pack = sphlab::test::edited_pack(sphlab::test::alter);
  return pack;
}
