// Tables of the whole steps of a session.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "harness/cli/style.hpp"
#include "harness/records/record.hpp"

namespace sphlab {

/// A table for each scenario in each state, in the order in which they were measured: the fastest
/// variant first, and what cannot be told from it marked, see is_tie().
class StepTable {
 public:
  /// Adds the record of a step; does nothing with others.
  void add(const Record& record);
  /// Text of the tables; "" without a step. @param width in columns.
  std::string text(const Style& style, std::size_t width) const;

 private:
  struct Section {
    std::string scenario;
    std::uint64_t particles;
    std::string state;
    std::map<std::string, double> parameters;
    std::vector<Record> steps;
  };

  std::string title_of(const Section& section) const;
  bool has_energies() const;
  std::vector<Section> sections_;
};

}  // namespace sphlab
