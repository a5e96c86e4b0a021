#include "harness/cli/streams.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cstdio>

#include "harness/error.hpp"

namespace sphlab {
namespace {

/// Returns false where nothing was, or could be, written.
bool write_all(std::FILE* stream, std::string_view text) {
  return std::fwrite(text.data(), 1, text.size(), stream) == text.size();
}

}  // namespace

void open_standard_streams() {
  // the lowest free number is the one that open() returns: each round closes the next gap
  int descriptor = 0;
  while (descriptor >= 0 && descriptor <= STDERR_FILENO)
    descriptor = open("/dev/null", O_RDONLY);  // not for writing: nobody shall take it for written
  if (descriptor > STDERR_FILENO) close(descriptor);
}

void print_result(std::string_view text) {
  write_all(stdout, text);  // the stream remembers a failure
}

void require_printed() {
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return;
  throw Error(ExitCode::output,
              "cannot write to the standard output; what was to be saved in files is saved");
}

void print_notice(std::string_view text) {
  if (!write_all(stderr, text) || std::fflush(stderr) != 0) std::clearerr(stderr);
}

}  // namespace sphlab
