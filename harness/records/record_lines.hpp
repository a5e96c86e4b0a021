// The lines of a record file: read, whichever version they are of, and made.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "harness/records/part_lines.hpp"
#include "harness/records/record.hpp"

namespace sphlab {

/// Reads the lines of one file, in its order: knows its version and the parts so far.
// NOLINTNEXTLINE(bugprone-exception-escape): json asserts where it moves, and throws nothing
class RecordLines {
 public:
  /// The record of a line; nothing of one that is a part or a version. Throws InputError that names
  /// the key and the remedy: for what is no record, a part that no line before it holds, a part or
  /// row whose id is not its content's, and lines of two versions.
  std::optional<Record> read(const std::string& text);
  /// 0 before the first line.
  int version() const { return version_; }
  const std::map<PartName, nlohmann::json>& parts() const { return parts_; }
  /// Content of the last one of each kind.
  const std::map<std::string, nlohmann::json>& last_parts() const { return last_of_; }

 private:
  void require_version(const nlohmann::json& line);
  void keep(const nlohmann::json& part);
  nlohmann::json content_of(const nlohmann::json& part) const;
  const nlohmann::json& find(const std::string& kind, const std::string& key,
                             const std::string& id) const;

  int version_ = 0;
  std::map<PartName, nlohmann::json> parts_;
  std::map<std::string, nlohmann::json> last_of_;  ///< content of the last part of each kind
  nlohmann::json row_;                             ///< the last one, whole; null before the first
};

/// The first line of a file of the present version, without its end.
std::string version_line();

/// Makes the lines of one file of the present version.
// NOLINTNEXTLINE(bugprone-exception-escape): the same
class RecordText {
 public:
  /// Lines to append for this record: the version where the file is empty, the parts that it lacks,
  /// and the row. Nothing is taken for written before accept().
  std::string lines_of(const Record& record);
  /// The last lines are in the file.
  void accept();
  /// Takes what is in a file already. The first row is whole: lines before it may be taken out.
  /// @param lines has read it.
  void resume(const RecordLines& lines);

 private:
  bool has_version_ = false;
  PartLines parts_;
  nlohmann::json row_, proposed_row_;  ///< the last one in the file; that of the last lines
};

}  // namespace sphlab
