// The descriptions of kernels/physics for the harness, which includes none of it.
#include "kernels/abi/laboratory.hpp"

#include <array>

#include "kernels/abi/formulation_faults.hpp"
#include "kernels/physics/formulation.hpp"
#include "pack_physics.hpp"

namespace sphlab {
namespace {

template <class... Passes>
constexpr FormulationDescription described_by_last(TypeList<Passes...>) {
  FormulationDescription formulation{};
  const auto take = [&]<class Pass>(TypeList<Pass>) {
    if constexpr (computes_forces<Pass>) formulation = describe_formulation<Pass>();
  };
  (take(TypeList<Passes>{}), ...);
  return formulation;
}

template <class... Physics>
constexpr std::array<FormulationDescription, sizeof...(Physics)> described(TypeList<Physics...>) {
  return {described_by_last(PassesOf<Physics>{})...};
}

constexpr auto all = described(LaboratoryPhysics{});

constexpr bool are_faultless() {
  for (const FormulationDescription& formulation : all) {
    if (fault_of(formulation).what != nullptr) return false;
  }
  return true;
}
static_assert(are_faultless(), "a formulation says what it may not: see formulation_faults.hpp");

}  // namespace

std::span<const FormulationDescription> laboratory_formulations() {
  return all;
}

}  // namespace sphlab
