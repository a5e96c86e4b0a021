// What one thread of a kernel did, in its order.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/abi/counting.hpp"
#include "kernels/simt/executor.hpp"

namespace sphlab::gpu::simt::counting {

/// A place in the pack's machine code, from the start of its file. 0: none.
using Place = std::uint32_t;

enum class EventKind : std::uint8_t {
  block,   ///< a basic block begins
  call,    ///< a function is called; its first block follows
  leave,   ///< the innermost function that was called returns
  access,  ///< global or shared memory is accessed
  synchronise,
};

struct Event {
  EventKind kind;
  AccessKind access{};        ///< of an access
  Collective collective{};    ///< of a synchronisation
  Place place = 0;            ///< tells the instruction apart; grows within a basic block
  std::uint32_t bytes = 0;    ///< of an access
  std::uint64_t address = 0;  ///< of an access, from the start of the arrays of its memory
};

/// From the first block of the kernel to its return. Calls and returns within are paired.
using Trace = std::vector<Event>;

}  // namespace sphlab::gpu::simt::counting
