// A variant by its name.
#pragma once

#include <optional>
#include <string>

#include "harness/stepping/variant.hpp"
#include "kernels/abi/kernel_pack.hpp"

namespace sphlab {

/// The variant of `pack` for `physics` that Variant::name() calls so: any builder in any format,
/// with any strategies of the chosen stages, order and size of the cells, and life of the list.
/// Nothing where the name has a part that the pack does not offer, lacks the builder of a list that
/// the traversal reads, or has its parts in another order. Whether the parts go together is for
/// Simulation to say.
std::optional<Variant> variant_named(const KernelPack& pack, const std::string& physics,
                                     const std::string& name);

}  // namespace sphlab
