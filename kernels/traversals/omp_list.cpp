// forces/omp-list
#include "kernels/traversals/omp_list.hpp"

namespace sphlab {
namespace {

struct OmpList {
  static constexpr const char* name = "omp-list";

  template <class>
  using Tuning = omp_list::ChunkTuning;

  template <class, class>
  static constexpr bool serves() {
    return true;
  }

  template <class Format, class Physics>
  static DeclaredWork work() {
    return {Physics::flops_per_pair, 0, Format::format().entry_bytes + Physics::bytes_per_source, 0,
            Physics::bytes_per_target};
  }

  template <class Format, class Physics>
  static int launch(const StageArguments* a, const std::uint32_t* tuning, void*) {
    return reading_list<Physics>(*a, [&](auto physics, const auto& coefficients) {
      omp_list::compute<Format, decltype(physics)>(*a, coefficients, static_cast<int>(tuning[0]));
      return 0;
    });
  }

  template <class Format, class Physics>
  static int attributes(const StageArguments*, const std::uint32_t*, KernelAttributes* out) {
    return gpu::attributes(&launch<Format, Physics>, 0, 0, out);
  }
};

[[maybe_unused]] const bool registered = register_list_traversal<OmpList>();

}  // namespace
}  // namespace sphlab
