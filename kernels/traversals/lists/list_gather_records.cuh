// What gathers have in common whose sources are records that integration schemes write
// (kernels/storage/record_preparation.cuh).
#pragma once

#include "kernels/storage/record_24.cuh"
#include "kernels/traversals/lists/list_traversal.cuh"

namespace sphlab {

/// What derives from it adds the name and the kernels, which take a Prepared::of() behind the
/// coefficients.
template <class Own, class Prepared>
struct ListGatherOfRecords : ListTraversal<Own> {
  template <class>
  using PreparationFor = Prepared;

  template <class Format, class Physics>
  static constexpr bool serves() {
    return has_record_24<Physics> && Format::format().contents != ListContents::unified;
  }

  template <class Format, class Physics, class Run>
  static int launches(const PassArguments<Physics>& a, const std::uint32_t* tuning, Run& run) {
    if (const int error = Prepared::before_pass(a, tuning, run)) return error;
    return ListTraversal<Own>::template launches_of_kernels<Format, Physics>(a, tuning, run,
                                                                             Prepared::of(a));
  }

 protected:
  /// Declares the work of kernels whose sources are of so many bytes.
  template <class Format, class Physics>
  static DeclaredWork work_of_records(double bytes_per_source) {
    DeclaredWork work = work_from_list<Format, Physics>();
    work.bytes_per_pair += bytes_per_source - Physics::bytes_per_source;
    return work;
  }
};

}  // namespace sphlab
