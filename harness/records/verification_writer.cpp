#include "harness/records/verification_writer.hpp"

#include <fmt/format.h>

#include <cstring>
#include <utility>

#include "harness/error.hpp"
#include "harness/records/environment.hpp"

namespace sphlab {

VerificationWriter::VerificationWriter(std::filesystem::path file, const RecordingSetup& setup)
    : file_(std::move(file)), text_(setup, utc_now()) {
  if (file_.size() > 0) {
    throw Error(ExitCode::output,
                fmt::format("{} holds something already, and a verification is made whole: remove "
                            "it, or name another file with --output",
                            file_.path().string()));
  }
  if (file_.is_regular()) file_.require_space();
}

void VerificationWriter::append(const Verification& verification) {
  const LineFile::Appended appended = file_.append(text_.lines_of(verification));
  if (appended.code == 0) {
    count_ += verification.checks.size() + verification.curves.size();
    return;
  }
  throw Error(ExitCode::output,
              fmt::format("cannot write to {}: {}; {} checks and curves are saved in it{}. Make "
                          "room, then verify into another file",
                          file_.path().string(), std::strerror(appended.code), count_,
                          appended.is_whole ? "" : ", and a last line that is cut short"));
}

}  // namespace sphlab
