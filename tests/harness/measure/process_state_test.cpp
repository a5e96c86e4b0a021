#include "harness/measure/process_state.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cfenv>

#include "tests/support/temporary_folder.hpp"

namespace sphlab {
namespace {

/// A file that is written to.
int open_file(const TemporaryFolder& folder) {
  return open((folder.path() / "records").c_str(), O_WRONLY | O_CREAT, 0600);
}

TEST(ProcessState, IsIntactWhereNothingHasChanged) {
  const TemporaryFolder folder;
  const int file = open_file(folder);
  const ProcessState before = ProcessState::now();
  const int later = open("/dev/null", O_RDONLY);
  EXPECT_EQ(before.damage(true), "");
  close(later);
  close(file);
}

TEST(ProcessState, SeesAFileThatIsClosedOrAnother) {
  const TemporaryFolder folder;
  const int file = open_file(folder);
  const ProcessState before = ProcessState::now();
  const int other = open("/dev/null", O_WRONLY);
  dup2(other, file);
  EXPECT_NE(before.damage(true).find("files"), std::string::npos);
  close(file);
  EXPECT_NE(before.damage(true).find("files"), std::string::npos);
  close(other);
}

TEST(ProcessState, SeesAProcessThatWasBegun) {
  const ProcessState before = ProcessState::now();
  const pid_t child = fork();
  if (child == 0) _exit(0);
  EXPECT_NE(before.damage(false).find("processes"), std::string::npos);
  waitpid(child, nullptr, 0);
  EXPECT_EQ(before.damage(false), "");
}

TEST(ProcessState, RestoresTheFloatingPointModeOfAllThreads) {
  const ProcessState before = ProcessState::now();
#pragma omp parallel
  std::fesetround(FE_DOWNWARD);
  EXPECT_NE(before.damage(true).find("floating-point mode"), std::string::npos);
  EXPECT_EQ(before.damage(true), "");
  EXPECT_EQ(std::fegetround(), FE_TONEAREST);
}

}  // namespace
}  // namespace sphlab
