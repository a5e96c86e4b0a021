// The axes of a variant.
#pragma once

#include <optional>
#include <string>

#include "harness/stepping/axis.hpp"

namespace sphlab {

/// The table by which variants are named, read, written and found; it has a row for each stage.
const Axes& variant_axes();

/// Finds the variant of `pack` for `physics` whose Variant::name() this is: any builder in any
/// format, with any strategies of the chosen stages, order and size of the cells, and rebuild
/// policy. Nothing where the name has a part that the pack does not offer, lacks the builder of a
/// list that the traversal reads, or has its parts in another order. Whether the parts go together
/// is for Simulation to say.
std::optional<Variant> variant_named(const KernelPack& pack, const std::string& physics,
                                     const std::string& name);

/// Whether a pack has all strategies that a variant names, for its format and the types that its
/// traversal keeps apart, and the variant a builder where the traversal reads a list.
bool is_offered(const KernelPack& pack, const std::string& physics, const Variant& variant);

}  // namespace sphlab
