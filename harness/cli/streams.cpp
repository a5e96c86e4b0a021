#include "harness/cli/streams.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cstdio>

#include "harness/error.hpp"

namespace sphlab {
namespace {

/// Returns false where not all could be written.
bool write_all(std::FILE* stream, std::string_view text) {
  return std::fwrite(text.data(), 1, text.size(), stream) == text.size();
}

/// Descriptor above those that a library closes when it closes all that it expects; lower ones are
/// taken where the process may have no such number.
constexpr int high_descriptor = 500;

int open_again(int descriptor) {
  const int high = fcntl(descriptor, F_DUPFD_CLOEXEC, high_descriptor);
  return high >= 0 ? high : fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
}

/// Stream of results: stdout, or its copy since keep_standard_output().
std::FILE* result_stream = stdout;

}  // namespace

void open_standard_streams() {
  // the lowest free number is the one that open() returns: each round closes the next gap
  int descriptor = 0;
  while (descriptor >= 0 && descriptor <= STDERR_FILENO)
    descriptor = open("/dev/null", O_RDONLY);  // not for writing: nobody shall take it for written
  if (descriptor > STDERR_FILENO) close(descriptor);
}

void keep_standard_output() {
  if (result_stream != stdout) return;
  const int kept = open_again(STDOUT_FILENO);
  std::FILE* stream = kept < 0 ? nullptr : fdopen(kept, "w");
  if (stream == nullptr) return;
  std::fflush(stdout);
  result_stream = stream;
  dup2(STDERR_FILENO, STDOUT_FILENO);
}

void give_standard_output_back() {
  flush_results();
  if (result_stream != stdout) dup2(result_descriptor(), STDOUT_FILENO);
}

int result_descriptor() {
  return fileno(result_stream);
}

void flush_results() {
  std::fflush(result_stream);
}

void print_result(std::string_view text) {
  write_all(result_stream, text);  // the stream remembers a failure
}

void require_printed() {
  if (std::fflush(result_stream) == 0 && std::ferror(result_stream) == 0) return;
  throw Error(ExitCode::output,
              "cannot write to the standard output; what was to be saved in files is saved");
}

void print_notice(std::string_view text) {
  if (!write_all(stderr, text) || std::fflush(stderr) != 0) std::clearerr(stderr);
}

}  // namespace sphlab
