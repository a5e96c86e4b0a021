// Resolution of the timer of a runtime's events.
#pragma once

#include <optional>
#include <string_view>

namespace sphlab {

/// Seconds between two times that an event can tell. Nothing of a runtime of which it is not known:
/// no HIP device has been measured.
/// @param runtime "cuda", "hip" or "host".
inline std::optional<double> timer_resolution(std::string_view runtime) {
  // every event time in results/nvidia-h200 is a whole multiple of it
  if (runtime == "cuda") return 32e-9;
  if (runtime == "host") return 1e-9;  // of std::chrono::steady_clock, as far as it counts
  return std::nullopt;
}

}  // namespace sphlab
