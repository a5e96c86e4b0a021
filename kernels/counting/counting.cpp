// The second entry point of the counting pack.
#include "kernels/abi/counting.hpp"

#include "kernels/counting/recorder.hpp"

namespace sphlab {
namespace {

namespace counting = gpu::simt::counting;

void begin(const MemoryRange* ranges, std::uint32_t count) {
  counting::recorder().begin({ranges, ranges + count});
}

const KernelCounts* end(std::uint32_t* count) {
  const std::vector<KernelCounts>& counted = counting::recorder().end();
  *count = static_cast<std::uint32_t>(counted.size());
  return counted.data();
}

}  // namespace
}  // namespace sphlab

extern "C" __attribute__((visibility("default"))) const sphlab::CountingTable* sphlab_counting() {
  static constexpr sphlab::CountingTable table{sphlab::counting_abi_version, &sphlab::begin,
                                               &sphlab::end};
  return &table;
}
