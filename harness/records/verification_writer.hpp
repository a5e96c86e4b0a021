// The file of verifications: a line a state of a variant, on the disk before the next variant is
// verified.
#pragma once

#include <cstddef>
#include <filesystem>

#include "harness/records/line_file.hpp"
#include "harness/records/verification.hpp"

namespace sphlab {

/// Lines of a variant that was verified are never lost: see LineFile.
class VerificationWriter {
 public:
  /// Throws Error(output) where the file holds something already, or cannot be written; a disk that
  /// is full is known before anything is verified.
  VerificationWriter(std::filesystem::path file, const RecordingSetup& setup);

  /// Throws Error(output) that tells how many lines are safe in the file.
  void append(const Verification& verification);
  /// Checks and curves in the file.
  std::size_t count() const { return count_; }
  const std::filesystem::path& file() const { return file_.path(); }

 private:
  LineFile file_;
  VerificationText text_;
  std::size_t count_ = 0;
};

}  // namespace sphlab
