// forces/omp-list-delayed: omp-list with as much more work as its tuning asks for. It is part of
// the audit packs alone.
#include "kernels/audit/delayed.cuh"
#include "kernels/audit/operation_counts.hpp"
#include "kernels/physics/wcsph_lj/formulation.cuh"
#include "kernels/traversals/lists/omp_list.hpp"

namespace sphlab {
namespace {

struct OmpListDelayed {
  static constexpr const char* name = "omp-list-delayed";

  struct DelayTuning {
    static constexpr TuningParameter parameters[] = {omp_list::ChunkTuning::parameters[0],
                                                     operation_count};
  };
  template <class>
  using Tuning = DelayTuning;

  template <class Format, class>
  static constexpr bool serves() {
    return Format::format().contents == ListContents::split &&
           is_common_list_format(Format::format());
  }

  template <class Format, class Physics, class Run>
  static int launches(const PassArguments<Physics>& a, const std::uint32_t* tuning, Run& run) {
    return reading_list<Physics>(a, [&](auto physics, const auto& coefficients) {
      using Slow = Delayed<decltype(physics)>;
      return run.loop(omp_list::work<Format, Physics>(), [&] {
        omp_list::compute<Format, Slow>(a, {coefficients, tuning[1]}, static_cast<int>(tuning[0]));
      });
    });
  }
};

[[maybe_unused]] const bool registered_omp_list_delayed =
    detail::register_list_traversal<OmpListDelayed>(TypeList<WcsphLj>{});

}  // namespace
}  // namespace sphlab
