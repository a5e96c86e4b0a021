// forces/omp-list-delayed: omp-list with as much more work as its tuning asks for. It is part of
// the audit packs alone.
#include "kernels/audit/delayed.cuh"
#include "kernels/audit/operation_counts.hpp"
#include "kernels/traversals/omp_list.hpp"

namespace sphlab {
namespace {

struct OmpListDelayed : ListTraversal<OmpListDelayed> {
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

  template <class Format, class Physics>
  static int launch(const StageArguments* a, const std::uint32_t* tuning, void*) {
    return reading_list<Physics>(*a, [&](auto physics, const auto& coefficients) {
      using Slow = Delayed<decltype(physics)>;
      omp_list::compute<Format, Slow>(*a, {coefficients, tuning[1]}, static_cast<int>(tuning[0]));
      return 0;
    });
  }

  template <class Format, class Physics>
  static int attributes(const StageArguments*, const std::uint32_t*, KernelAttributes* out) {
    return gpu::attributes(&launch<Format, Physics>, 0, 0, out);
  }
};

[[maybe_unused]] const bool registered =
    detail::register_list_traversal<OmpListDelayed>(TypeList<WcsphLj>{});

}  // namespace
}  // namespace sphlab
