// The lines of parts: what many lines of a file have in common, named by a hash of its content.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

namespace sphlab {

/// Kind and id of a part.
using PartName = std::pair<std::string, std::string>;

/// Digits of an id, where no other part of its kind has the same.
constexpr std::size_t short_part_id = 8;

/// The parts of a file that is being written, so far.
class PartLines {
 public:
  /// The id of a part: the first digits of its content's hash, all of them where another part of
  /// its kind has the same first. Its line is due where the file lacks it.
  std::string refer(const std::string& kind, const nlohmann::json& content);
  /// The lines that are to stand before the next that refers to them; none is due twice, unless
  /// forget() says that they were not written.
  std::string due();
  /// The parts of the last due() are in the file.
  void accept() { written_ = state_; }
  /// They are not.
  void forget() {
    state_ = written_;
    lines_.clear();
  }
  /// The file has these already. @param last_of kinds: the content of the last line.
  void resume(const std::map<PartName, nlohmann::json>& parts,
              const std::map<std::string, nlohmann::json>& last_of);

 private:
  struct State {
    std::map<PartName, std::string> hashes;         ///< of contents
    std::map<std::string, nlohmann::json> last_of;  ///< kinds: the content of the last line
  };

  std::string lines_;
  State written_;  ///< in the file
  State state_;    ///< with what is due
};

}  // namespace sphlab
