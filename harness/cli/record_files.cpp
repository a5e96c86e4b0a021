#include "harness/cli/record_files.hpp"

#include <fmt/format.h>

#include <utility>

#include "harness/error.hpp"

namespace sphlab {

RecordFiles::RecordFiles(std::filesystem::path file, RecordWriter::Existing existing,
                         const RecordingSetup& setup)
    : place_(std::move(file)) {
  writers_.push_back(std::make_unique<RecordWriter>(place_, existing, setup));
  current_ = writers_.front().get();
}

RecordFiles::RecordFiles(std::filesystem::path folder, std::size_t duels)
    : place_(std::move(folder)), writers_(duels) {
  std::error_code failure;  // of a folder that may not be looked into: making a file there tells
  if (std::filesystem::exists(place_, failure)) {
    throw Error(ExitCode::output,
                fmt::format("{} exists already: name a new folder", place_.string()));
  }
}

void RecordFiles::begin_duel(std::size_t number) {
  std::unique_ptr<RecordWriter>& writer = writers_.at(number);
  if (writer == nullptr) {
    writer = std::make_unique<RecordWriter>(place_ / fmt::format("{:04}.jsonl", number + 1),
                                            RecordWriter::Existing::refuse);
  }
  current_ = writer.get();
}

void RecordFiles::append(const Record& record) {
  current_->append(record);
}

bool RecordFiles::contains(const Record& record) const {
  return current_ != nullptr && current_->contains(record);
}

std::size_t RecordFiles::count() const {
  std::size_t records = 0;
  for (const auto& writer : writers_) records += writer == nullptr ? 0 : writer->count();
  return records;
}

std::string RecordFiles::notice() const {
  return current_ == nullptr ? "" : current_->notice();
}

}  // namespace sphlab
