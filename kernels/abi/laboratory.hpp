// What the laboratory computes, whatever packs there are.
#pragma once

#include <span>

#include "kernels/abi/formulation.hpp"

namespace sphlab {

/// Every formulation of the laboratory, as a pack that has it describes it. Of static storage.
std::span<const FormulationDescription> laboratory_formulations();

}  // namespace sphlab
