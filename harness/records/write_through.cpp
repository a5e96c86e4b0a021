#include "harness/records/write_through.hpp"

#include <unistd.h>

#include <cerrno>

namespace sphlab {

int write_through(int descriptor, std::string_view text) {
  std::size_t done = 0;
  while (done < text.size()) {
    const ssize_t written = write(descriptor, text.data() + done, text.size() - done);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    done += static_cast<std::size_t>(written);
  }
  // Character devices have nothing to synchronise and say EINVAL.
  if (fsync(descriptor) != 0 && errno != EINVAL && errno != ENOTSUP) return errno;
  return 0;
}

}  // namespace sphlab
