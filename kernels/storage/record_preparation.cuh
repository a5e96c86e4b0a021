// The preparation of traversals that read what integration schemes write (scheme_record.cuh).
#pragma once

#include <algorithm>
#include <cstddef>

#include "kernels/storage/scheme_record.cuh"
#include "kernels/strategy/launches.hpp"
#include "kernels/strategy/refusal.hpp"

namespace sphlab {

/// Whether integration schemes keep records. They and what reads the records are of one pack; those
/// of a CPU have no such readers, and their loops no room for a question.
inline constexpr bool schemes_write_records = gpu::warp_width > 1;

/// Its workspace begins with a Record. What derives from it has
///   refusal(a)              why it does not serve these arguments; nullptr where it does
///   lost                    what it says of a run that words do not hold
///   measure_state(a, run, is_rebuild)    launches the kernel that raises the extents
template <class Own, class Record>
struct RecordPreparation {
  static constexpr const char* name = "records";
  static constexpr bool written_by_schemes = schemes_write_records;
  static constexpr unsigned block = 256;
  /// In most passes they return at once.
  static constexpr unsigned mending_blocks = 512;

  static int workspace(const PairArguments& a, const std::uint32_t*, std::size_t* bytes) {
    *bytes = Record::bytes(a.particles);
    return 0;
  }

  template <class Run>
  static int launches(const PairArguments& a, const std::uint32_t*, Run& run) {
    return begin(a, run, true);
  }

  /// Before a pass that reads a record, by a kernel that calls mend_words().
  template <class Run>
  static int mend(const PairArguments& a, const std::uint32_t*, Run& run,
                  void (*kernel)(PairArguments, Record), Record record) {
    if (!a.schemes_write) {
      if (const int error = begin(a, run, false)) return error;
    }
    const Launch few{std::min(blocks_for(a.particles, block), mending_blocks), block};
    return run.kernel(kernel, few.with(gpu::Cooperation::block), a, record);
  }

  /// A new run: what an earlier one could not hold does not count.
  static int measure(const PairArguments& a, const std::uint32_t*, MeasuredCapacity* capacity) {
    capacity->values[0] = 1;
    const std::size_t left = offsetof(typename Record::Head, left);
    return a.primitives->fill(static_cast<char*>(a.workspace) + left, 0, sizeof(std::uint32_t));
  }

  static int check(const PairArguments& a, const std::uint32_t*) {
    typename Record::Head head{};
    if (const int error = a.primitives->download(&head, a.workspace, sizeof head)) return error;
    return head.left == 0 ? 0 : refuse(Own::lost);
  }

 private:
  /// What words were is forgotten: particles have changed places, or a state was not written by
  /// schemes.
  template <class Run>
  static int begin(const PairArguments& a, Run& run, bool is_rebuild) {
    if (const char* why = Own::refusal(a)) return refuse(why);
    constexpr std::size_t state = offsetof(typename Record::Head, state);
    if (const int error = run.primitive([&] {
          return a.primitives->fill(static_cast<char*>(a.workspace) + state, 0,
                                    sizeof(typename Record::Head) - state);
        }))
      return error;
    return Own::measure_state(a, run, is_rebuild);
  }
};

}  // namespace sphlab
