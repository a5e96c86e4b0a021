#include "harness/cli/duel_command.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <set>

#include "harness/cli/campaign_session.hpp"
#include "harness/cli/openmp_restart.hpp"
#include "harness/cli/suite_choice.hpp"
#include "harness/error.hpp"
#include "harness/scenarios/json_document.hpp"

namespace sphlab {
namespace {

namespace fs = std::filesystem;

constexpr const char* schema_of_tunings = R"({
  "type": "array",
  "minItems": 1,
  "items": {
    "description": "a duel maps stages to tuning values, as in {\"forces\": {\"extra\": 40}}",
    "type": "object",
    "additionalProperties": {
      "description": "a stage maps tuning parameters to whole numbers",
      "type": "object",
      "additionalProperties": {"type": "integer", "minimum": 0, "maximum": 4294967295}
    }
  }
})";

/// Loads the packs of one side. All must load: what is not there cannot lose.
std::vector<LoadedPack> load_whole(const fs::path& folder, Side side) {
  std::vector<std::string> problems;
  std::vector<LoadedPack> packs = load_side(folder, side, &problems);
  if (!problems.empty()) {
    throw Error(ExitCode::not_available, fmt::format("the {} does not load: {}", side_name(side),
                                                     fmt::join(problems, "; ")));
  }
  if (packs.empty()) {
    throw Error(ExitCode::not_available,
                fmt::format("the {} folder {} holds no pack (libsphlab-kernels-*.so); name the "
                            "folder lib of a build",
                            side_name(side), folder.string()));
  }
  return packs;
}

/// Takes the pack of a toolchain out of those of a side.
LoadedPack pick(const std::vector<LoadedPack>& packs, const std::string& toolchain) {
  std::vector<std::string> names;
  for (const LoadedPack& pack : packs) {
    if (toolchain == pack.pack->toolchain) return pack;
    names.emplace_back(pack.pack->toolchain);
  }
  throw Error(ExitCode::not_available,
              fmt::format("--pair: the {} has no pack '{}'{}", side_name(packs.front().side),
                          toolchain, did_you_mean(toolchain, names)));
}

/// Leaves the packs that are paired, each candidate in the part of its base.
void pair_up(const std::vector<std::string>& pairs, std::vector<LoadedPack>& bases,
             std::vector<LoadedPack>& candidates) {
  std::vector<LoadedPack> paired_bases;
  std::vector<LoadedPack> paired_candidates;
  for (const std::string& pair : pairs) {
    const std::size_t sign = pair.find('=');
    if (sign == std::string::npos || sign == 0 || sign + 1 == pair.size()) {
      throw Error(
          ExitCode::usage,
          fmt::format("--pair: '{}' is not BASE=CANDIDATE, as in nvcc-13.0=nvcc-13.5", pair));
    }
    paired_bases.push_back(pick(bases, pair.substr(0, sign)));
    paired_candidates.push_back(pick(candidates, pair.substr(sign + 1)));
    paired_candidates.back().stands_for = paired_bases.back().stands_for;
  }
  bases = std::move(paired_bases);
  candidates = std::move(paired_candidates);
}

std::vector<LoadedPack> load_both(const DuelOptions& options) {
  std::vector<LoadedPack> packs = load_whole(options.base, Side::base);
  std::vector<LoadedPack> candidates = load_whole(options.candidate, Side::candidate);
  if (!options.pairs.empty()) pair_up(options.pairs, packs, candidates);
  std::move(candidates.begin(), candidates.end(), std::back_inserter(packs));
  return packs;
}

/// Toolchains of one side that take part.
std::set<std::string> toolchains_of(const Laboratory& laboratory, Side side, const Suite& suite,
                                    const std::string& runtime,
                                    const std::vector<std::string>& patterns) {
  std::set<std::string> names;
  for (const LoadedPack& pack : laboratory.packs()) {
    const std::string& name = pack.stands_for;
    if (pack.side == side && runtime == pack.pack->runtime && laboratory.unusable(pack).empty() &&
        toolchain_selected(suite.toolchains, name) && toolchain_selected(patterns, name))
      names.insert(name);
  }
  return names;
}

/// Refuses a toolchain that only one side has: it would be measured against nothing.
void require_counterparts(const Laboratory& laboratory, const Suite& suite,
                          const std::string& runtime, const std::vector<std::string>& patterns) {
  const auto base = toolchains_of(laboratory, Side::base, suite, runtime, patterns);
  const auto candidate = toolchains_of(laboratory, Side::candidate, suite, runtime, patterns);
  if (base == candidate) return;
  throw Error(
      ExitCode::not_available,
      fmt::format("the two builds do not have the same toolchains (base: {}; candidate: {}); "
                  "--toolchain chooses those of both, --pair BASE=CANDIDATE lets two names duel",
                  fmt::join(base, ", "), fmt::join(candidate, ", ")));
}

/// Notes where both sides are one file, perhaps through a link: an A/A duel.
std::vector<std::string> notes_on_equal_files(const std::vector<LoadedPack>& packs) {
  std::vector<std::string> notes;
  for (const LoadedPack& base : packs) {
    for (const LoadedPack& candidate : packs) {
      if (base.side == Side::base && candidate.side == Side::candidate &&
          fs::equivalent(base.file, candidate.file)) {
        notes.push_back(fmt::format("{} and {} are one file: {} duels with itself",
                                    base.file.string(), candidate.file.string(),
                                    base.pack->toolchain));
      }
    }
  }
  return notes;
}

/// Reads the tuning values that the candidate has instead of the base's in each of several duels,
/// by which a gate is audited: [{}, {"forces": {"extra": 40}}]. Throws InputError.
std::vector<Tunings> read_tunings(const DuelOptions& options) {
  if (options.output.empty())
    throw Error(ExitCode::usage, "--tunings writes a file a duel: name their folder with --out");
  const nlohmann::json document = load_json(options.tunings);
  JsonSchema(schema_of_tunings).check(document, options.tunings.string());
  return document.get<std::vector<Tunings>>();
}

}  // namespace

void run_duel(const CommonOptions& common, const DuelOptions& options, const Style& style) {
  const Laboratory laboratory(common, load_both(options));
  Session session;
  const Suite suite = choose_suite(
      laboratory, {options.target, options.overrides, options.toolchains, options.variants, {}},
      session.notes);
  CampaignSelection selection{options.toolchains};
  const std::string name = choose_runtime(laboratory, suite, options.toolchains);
  require_counterparts(laboratory, suite, name, options.toolchains);
  require_openmp_environment(name);
  const auto runtime = laboratory.open_device(name, options.device);
  session.output = options.output;
  if (!options.tunings.empty())
    selection.duels = read_tunings(options);
  else if (options.output.empty())
    session.output = default_record_file(*runtime, "duel-" + suite.name);
  session.completion = "start the duel anew in another file";
  for (std::string& note : notes_on_equal_files(laboratory.packs()))
    session.notes.push_back(std::move(note));
  run_session(laboratory, suite, *runtime, selection, session, style);
}

}  // namespace sphlab
