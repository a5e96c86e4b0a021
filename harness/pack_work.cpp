#include "harness/pack_work.hpp"

#include <fmt/format.h>

#include "harness/error.hpp"

namespace sphlab {
namespace {

static_assert(std::atomic<std::uint64_t>::is_always_lock_free, "another process reads it");

PackWork own_page;
PackWork* page = &own_page;

}  // namespace

PackWork& pack_work() noexcept {
  return *page;
}

void share_pack_work(PackWork* shared) noexcept {
  page = shared;
}

void note_particles(std::uint64_t particles) noexcept {
  if (particles > page->particles) page->particles = particles;
}

void note_call(const char* stage, const char* strategy) noexcept {
  static const char* last =
      nullptr;  // names are a pack's constants: most calls are of the last one
  if (strategy == last && page->call[0] != '\0') return;
  last = strategy;
  std::array<char, sizeof page->call>& call = page->call;
  note_text(call, stage);
  const std::string_view noted = call.data();
  if (noted.size() + 2 > call.size()) return;
  call[noted.size()] = '/';
  const std::size_t begin = noted.size() + 1;
  const std::size_t length =
      std::string_view(strategy).copy(call.data() + begin, call.size() - 1 - begin);
  call[begin + length] = '\0';
}

OpeningLibrary::OpeningLibrary(const std::string& file) {
  note_text(page->label, fmt::format("{}, when it was opened", file));
  note_text(page->call, "");
  page->exit_code = static_cast<int>(ExitCode::device);
}

OpeningLibrary::~OpeningLibrary() {
  page->exit_code = 0;
}

std::string pack_work_text(std::string_view what, std::string_view how) {
  const std::string_view call = page->call.data();
  return fmt::format("{}: its code {}{}{}, {}: {}", page->label.data(), what,
                     call.empty() ? "" : " in ", call, page->kept.data(), how);
}

}  // namespace sphlab
