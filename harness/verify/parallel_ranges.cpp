#include "harness/verify/parallel_ranges.hpp"

#include <omp.h>

#include <exception>

namespace sphlab {

int all_threads() {
  return omp_get_max_threads();
}

std::vector<HostRange> host_ranges(std::size_t items) {
  // All threads or one: a team of another size than the last is made anew.
  const std::size_t count =
      items < least_for_all_threads ? 1 : static_cast<std::size_t>(all_threads());
  std::vector<HostRange> ranges(count);
  std::size_t begin = 0;
  for (std::size_t k = 0; k < count; ++k) {
    const std::size_t end = begin + items / count + (k < items % count ? 1 : 0);
    ranges[k] = {begin, end};
    begin = end;
  }
  return ranges;
}

void on_threads(std::size_t ranges, const std::function<void(std::size_t k)>& work) {
  if (ranges == 1) return work(0);
  std::vector<std::exception_ptr> thrown(ranges);  // none may leave a parallel region
#pragma omp parallel for num_threads(static_cast <int>(ranges)) schedule(static, 1)
  for (std::size_t k = 0; k < ranges; ++k) {
    try {
      work(k);
    } catch (...) {
      thrown[k] = std::current_exception();
    }
  }
  for (const std::exception_ptr& exception : thrown) {
    if (exception) std::rethrow_exception(exception);
  }
}

}  // namespace sphlab
