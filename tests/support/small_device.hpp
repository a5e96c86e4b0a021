// A host whose memory is made up: less is there than it says.
#pragma once

#include <algorithm>
#include <cstddef>
#include <map>

#include "harness/runtimes/runtime.hpp"

namespace sphlab::test {

/// Bytes that can be allocated at a time, and what is.
struct MadeUpMemory {
  std::size_t all = 0;
  std::size_t taken = 0;
  std::size_t most_taken = 0;
  std::size_t refused = 0;  ///< allocations
  std::map<void*, std::size_t> sizes = {};
};

inline MadeUpMemory& made_up_memory() {
  static MadeUpMemory memory;
  return memory;
}

inline int allocate_made_up(OpenDevice* host, void** device, std::size_t bytes) {
  MadeUpMemory& memory = made_up_memory();
  constexpr int out_of_memory = 2;
  if (memory.taken + bytes > memory.all) {
    ++memory.refused;
    return out_of_memory;
  }
  const int code = host_runtime().allocate(host, device, bytes);
  memory.taken += bytes;
  memory.most_taken = std::max(memory.most_taken, memory.taken);
  memory.sizes[*device] = bytes;
  return code;
}

inline int release_made_up(OpenDevice* host, void* device) {
  MadeUpMemory& memory = made_up_memory();
  const auto found = memory.sizes.find(device);
  if (found != memory.sizes.end()) {
    memory.taken -= found->second;
    memory.sizes.erase(found);
  }
  return host_runtime().release(host, device);
}

/// The host with `all` bytes of memory, of which it tells nothing.
inline const RuntimeTable& host_with_memory(std::size_t all) {
  static const RuntimeTable table = [] {
    RuntimeTable host = host_runtime();
    host.allocate = allocate_made_up;
    host.release = release_made_up;
    return host;
  }();
  made_up_memory() = {.all = all};
  return table;
}

}  // namespace sphlab::test
