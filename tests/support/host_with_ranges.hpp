// A host whose profiler is made up.
#pragma once

#include <string>
#include <vector>

#include "harness/runtimes/runtime.hpp"

namespace sphlab::test {

/// What the host runtime was told of ranges, in order.
inline std::vector<std::string>& range_calls() {
  static std::vector<std::string> all;
  return all;
}

/// The host runtime, as if a profiler could be told. Evicting its cache would take longer than all
/// the rest.
inline const RuntimeTable& host_with_ranges() {
  static const RuntimeTable table = [] {
    RuntimeTable copy = host_runtime();
    copy.flush_cache = [](OpenDevice*) { return 0; };
    copy.range_begin = [](OpenDevice*, const char* name) {
      range_calls().push_back(name);
      return 0;
    };
    copy.range_end = [](OpenDevice*) {
      range_calls().push_back("end");
      return 0;
    };
    return copy;
  }();
  return table;
}

}  // namespace sphlab::test
