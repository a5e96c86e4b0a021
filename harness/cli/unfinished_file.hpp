// The file beside the records that holds what is measured and not recorded yet.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "harness/campaigns/kept_section.hpp"
#include "harness/records/record_writer.hpp"
#include "harness/records/recording_setup.hpp"

namespace sphlab {

/// <records>.unfinished: the last KeptSection, replaced as a whole, so that a process that is
/// killed leaves the old one or the new one. The records of a section have all of it: it is removed
/// when they are written. A device, such as /dev/null, has none.
class UnfinishedFile {
 public:
  /// Reads the one of an earlier session. Throws Error(output) where there is one and it is not to
  /// be resumed; InputError where it is none, or was measured by another build or elsewhere. It is
  /// left as it is then.
  /// @param records the record file. @param setup of what is to be measured.
  /// @param on_failure is told, once, that nothing can be kept: that must not end a run.
  UnfinishedFile(const std::filesystem::path& records, RecordWriter::Existing existing,
                 RecordingSetup setup, std::function<void(const std::string&)> on_failure);
  /// Writes the section that keep() has held back.
  ~UnfinishedFile();
  UnfinishedFile(const UnfinishedFile&) = delete;
  UnfinishedFile& operator=(const UnfinishedFile&) = delete;

  /// Section that the earlier session has left.
  const std::optional<KeptSection>& kept() const { return kept_; }
  /// Writes the section; where the last one was written less than a second ago, later.
  void keep(KeptSection section);
  void remove();
  /// Path of the file where it exists, else "".
  std::string name_if_there() const;

 private:
  using Clock = std::chrono::steady_clock;
  void read(RecordWriter::Existing existing);
  void write();

  std::filesystem::path file_;  ///< "": none
  RecordingSetup setup_;
  std::function<void(const std::string&)> on_failure_;
  std::optional<KeptSection> kept_;
  std::optional<KeptSection> pending_;
  Clock::time_point written_;
};

/// The path of the file beside `records`.
std::filesystem::path unfinished_file_of(const std::filesystem::path& records);

}  // namespace sphlab
