// Makes the variants that a pack offers, and finds those that a user names.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "harness/packs/pack_library.hpp"
#include "harness/stepping/variant.hpp"

namespace sphlab {

/// Every pair physics that `pack` computes forces for.
std::set<std::string> physics_of(const KernelPack& pack);

/// Every traversal of `pack` for `physics`, by name.
std::set<std::string> traversals_of(const KernelPack& pack, const std::string& physics);

/// Every traversal of `pack` for `physics`, each with every list builder where it reads a list,
/// whose format is the default; with every strategy of the optional stages, beside one builder; and
/// in every order of the cells, or with cells of half the radius, where traversal and builder serve
/// them. Not a traversal without a list under a pack's sort, nor cells of a third of the radius or
/// small ones in another order, nor an order that cuts cells for a traversal that serves the usual
/// one, which have to be asked for by their full names. One that narrows is rebuilt every step.
std::vector<Variant> variants_of(const KernelPack& pack, const std::string& physics);

/// The same with every format of the list, and with what has to be asked for; of those, what
/// `names` ask for in any format, when there are any.
std::vector<Variant> variants_of_every_list_format(const KernelPack& pack,
                                                   const std::string& physics,
                                                   const std::vector<std::string>& names = {});

/// Selects variants by `names`: a variant's full name, whatever it is made of (variant_named()), or
/// its traversal alone, which means the default format of the list. All of variants_of() when there
/// are no names.
std::vector<Variant> select_variants(const KernelPack& pack, const std::string& physics,
                                     const std::vector<std::string>& names);

/// Throws Error(not_available) that suggests the nearest when none of `packs` offers one of `names`
/// for any physics.
void require_variants(const std::vector<const LoadedPack*>& packs,
                      const std::vector<std::string>& names);

}  // namespace sphlab
