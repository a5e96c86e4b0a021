#include "harness/verify/type_names.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <vector>

namespace sphlab {

std::string type_names(TypeMask types) {
  std::vector<const char*> names;
  for (std::uint32_t t = 0; t < particle_type_count; ++t) {
    const auto type = static_cast<ParticleType>(t);
    if ((mask_of(type) & types) != 0) names.push_back(type_name(type));
  }
  return fmt::format("{}", fmt::join(names, "+"));
}

}  // namespace sphlab
