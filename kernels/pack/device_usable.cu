// A device pack runs wherever its runtime finds a device; a binary for another architecture shows
// as an error of the first launch.
#include "kernels/strategy/registry.hpp"

namespace sphlab {

const char* pack_unusable() {
  return nullptr;
}

}  // namespace sphlab
