// Chooses the pack and the variant of a command that needs one of each.
#pragma once

#include <string>
#include <vector>

#include "harness/cli/laboratory.hpp"
#include "harness/scenarios/scenario.hpp"
#include "harness/stepping/variant.hpp"

namespace sphlab {

/// Runtimes, the one with the fastest devices first: cuda, hip, host.
const std::vector<std::string>& runtimes_by_preference();

/// Throws Error(not_available), with the packs and what to do, where none of them computes the
/// physics of the scenario.
void require_computed(const std::vector<const LoadedPack*>& packs, const Scenario& scenario);

/// The pack of that toolchain; for "" the first usable one of the preferred runtime that is made
/// for speed. Throws Error(not_available).
const LoadedPack& choose_pack(const Laboratory& laboratory, const std::string& toolchain);

/// The variant of that name, or the pack's first for "". Throws Error(not_available).
Variant choose_variant(const LoadedPack& pack, const std::string& physics, const std::string& name);

/// A variant with the pack that runs it.
struct PackedVariant {
  const LoadedPack& pack;
  Variant variant;
};

/// The variant of a file, by the toolchain named, or for "" by the first usable one of those that
/// the file is bound to, if to any. Throws InputError for a file that leaves tuning open;
/// Error(not_available) where no such pack runs here.
PackedVariant choose_variant_of_file(const Laboratory& laboratory, const std::string& toolchain,
                                     const std::string& file);

}  // namespace sphlab
