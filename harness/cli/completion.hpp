// Shell completion, made from what the command line can parse.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace sphlab {

/// The shells that there is a script for: bash, zsh, fish.
const std::vector<std::string>& completed_shells();

/// A script that completes commands, options, files, and the names of suites, scenarios, packs,
/// variants and physics, for which it asks `sphlab list ... --names`. The same words as the help.
/// @param shell one of completed_shells(). @param app with all commands added.
std::string completion_script(const CLI::App& app, const std::string& shell);

}  // namespace sphlab
