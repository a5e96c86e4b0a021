#include "harness/cli/atomic_file.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "harness/error.hpp"

namespace sphlab {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const fs::path& file, int code) {
  throw Error(ExitCode::output,
              fmt::format("cannot write {}: {}", file.string(), std::strerror(code)));
}

/// Returns 0 or errno. Closing counts: that is where a full disk may show.
int write_all(const fs::path& file, std::string_view content) {
  std::FILE* stream = std::fopen(file.c_str(), "wb");
  if (stream == nullptr) return errno;
  errno = 0;
  const bool is_written = std::fwrite(content.data(), 1, content.size(), stream) == content.size();
  // on the disk before it takes the old one's name; character devices have nothing to synchronise
  const bool is_kept = std::fflush(stream) == 0 && (fsync(fileno(stream)) == 0 || errno == EINVAL);
  const int write_code = errno;
  const bool is_closed = std::fclose(stream) == 0;
  if (!is_written || !is_kept) return write_code == 0 ? EIO : write_code;
  return is_closed ? 0 : errno;
}

}  // namespace

void write_atomically(const fs::path& file, std::string_view content) {
  const fs::path temporary = file.string() + ".part";
  int code = write_all(temporary, content);
  if (code == 0 && std::rename(temporary.c_str(), file.c_str()) != 0) code = errno;
  if (code == 0) return;
  std::remove(temporary.c_str());
  fail(file, code);
}

void require_no_file(const fs::path& file, std::string_view option) {
  std::error_code unknown;  // writing there tells why
  if (!fs::exists(file, unknown)) return;
  throw Error(ExitCode::output,
              fmt::format("{} exists already: remove it, or name another file with {}",
                          file.string(), option));
}

}  // namespace sphlab
