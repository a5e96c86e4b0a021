// forces/omp-list
#include "kernels/traversals/lists/omp_list.hpp"

namespace sphlab {
namespace {

struct OmpList {
  static constexpr const char* name = "omp-list";
  static constexpr bool serves_periodic = true;

  template <class>
  using Tuning = omp_list::ChunkTuning;

  template <class, class>
  static constexpr bool serves() {
    return true;
  }

  template <class, class>
  static constexpr bool is_default_for() {
    return true;
  }

  template <class Format, class Physics, class Run>
  static int launches(const PassArguments<Physics>& a, const std::uint32_t* tuning, Run& run) {
    return reading_list<Physics>(a, [&](auto physics, const auto& coefficients) {
      return run.loop(omp_list::work<Format, Physics>(), [&] {
        omp_list::compute<Format, decltype(physics)>(a, coefficients, static_cast<int>(tuning[0]));
      });
    });
  }
};

[[maybe_unused]] const bool registered_omp_list = register_list_traversal<OmpList>();

}  // namespace
}  // namespace sphlab
