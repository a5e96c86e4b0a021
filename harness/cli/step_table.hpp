// The whole steps of a session: what a reader looks for first.
#pragma once

#include <string>

#include "harness/cli/table.hpp"
#include "harness/records/record.hpp"

namespace sphlab {

class StepTable {
 public:
  /// A line for the record of a step; nothing for another.
  void add(const Record& record);
  /// "" where there was none.
  std::string text(const Style& style) const { return table_.empty() ? "" : table_.text(style); }

 private:
  Table table_{{"scenario", ">particles", "state", "toolchain", "variant", ">step ms", ">spread %",
                ">MIPPS", "validity"}};
};

}  // namespace sphlab
