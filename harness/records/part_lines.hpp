// The lines of parts: what many lines of a file have in common, named by a hash of its content.
#pragma once

#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <utility>

namespace sphlab {

/// Kind and id of a part.
using PartName = std::pair<std::string, std::string>;

/// The parts of a file that is being written, so far.
class PartLines {
 public:
  /// The id of a part. Its line is due where the file lacks it.
  std::string refer(const std::string& kind, const nlohmann::json& content);
  /// The lines that are to stand before the next that refers to them; none is due twice, unless
  /// forget() says that they were not written.
  std::string due();
  /// The parts of the last due() are in the file.
  void accept() { known_.merge(proposed_); }
  /// They are not.
  void forget() {
    proposed_.clear();
    lines_.clear();
  }
  /// The file has this part already.
  void has(const PartName& name) { known_.insert(name); }

 private:
  std::string lines_;
  std::set<PartName> known_, proposed_;
};

}  // namespace sphlab
