#include "kernels/simt/diagnosis.hpp"

#include <algorithm>
#include <cstddef>
#include <sstream>
#include <utility>

namespace sphlab::gpu::simt {
namespace {

const char* name_of(Collective collective) {
  switch (collective) {
    case Collective::syncthreads:
      return "__syncthreads";
    case Collective::syncwarp:
      return "__syncwarp";
    case Collective::shuffle:
      return "shuffle";
    case Collective::shuffle_down:
      return "shuffle_down";
    case Collective::shuffle_up:
      return "shuffle_up";
    case Collective::shuffle_xor:
      return "shuffle_xor";
    case Collective::ballot:
      return "ballot";
    case Collective::any:
      return "any";
    case Collective::all:
      return "all";
  }
  return "";
}

/// "0-15, 17": ascending indices as ranges.
std::string ranges(const std::vector<std::size_t>& indices) {
  std::ostringstream text;
  for (std::size_t first = 0; first < indices.size();) {
    std::size_t last = first;
    while (last + 1 < indices.size() && indices[last + 1] == indices[last] + 1) ++last;
    text << (first == 0 ? "" : ", ") << indices[first];
    if (last > first) text << '-' << indices[last];
    first = last + 1;
  }
  return text.str();
}

std::string standing(const ThreadState& thread) {
  return thread.progress == Progress::ended ? "ended" : "waiting at " + text_of(thread.request);
}

/// "0-15: waiting at ...; 16-31: ended" for threads [begin, end), counted from begin.
std::string standings(const std::vector<ThreadState>& threads, std::size_t begin, std::size_t end) {
  std::vector<std::pair<std::string, std::vector<std::size_t>>> groups;
  for (std::size_t i = begin; i < end; ++i) {
    const std::string text = standing(threads[i]);
    auto group = std::find_if(groups.begin(), groups.end(),
                              [&](const auto& known) { return known.first == text; });
    if (group == groups.end()) group = groups.insert(groups.end(), {text, {}});
    group->second.push_back(i - begin);
  }
  std::string all;
  for (const auto& [text, indices] : groups) {
    all += (all.empty() ? "" : "; ") + ranges(indices) + ": " + text;
  }
  return all;
}

}  // namespace

std::string text_of(const Request& request) {
  std::ostringstream text;
  text << name_of(request.collective) << " (" << request.site.file << ':' << request.site.line;
  if (request.collective != Collective::syncthreads)
    text << ", mask 0x" << std::hex << request.mask;
  text << ')';
  return text.str();
}

KernelFault diagnose_divergence(const std::vector<ThreadState>& threads, unsigned warp_width) {
  const std::string block = "block " + std::to_string(blockIdx.x);
  const auto stuck = std::find_if(threads.begin(), threads.end(), [](const ThreadState& thread) {
    return thread.progress == Progress::at_collective;
  });
  if (stuck == threads.end()) {
    return {LaunchError::barrier_divergence,
            block + ": its threads do not all reach the same __syncthreads; threads " +
                standings(threads, 0, threads.size())};
  }
  const std::size_t warp = static_cast<std::size_t>(stuck - threads.begin()) / warp_width;
  const std::size_t begin = warp * warp_width;
  const std::size_t end = std::min<std::size_t>(begin + warp_width, threads.size());
  return {LaunchError::warp_divergence,
          block + ", warp " + std::to_string(warp) +
              ": the lanes of a mask do not all reach the same collective; lanes " +
              standings(threads, begin, end)};
}

}  // namespace sphlab::gpu::simt
