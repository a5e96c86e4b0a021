// What code of a kernel pack this process runs. A pack is a library, and may end the process or
// never return: what is noted here is read by the handlers of its signals, and by the process that
// watches it. It is made of the process, so there is one.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>

namespace sphlab {

/// A page that processes can share: nothing in it allocates or locks.
struct PackWork {
  std::atomic<std::int32_t> exit_code{0};  ///< of the process that ends now; 0: no pack's code runs
  std::atomic<std::uint64_t> returned{0};  ///< calls of packs and runtimes that have come back
  std::atomic<std::uint64_t> particles{0};  ///< of the largest simulation
  std::atomic<bool> is_over{false};         ///< all work is done, and the process ends by itself
  std::array<char, 512> label{};            ///< of the variant, and by which pack it is
  std::array<char, 128> call{};  ///< stage and strategy that was called last, "" for none
  std::array<char, 256> kept{};  ///< what is kept of what was done before
};

/// This process's.
PackWork& pack_work() noexcept;

/// From now on it is this one, which lives as long as the process.
void share_pack_work(PackWork* shared) noexcept;

/// Copies as much as there is room for.
template <std::size_t size>
void note_text(std::array<char, size>& place, std::string_view text) noexcept {
  const std::size_t length = text.copy(place.data(), size - 1);
  place[length] = '\0';
}

/// Something that a pack or a runtime was asked for has come back, or what takes long goes on.
inline void note_return() noexcept {
  pack_work().returned.fetch_add(1, std::memory_order_relaxed);
}

/// A simulation of so many particles is there.
void note_particles(std::uint64_t particles) noexcept;

/// The stage and strategy that is called now.
void note_call(const char* stage, const char* strategy) noexcept;

/// While this lives, a library is opened, and the entry point called that it has: what its code
/// does to the process is told of the file.
class OpeningLibrary {
 public:
  explicit OpeningLibrary(const std::string& file);
  ~OpeningLibrary();
  OpeningLibrary(const OpeningLibrary&) = delete;
  OpeningLibrary& operator=(const OpeningLibrary&) = delete;
};

/// "VARIANT, PACK: its code ended the process in STAGE/STRATEGY, KEPT: HOW"; it is `what` that its
/// code did.
std::string pack_work_text(std::string_view what, std::string_view how);

}  // namespace sphlab
