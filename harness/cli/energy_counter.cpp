#include "harness/cli/energy_counter.hpp"

#include <fmt/format.h>

#include "harness/error.hpp"
#include "harness/measure/energy.hpp"

namespace sphlab {

void require_energy_counter(const Runtime& runtime) {
  const EnergySource source = energy_source(runtime);
  if (source.absent.empty()) return;
  throw Error(ExitCode::not_available,
              fmt::format("{} can count no energy: {}. Times are measured without asking for it",
                          source.counter, source.absent));
}

}  // namespace sphlab
