#include "kernels/counting/request.hpp"

#include <algorithm>
#include <bit>
#include <vector>

namespace sphlab::gpu::simt::counting {
namespace {

constexpr unsigned bank_bytes = 4;
constexpr unsigned banks = 32;

/// Aligned pieces of `piece` bytes that the lanes touch. No lane's access straddles two.
std::uint64_t pieces_touched(const Request& request, unsigned piece) {
  std::array<std::uint64_t, lanes_a_warp> touched;
  std::size_t count = 0;
  for (Lanes left = request.lanes; left != 0; left &= left - 1)
    touched[count++] = request.address[std::countr_zero(left)] / piece;
  std::sort(touched.begin(), touched.begin() + count);
  return std::unique(touched.begin(), touched.begin() + count) - touched.begin();
}

/// Whether each active lane asks for the same as the lane whose index differs in `bit`, where that
/// one is active.
bool pairs_agree(const Request& request, unsigned bit) {
  for (Lanes left = request.lanes; left != 0; left &= left - 1) {
    const unsigned lane = std::countr_zero(left);
    const unsigned other = lane ^ bit;
    if ((request.lanes >> other & 1) != 0 && request.address[lane] != request.address[other])
      return false;
  }
  return true;
}

/// Lanes that are served together: as many as ask for 128 bytes, twice as many where neighbours ask
/// for the same.
unsigned lanes_together(const Request& request) {
  const unsigned lanes = std::min(lanes_a_warp, banks * bank_bytes / request.bytes);
  const bool paired = lanes < lanes_a_warp && request.kind == AccessKind::shared_load &&
                      (pairs_agree(request, 1) || pairs_agree(request, 2));
  return paired ? 2 * lanes : lanes;
}

/// Turns of the busiest bank for some lanes of the request. Lanes that load or store the same word
/// share a turn; atomic operations do not.
std::uint64_t turns(const Request& request, Lanes lanes) {
  std::array<std::vector<std::uint64_t>, banks> words;
  for (Lanes left = lanes; left != 0; left &= left - 1) {
    const std::uint64_t first = request.address[std::countr_zero(left)] / bank_bytes;
    const unsigned count = std::max(1u, request.bytes / bank_bytes);
    for (std::uint64_t word = first; word < first + count; ++word) {
      std::vector<std::uint64_t>& of_bank = words[word % banks];
      const bool shared = request.kind != AccessKind::shared_atomic &&
                          std::find(of_bank.begin(), of_bank.end(), word) != of_bank.end();
      if (!shared) of_bank.push_back(word);
    }
  }
  std::size_t most = 0;
  for (const auto& of_bank : words) most = std::max(most, of_bank.size());
  return most;
}

std::uint64_t wavefronts(const Request& request) {
  const unsigned together = lanes_together(request);
  std::uint64_t sum = 0;
  for (unsigned first = 0; first < lanes_a_warp; first += together) {
    const std::uint64_t group = (std::uint64_t{1} << together) - 1;
    sum += turns(request, request.lanes & static_cast<Lanes>(group << first));
  }
  return sum;
}

}  // namespace

bool is_global(AccessKind kind) {
  return kind == AccessKind::global_load || kind == AccessKind::global_store ||
         kind == AccessKind::global_atomic;
}

RequestCounts counts_of(const Request& request) {
  const auto lanes = static_cast<unsigned>(std::popcount(request.lanes));
  RequestCounts counts{1, lanes, std::uint64_t{lanes} * request.bytes, 0, 0, 0};
  if (is_global(request.kind)) {
    counts.sectors = pieces_touched(request, 32);
    counts.lines = pieces_touched(request, 128);
  } else {
    counts.wavefronts = wavefronts(request);
  }
  return counts;
}

RequestCounts& operator+=(RequestCounts& sum, const RequestCounts& counts) {
  sum.requests += counts.requests;
  sum.lanes += counts.lanes;
  sum.bytes += counts.bytes;
  sum.sectors += counts.sectors;
  sum.lines += counts.lines;
  sum.wavefronts += counts.wavefronts;
  return sum;
}

}  // namespace sphlab::gpu::simt::counting
