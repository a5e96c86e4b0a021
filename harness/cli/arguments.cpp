#include "harness/cli/arguments.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "harness/best/space.hpp"
#include "harness/cli/completion.hpp"
#include "harness/cli/help_layout.hpp"
#include "harness/cli/list_command.hpp"
#include "harness/cli/option_values.hpp"
#include "harness/cli/overrides.hpp"
#include "harness/cli/rebuild_option.hpp"
#include "harness/error.hpp"
#include "harness/records/environment.hpp"
#include "harness/scenarios/stated_cost.hpp"

namespace sphlab {
namespace {

constexpr const char* description =
    "sphlab: which implementation of a particle-neighbour computation is fastest, on this device, "
    "with this compiler, in a real SPH run - and why?";

constexpr const char* footer = R"(Examples:
  sphlab list                       what there is: packs, scenarios, ...
  sphlab verify                     every variant against the oracle
  sphlab best dam-break-lj          the fastest variant for a scenario
  sphlab run dam-break-lj           a suite; where it is for another device,
                                    every variant of the scenario of that name
  sphlab run dam-break-lj --resume  complete what was interrupted
  sphlab run dam-break-lj --set particles_per_height=80 --toolchain 'cpu-*'
  sphlab run dam-break-lj --life interval=20
  sphlab run dam-break-lj --life trigger=displacement,expansion=1.05
  sphlab record                     measure all that is recorded of a device
  sphlab duel ../base/build/all/lib build/all/lib gate    two builds
  sphlab simulate dam-break-lj --until 0.8 --output out/dam-break
  sphlab count dam-break-lj --set particles_per_height=8  memory requests
  sphlab limits                     what the device can do at most
  source <(sphlab completion bash)  commands, options and names by the Tab key

Environment:
  SPHLAB_PACK_PATH      more folders of packs and runtimes, with colons between
  SPHLAB_CALL_LIMIT     seconds that a call of a pack or of its device may take
                        before the process that works is ended [300, and 0.01
                        a particle], or none
  SPHLAB_POWERCAP       the host's energy counters [/sys/class/powercap]
  NO_COLOR              no colours, unless --color always
  COLUMNS               how wide tables are in a file or a pipe [80]
  OMP_*, GOMP_*, KMP_*  threads of the CPU packs. Where they are not set, best,
                        run, record, duel and limits on the host set
                        OMP_NUM_THREADS (the processors that may be used, or the
                        CPU quota of the control group), OMP_DYNAMIC=false,
                        OMP_PROC_BIND=false and OMP_WAIT_POLICY=passive

Exit codes:
    0  done
    1  an internal error: please report it
    2  the command line is wrong
    3  a scenario, suite or record file is wrong
    4  a scenario does not fit into the host's or the device's memory
    5  an unknown strategy or variant, an absent pack, no such device
    6  a variant did not pass verification, a list overflowed, or a run diverged
    7  a kernel failed or the device is gone
    8  an output file, or the standard output, cannot be written
  130  interrupted (Ctrl-C); finished records, blocks and frames are kept)";

/// Longer budgets are mistyped: 30 days.
constexpr double most_budget_seconds = 30 * 24 * 3600.0;
/// A processor's energy counter may wrap twice within longer runs, unseen.
constexpr double most_energy_seconds = 60;

/// What `read` finds wrong with a text; "": nothing.
template <class Read>
auto problem_of(const Read& read) {
  return [read](const std::string& text) -> std::string {
    try {
      read(text);
      return "";
    } catch (const BadValue& wrong) {
      return wrong.what();
    }
  };
}

/// Adds an option whose value `read` makes of a text, or throws BadValue.
template <class Target, class Read>
CLI::Option* add_value(CLI::App* command, const char* name, Target* target, const Read& read,
                       const std::string& help, const char* type) {
  const auto take = [target, read](const std::string& text) { *target = read(text); };
  return command->add_option_function<std::string>(name, take, help)
      ->check(problem_of(read))
      ->type_name(type);
}

/// The same of an option that may be repeated.
template <class Value, class Read>
void add_values(CLI::App* command, const char* name, std::vector<Value>* target, const Read& read,
                const std::string& help, const char* type) {
  const auto take = [target, read](const std::vector<std::string>& texts) {
    for (const std::string& text : texts) target->push_back(read(text));
  };
  command->add_option_function<std::vector<std::string>>(name, take, help)
      ->allow_extra_args(false)
      ->check(problem_of(read))
      ->type_name(type);
}

/// Adds an option whose value is one of a few words.
template <class Choice>
void add_choice(CLI::App* command, const char* name, Choice* target,
                const std::map<std::string, Choice>& choices, const char* help, const char* type) {
  const auto read = [choices](const std::string& text) {
    if (const auto found = choices.find(text); found != choices.end()) return found->second;
    std::vector<std::string> words;
    for (const auto& [word, choice] : choices) words.push_back(word);
    throw BadValue(fmt::format("must be {}, not '{}'", fmt::join(words, " or "), text));
  };
  add_value(command, name, target, read, help, type);
}

template <class Number>
auto number_within(Number least, Number most) {
  return [least, most](const std::string& text) { return bounded_number(text, least, most); };
}

std::uint64_t read_steps(const std::string& text) {
  return bounded_number(text, std::uint64_t{0}, most_steps);
}

template <class Value>
void add_repeatable(CLI::App* command, const char* name, std::vector<Value>* target,
                    const std::string& help, const char* type) {
  command->add_option(name, *target, help)->allow_extra_args(false)->type_name(type);
}

void add_common_options(CLI::App* app, CommonOptions* common) {
  add_repeatable(app, "--pack-dir", &common->pack_directories,
                 "Folder of kernel packs and runtimes, before the default; repeatable", "DIR");
  add_repeatable(app, "--scenario-dir", &common->scenario_directories,
                 "Folder of scenarios (and suites/), before the default; repeatable", "DIR");
  add_choice(
      app, "--color", &common->color,
      {{"auto", ColorMode::automatic}, {"always", ColorMode::always}, {"never", ColorMode::never}},
      "auto, always or never", "WHEN");
}

void add_set(CLI::App* command, std::map<std::string, double>* overrides,
             const char* help = "Sets a parameter of the scenario; repeatable") {
  const auto parse = [overrides](const std::vector<std::string>& pairs) {
    *overrides = parse_overrides(pairs);
  };
  command->add_option_function<std::vector<std::string>>("--set", parse, help)
      ->allow_extra_args(false)
      ->type_name("KEY=VALUE");
}

void add_scenario(CLI::App* command, std::string* scenario) {
  command->add_option("scenario", *scenario, "Scenario: a name or a file")
      ->required()
      ->type_name("SCENARIO");
}

void add_suite_or_scenario(CLI::App* command, std::string* target) {
  command->add_option("suite", *target, "Suite or scenario: a name or a file")
      ->required()
      ->type_name("SUITE|SCENARIO");
}

void add_toolchains(CLI::App* command, std::vector<std::string>* toolchains, const char* example) {
  add_repeatable(
      command, "--toolchain", toolchains,
      fmt::format("Only packs of this toolchain, or of a pattern such as '{}'; repeatable",
                  example),
      "T");
}

void add_variants(CLI::App* command, std::vector<std::string>* variants) {
  add_repeatable(command, "--variant", variants,
                 "Only this variant, by the name that tables and figures print, or all of this "
                 "traversal; repeatable",
                 "V");
}

void add_variants_or_files(CLI::App* command, std::vector<std::string>* variants) {
  add_repeatable(command, "--variant", variants,
                 "Only this variant, by the name that tables and figures print, or all of this "
                 "traversal, or that of a JSON file; repeatable",
                 "V|FILE");
}

void add_runtime(CLI::App* command, std::string* runtime,
                 const char* help = "cuda, hip or host [the first with a device]") {
  command->add_option("--runtime", *runtime, help)
      ->check(CLI::IsMember({"cuda", "hip", "host"}))
      ->type_name("R");
}

constexpr const char* rebuild_help =
    "When the list is rebuilt: keys of a suite's list_life, as in interval=5 or "
    "trigger=displacement,expansion=1.05";

void add_rebuild(CLI::App* command, std::optional<RebuildPolicy>* rebuild) {
  const auto parse = [rebuild](const std::string& text) { *rebuild = parse_rebuild_policy(text); };
  command->add_option_function<std::string>("--life", parse, rebuild_help)
      ->type_name("KEY=VALUE,...");
}

void add_rebuilds(CLI::App* command, std::vector<RebuildPolicy>* policies) {
  const auto parse = [policies](const std::vector<std::string>& texts) {
    for (const std::string& text : texts) policies->push_back(parse_rebuild_policy(text));
  };
  command
      ->add_option_function<std::vector<std::string>>(
          "--life", parse, std::string(rebuild_help) + ", in place of the suite's; repeatable")
      ->allow_extra_args(false)
      ->type_name("KEY=VALUE,...");
}

CLI::Option* add_device(CLI::App* command, int* device) {
  return add_value(command, "--device", device, number_within(0, std::numeric_limits<int>::max()),
                   "Index of the device, see 'sphlab list devices'", "N");
}

constexpr const char* list_footer =
    R"(Without a subject: how many there are of each, and the first names.

Examples:
  sphlab list
  sphlab list packs
  sphlab list scenarios 'dam-break-*'
  sphlab list variants --physics wcsph-lj --toolchain 'cpu-*'
  sphlab list strategies --stage forces --json

Exit codes of their own meaning; the others as 'sphlab --help' tells:
    5  a name, or an option, that nothing matches)";

/// What all lists have.
void add_list_output(CLI::App* command, ListOptions* list) {
  command->add_flag("--json", list->as_json, "Print JSON, for scripts");
}

constexpr const char* best_footer =
    R"(Searches traversals, list formats, builders, rebuild policies, cells, toolchains and
tuning within a budget of time, verifies what it ranks, and prints the winner, all that
tie with it, and what the best of another traversal loses. docs/best.md tells how.
Ctrl-C ends the search, and what is known by then is printed.

Examples:
  sphlab best dam-break-lj
  sphlab best my-scenario.json --budget 5min --memory 20GB --toolchain 'nvcc-*'
  sphlab best dam-break-lj --set particles_per_height=80 --time 1.5
  sphlab best dam-break-lj --vary tuning --vary list-format
  sphlab best dam-break-lj --for energy --budget 2min
  sphlab best my.particles --radius 2.6 --scenario-file my.json
  sphlab best my.particles --radius 2 --flops-per-pair 60 --bytes-per-source 32
  sphlab best dam-break-lj --json best.json --variant-file winner.json
  sphlab run dam-break-lj --variant winner.json
  sphlab simulate dam-break-lj --variant winner.json --output out/dam-break

Exit codes of their own meaning; the others as 'sphlab --help' tells:
    2  the budget is too small for one variant: the message says what is needed
    5  --for energy, and the device has no energy counter that can be read
    6  nothing that was tried passed verification
    8  the file of --json, --variant-file or --scenario-file is there already,
       another sphlab is about to write it, or it cannot be written)";

void add_best_limits(CLI::App* command, BestOptions* best) {
  add_value(
      command, "--budget", &best->budget_s,
      [](const std::string& text) { return time_with_unit(text, most_budget_seconds); },
      "Wall time behind the way to a later state, as 60s, 5min or 1h [60s]", "TIME");
  add_value(command, "--memory", &best->memory, bytes_with_unit,
            "Only variants that take at most this, as 20GB", "BYTES");
  add_value(command, "--missed", &best->missed, share_with_unit,
            "Share of the pairs that a list may miss when it is oldest, as 0.1% [0]", "SHARE");
  add_value(command, "--error", &best->error, share_with_unit,
            "Error of rates, of the largest, that a traversal may state which reads rounded "
            "sources, as 1e-4 [0]",
            "SHARE");
  add_toolchains(command, &best->toolchains, "nvcc-*");
  add_repeatable(command, "--traversal", &best->traversals, "Only this traversal; repeatable", "V");
  add_repeatable(
      command, "--vary", &best->axes,
      fmt::format("Only variants that differ in this from the traversal's usual one: {}; "
                  "repeatable",
                  fmt::join(axis_names(), ", ")),
      "AXIS");
}

/// What --bytes-per-source may be, fewest first.
std::vector<std::uint32_t> known_bytes_per_source() {
  std::vector<std::uint32_t> known;
  for (const auto& [bytes, physics] : stated_costs()) known.push_back(bytes);
  return known;
}

std::uint32_t read_bytes_per_source(const std::string& text) {
  for (const std::uint32_t bytes : known_bytes_per_source()) {
    if (text == std::to_string(bytes)) return bytes;
  }
  throw BadValue(
      fmt::format("must be one of {}, not '{}': round up to whole sixteens, the first of which are "
                  "the position",
                  fmt::join(known_bytes_per_source(), ", "), text));
}

void add_best_particles(CLI::App* command, BestOptions* best) {
  const ConstantDescription& flops = stated_costs().begin()->second->all_own_constants().front();
  add_value(command, "--radius", &best->radius, positive_number,
            "Of a particle file's pairs, in its unit of length", "LENGTH");
  add_value(command, "--interval", &best->list_interval,
            number_within(std::uint32_t{1}, longest_list_interval),
            "Steps between two rebuilds of a particle file's lists [10]", "STEPS");
  add_value(command, "--flops-per-pair", &best->flops_per_pair,
            number_within(flops.least, flops.most),
            "Floating-point operations of a pair of your physics, which is timed in place of a "
            "potential",
            "NUMBER");
  add_value(command, "--bytes-per-source", &best->bytes_per_source, read_bytes_per_source,
            "Bytes that it reads of a source; 16 are a position [16]",
            fmt::format("{}", fmt::join(known_bytes_per_source(), "|")).c_str());
  command->add_flag("--open", best->takes_for_open,
                    "Take a periodic box for open: pairs across its faces are left out");
  command
      ->add_option("--scenario-file", best->scenario_file,
                   "The scenario of a particle file, for run and verify")
      ->type_name("FILE");
}

void add_best(CLI::App* command, BestOptions* best) {
  command->footer(best_footer);
  command->add_option("scenario", best->scenario, "Scenario: a name or a file; or a particle file")
      ->required()
      ->type_name("SCENARIO|PARTICLES");
  add_best_particles(command, best);
  add_best_limits(command, best);
  add_choice(command, "--for", &best->objective,
             {{"time", Objective::time}, {"energy", Objective::energy}},
             "What to rank by: time or energy [time]", "WHAT");
  add_value(command, "--top", &best->top, number_within(std::size_t{1}, std::size_t{100}),
            "Variants to rank, at most [10]", "N");
  CLI::Option* time =
      add_value(command, "--time", &best->time, number_within(least_state_time, most_state_time),
                "State to measure, simulated [sqrt(H/g)]; the initial one without", "NUMBER");
  add_value(command, "--after", &best->after, read_steps, "The same by the steps before it",
            "STEPS")
      ->excludes(time);
  command->add_option("--json", best->json, "All that is known, as JSON; - for standard output")
      ->type_name("FILE");
  command->add_option("--variant-file", best->variant_file, "The winner, for --variant")
      ->type_name("FILE");
  command
      ->add_option("--limits", best->limits, "Limits of the device [results/<device>/limits.json]")
      ->type_name("FILE");
  add_value(command, "--seed", &best->seed, number_within(std::uint64_t{0}, most_seed),
            "Of the order of blocks [1]", "N");
  command->add_flag("--exhaustive", best->exhaustive,
                    "Measure every variant instead, whatever the budget: to judge the search by");
  add_set(command, &best->overrides);
  add_device(command, &best->device);
}

void add_list_subject(CLI::App* command, const ListSubject& subject, ListOptions* list) {
  command
      ->add_option("name", list->filter.names,
                   "Only these names, or what matches patterns such as '*-lj'")
      ->type_name("NAME");
  if (subject.of_packs) {
    add_repeatable(command, "--toolchain", &list->filter.toolchains,
                   "Only of this toolchain, or of a pattern such as 'cpu-*'; repeatable", "T");
  }
  if (subject.of_physics) {
    add_repeatable(command, "--physics", &list->filter.physics,
                   "Only of this physics, or of a pattern; repeatable", "PHYSICS");
  }
  if (subject.of_stages) {
    add_repeatable(command, "--stage", &list->filter.stages,
                   "Only of this stage, such as 'forces'; repeatable", "STAGE");
  }
  if (subject.of_formats) {
    command->add_flag("--every-list-format", list->filter.every_list_format,
                      "With every format of the list, not with the default alone");
  }
  add_list_output(command, list);
  command->add_flag("--names", list->names_only, "Print the names alone, one a line")
      ->excludes("--json");
}

void add_list(CLI::App* command, ListOptions* list) {
  command->footer(list_footer);
  command->require_subcommand(0, 1);
  add_list_output(command, list);
  for (const ListSubject& subject : list_subjects()) {
    CLI::App* of_subject = command->add_subcommand(subject.name, subject.help);
    of_subject->final_callback([list, name = subject.name] { list->subject = name; });
    add_list_subject(of_subject, subject, list);
  }
}

constexpr const char* run_footer =
    R"(Finished blocks are kept beside the records, in FILE.unfinished, until the records of all variants in a
state are written: --resume goes on behind them, whatever ended the run. The table at the end ranks whole
steps: * is the fastest, = what cannot be told from it.

Examples:
  sphlab run dam-break-lj
  sphlab run dam-break-lj --resume
  sphlab run ./my-scenario.json --toolchain 'cpu-*'
  sphlab run still-water --variant list-gather+per-particle+split-chunk-4
  sphlab run dam-break-lj --life interval=20 --life interval=5
  sphlab run dam-break-lj --energy 1s
  sphlab run dam-break-lj --budget 5min

Exit codes of their own meaning; the others as 'sphlab --help' tells:
    2  the budget has no time for some state of a scenario: it has no records,
       and the message names it; those of the others are kept
    5  --energy, and the device has no energy counter that can be read
    6  a record is invalid: its validity.status tells why
    8  the record file, or its blocks, are there already and --resume is not)";

void add_run(CLI::App* command, RunOptions* run) {
  command->footer(run_footer);
  add_suite_or_scenario(command, &run->target);
  command->add_option("--output", run->output, "Record file [results/<device>/<suite>.jsonl]")
      ->type_name("FILE");
  command->add_flag("--resume", run->resume, "Complete the record file: measure what it lacks");
  add_toolchains(command, &run->toolchains, "cpu-*");
  add_variants_or_files(command, &run->variants);
  add_rebuilds(command, &run->policies);
  add_value(
      command, "--budget", &run->budget_s,
      [](const std::string& text) { return time_with_unit(text, most_budget_seconds); },
      "Wall time to end in, as 60s, 5min or 1h: all variants have fewer samples alike, but at "
      "least the "
      "blocks that an interval needs",
      "TIME");
  add_value(
      command, "--energy", &run->energy,
      [](const std::string& text) { return time_with_unit(text, most_energy_seconds); },
      "Counts the energy of each variant, too, in runs of so many seconds, as 1s", "TIME");
  add_set(command, &run->overrides);
  add_device(command, &run->device);
}

constexpr const char* record_footer =
    R"(Measures the limits of a device (limits.json), and every suite that says "recorded" and is meant for it, by
one process: each into a file of its own, later states of a scenario from the same particles. A toolchain that
is not here, and a suite that does not fit, are left out and said. ci/record calls it, draws the figures and
tells what has changed.

On another device, or with other compilers: a suite names a runtime ("device": cuda, hip, host or any), not a
model. Any NVIDIA GPU records those for cuda, in a folder of its own name. None is for hip: beside an AMD GPU the
host's are recorded. Those for cuda take the packs of every nvcc that are here (nvcc-*), and some those of
nvcc-13.0, clang-19 or clang-16, by these very names: another, such as clang-18, takes no part in them. A suite of whose
toolchains some are here is measured with these, and the summary at the end names those that are not; where none
is here it is not recorded, and the summary says so. 'sphlab list packs' tells what is here. To record with
others, name a suite of your own:
  {"schema_version": 1, "name": "lists-clang-18",
   "description": "Suite lists by clang 18.",
   "extends": "PATH/scenarios/suites/lists.json", "toolchains": ["clang-18"]}

Examples:
  sphlab record                      all that is meant for the fastest device
  sphlab record --runtime host       on the CPU
  sphlab record lists list-life --output out/again
  sphlab record --resume             complete what was interrupted

Exit codes of their own meaning; the others as 'sphlab --help' tells:
    6  a record is invalid, for another reason than that its variant refuses the
       case)";

void add_record(CLI::App* command, RecordOptions* record) {
  command->footer(record_footer);
  command
      ->add_option("suite", record->suites, "Suites: names or files; without any, all \"recorded\"")
      ->type_name("SUITE");
  command->add_option("--output", record->folder, "Folder of the record files [results/<device>]")
      ->type_name("DIR");
  command->add_flag("--resume", record->resume, "Complete the files that are there");
  add_runtime(command, &record->runtime);
  add_device(command, &record->device);
}

constexpr const char* duel_footer =
    R"(Both builds are loaded into one process. Each variant is verified on both sides, then they take turns
on the same particles in the same buffers, with the tuning that is best for the base. Each record
tells its side; 'python -m analysis gate --duel FILE' judges them.

Examples:
  sphlab duel ../base/build/all/lib build/all/lib gate --out duel.jsonl
  sphlab duel ../base/build/all/lib build/all/lib dam-break-lj \
      --toolchain nvcc-13.0 --variant list-gather
  sphlab duel build/all/lib build/all/lib gate  A/A: how far apart is equal code
  sphlab duel build/all/lib build/all/lib gate --pair nvcc-13.0=nvcc-13.5

Exit codes of their own meaning; the others as 'sphlab --help' tells:
    5  a pack of one side does not load, or has no counterpart on the other
    6  a variant of one side did not pass verification, or failed on the way, or
       the candidate's code ended the process; finished records are kept
    7  the device is gone, or the base's code ended the process; finished
       records are kept)";

void add_duel(CLI::App* command, DuelOptions* duel) {
  command->footer(duel_footer);
  command->add_option("base", duel->base, "Folder of the base's packs")
      ->required()
      ->type_name("BASE");
  command->add_option("candidate", duel->candidate, "Folder of the candidate's packs")
      ->required()
      ->type_name("CANDIDATE");
  add_suite_or_scenario(command, &duel->target);
  command
      ->add_option("--out,--output", duel->output,
                   "Record file [results/<device>/duel-<suite>.jsonl]")
      ->type_name("FILE");
  add_toolchains(command, &duel->toolchains, "cpu-*");
  add_variants(command, &duel->variants);
  add_repeatable(command, "--pair", &duel->pairs,
                 "Lets toolchains of two names duel, such as nvcc-13.0=nvcc-13.5, and no others; "
                 "repeatable",
                 "BASE=CANDIDATE");
  command
      ->add_option("--tunings", duel->tunings,
                   "Hold the duel once for each element of a JSON array of tuning values of the "
                   "candidate, as in [{}, {\"forces\": {\"extra\": 40}}]; --out names a new folder")
      ->type_name("FILE");
  add_set(command, &duel->overrides);
  add_device(command, &duel->device);
}

constexpr const char* verify_footer =
    R"(Variants are verified one after another, and told of as they are: in an order that mixes
scenarios and packs, by which the time left is known.

Examples:
  sphlab verify                       small cases of every physics, every pack
  sphlab verify dam-break-lj --set particles_per_height=80 \
      --variant list-gather --after 500
  sphlab verify dam-break-lj --front  the front beside Martin and Moyce's
  sphlab verify --runtime host --after 100 --front \
      --output results/host-x86_64/verification.jsonl

'python -m analysis figures FILE' draws what --output wrote.

Exit codes of their own meaning; the others as 'sphlab --help' tells:
    6  a check failed
    8  the file of --output holds something already, or cannot be written)";

void add_verify(CLI::App* command, VerifyOptions* verify) {
  command->footer(verify_footer);
  command
      ->add_option("scenario", verify->scenarios,
                   "Scenarios: names or files; without any, small cases of every physics")
      ->type_name("SCENARIO");
  add_toolchains(command, &verify->toolchains, "simt-*");
  add_variants(command, &verify->variants);
  add_rebuild(command, &verify->rebuild);
  add_set(command, &verify->overrides);
  command->add_flag("--every-list-format", verify->every_list_format,
                    "Variants with every format of the list, not with the default alone");
  command->add_flag(
      "--front", verify->front,
      "Also run the dam breaks named, and report their fronts beside the experiment of Martin "
      "and Moyce");
  add_values(command, "--after", &verify->after, read_steps,
             "Also verify the state after so many steps of the variant's own; repeatable", "STEPS");
  command
      ->add_option("--output", verify->output,
                   "Also write every check, and what was followed over a run, into a new file of "
                   "JSON lines, as results/<device>/verification.jsonl")
      ->type_name("FILE");
  add_runtime(command, &verify->runtime, "Only packs of cuda, hip or host [all]");
  add_device(command, &verify->device);
}

constexpr const char* simulate_footer =
    R"(Writes particles_NNNNN.vtp (compressed, with TimeValue), particles.pvd, which ParaView opens, energy.csv
and, with each frame, state.particles, from which --from goes on: behind the frames of the same folder, or in
another. docs/simulate.md names fields and units. The list is rebuilt every few steps, and a frame is the end
of the first such cycle that reaches its time: it carries the time that it has, a little behind the one that
was asked for. Times within one cycle share a frame, and the last line says how far behind --until the run
has ended.

Examples:
  sphlab simulate dam-break-lj --output out/dam-break
  sphlab simulate dam-break-lj --until 0.8 --every 0.01 --output out/dam-break
  sphlab simulate dam-break-lj --from out/dam-break --until 1.6 --every 0.01 \
      --output out/dam-break
  sphlab simulate still-water --toolchain 'cpu-gcc-12' \
      --variant omp-asymmetric --output out/still-water)";

void add_simulate(CLI::App* command, SimulateOptions* simulate) {
  command->footer(simulate_footer);
  add_scenario(command, &simulate->scenario);
  command
      ->add_option(
          "--from", simulate->from,
          "State to go on from: a state.particles or its folder [the scenario's initial one]")
      ->type_name("FILE");
  add_value(command, "--until", &simulate->until, positive_number,
            "End [s] [the scenario's end time]", "SECONDS");
  add_value(command, "--every", &simulate->every, positive_number,
            "Time between frames [s] [a hundredth of the run]", "SECONDS");
  command->add_option("--output", simulate->output, "Folder for the files")
      ->required()
      ->type_name("DIR");
  command->add_option("--toolchain", simulate->toolchain, "Pack to use [the best that runs here]")
      ->type_name("T");
  command
      ->add_option("--variant", simulate->variant,
                   "Variant to use, a name or a JSON file [the pack's first]")
      ->type_name("V|FILE");
  add_value(command, "--memory-budget", &simulate->memory_budget, bytes_with_unit,
            "Device memory that 'auto-cells' may take, as 20GB [all that is free]", "BYTES");
  add_rebuild(command, &simulate->rebuild);
  add_set(command, &simulate->overrides);
  add_device(command, &simulate->device);
}

constexpr const char* profile_footer =
    R"(Runs under a profiler; ci/profile calls both, and docs/profiling.md tells how to read what comes out.
Each record of a stage alone with a warm cache is made again: its scenario and state, its variant by its
toolchain, its tuning. The stage then runs once more in a range that is named by the record. With --loop,
so do cycles of the records of steps, and ci/timeline calls it.

Examples:
  ncu --profile-from-start off --nvtx \
      sphlab profile results/nvidia-h200/cutoff.jsonl
  ncu --profile-from-start off --nvtx \
      sphlab profile results/nvidia-h200/cutoff.jsonl \
      --variant x-pencil --set cells_per_side=32
  nsys profile --trace cuda,nvtx \
      sphlab profile results/nvidia-h200/dam-break-lj.jsonl \
      --stage list --stage forces

Exit codes of their own meaning; the others as 'sphlab --help' tells:
    3  the file is no recorded run, holds no such record, or its scenario has
       changed since
    5  another device than the records are of, a toolchain without a pack, a
       runtime without profilers)";

void add_profile(CLI::App* command, ProfileOptions* profile) {
  command->footer(profile_footer);
  command->add_option("records", profile->records, "A recorded run, *.jsonl")
      ->required()
      ->type_name("RECORDS");
  add_repeatable(command, "--stage", &profile->stages, "This stage, or all [forces]; repeatable",
                 "S");
  command
      ->add_flag("--loop", profile->loop,
                 "Not stages alone: whole cycles of the records of steps, for a timeline")
      ->excludes("--stage");
  add_repeatable(command, "--scenario", &profile->scenarios,
                 "Only records of this scenario; repeatable", "NAME");
  add_repeatable(command, "--toolchain", &profile->toolchains,
                 "Only records of this toolchain, or of a pattern; repeatable", "T");
  add_variants(command, &profile->variants);
  add_set(command, &profile->overrides,
          "Only records whose scenario has this parameter; repeatable");
  add_device(command, &profile->device);
}

constexpr const char* count_footer =
    R"(Every stage of a cycle runs on the host executor, whose warps have 32 lanes; sectors, bank conflicts and
divergence are counted exactly, the same in every run. Columns of the table: requests of global loads,
active lanes and 32-byte sectors a request; the same of stores; requests of shared memory and wavefronts a
request; atomic requests; barriers; active lanes per run of straight-line code; branches that diverge.

Examples:
  sphlab count dam-break-lj --set particles_per_height=8 --variant list-gather
  sphlab count random-box --set cells_per_side=5 --variant par-cell-sm \
      --output counts.jsonl --instructions
  ncu --profile-from-start off --nvtx \
      sphlab count random-box --set cells_per_side=5 --profile nvcc-13.0)";

void add_count(CLI::App* command, CountOptions* count) {
  command->footer(count_footer);
  add_scenario(command, &count->scenario);
  add_variants(command, &count->variants);
  add_value(command, "--cycles", &count->cycles, read_steps,
            "Cycles to run before the state that is counted", "N");
  command->add_option("--output", count->output, "JSON lines, one a launch")->type_name("FILE");
  command->add_flag("--instructions", count->instructions,
                    "Also tell of each instruction in the JSON lines");
  add_set(command, &count->overrides);
  CLI::Option* profiled = command->add_option(
      "--profile", count->profiled,
      "Do not count: run the same stages by this toolchain, for a profiler to count");
  profiled->type_name("T")->excludes("--output")->excludes("--instructions");
  add_device(command, &count->device)->needs(profiled);
}

constexpr const char* limits_footer =
    R"(Each is reached by a kernel that does nothing else: a copy within the memory, fused multiply-adds, loads
from the first cache, and kernels of no work one after another. What a kernel leaves behind is checked.
Figures draw what the limits allow beside what was measured, see docs/limits.md.

Examples:
  sphlab limits
  sphlab limits --runtime host --output limits.json

Exit codes of their own meaning; the others as 'sphlab --help' tells:
    6  a kernel did not do what it is timed for
    8  the file is there already, or cannot be written)";

void add_limits(CLI::App* command, LimitsOptions* limits) {
  command->footer(limits_footer);
  add_runtime(command, &limits->runtime);
  add_device(command, &limits->device);
  command->add_option("--output", limits->output, "JSON document [results/<device>/limits.json]")
      ->type_name("FILE");
}

constexpr const char* completion_footer =
    R"(Where `cmake --install` has put the command, the scripts are there already.

Examples:
  source <(sphlab completion bash)      in ~/.bashrc
  sphlab completion zsh > ~/.zfunc/_sphlab
  sphlab completion fish > ~/.config/fish/completions/sphlab.fish)";

void add_completion(CLI::App* command, std::string* shell) {
  command->footer(completion_footer);
  command->add_option("shell", *shell, "bash, zsh or fish")
      ->required()
      ->check(CLI::IsMember(completed_shells()))
      ->type_name("SHELL");
}

std::string version_text() {
  const Record::Code code = built_code();
  return fmt::format("sphlab {} ({}{})", built_version(), code.revision.value_or("no revision"),
                     code.dirty.value_or(false) ? ", modified" : "");
}

/// The commands that were given, each behind the one that it is of.
std::vector<const CLI::App*> given_commands(const CLI::App& app) {
  std::vector<const CLI::App*> given = {&app};
  for (auto next = app.get_subcommands(); !next.empty(); next = given.back()->get_subcommands())
    given.push_back(next.front());
  return given;
}

/// What is wrong, in terms of the first argument that was not understood where there is one: that a
/// command is missing is no help to who has mistyped it.
std::string complaint(const CLI::App& app, const CLI::ParseError& wrong) {
  const std::vector<std::string> unexpected = app.remaining(true);
  if (unexpected.empty()) return fmt::format("{}.", wrong.what());
  if (unexpected.front() == "why")
    return "What a recorded variant waits for is told by 'python -m analysis why'.";
  std::vector<std::string> known;
  const std::vector<const CLI::App*> given = given_commands(app);
  for (const CLI::App* command : given) {
    for (const CLI::Option* option : command->get_options()) {
      for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
    }
  }
  for (const CLI::App* command : given.back()->get_subcommands({}))
    known.push_back(command->get_name());
  return fmt::format("'{}' was not expected{}", unexpected.front(),
                     did_you_mean(unexpected.front(), known, "."));
}

/// No option of the command, and of those below it, takes an empty value.
void require_values(CLI::App* command) {
  const CLI::Validator is_value([](std::string& text) { return why_no_value(text); }, "");
  for (CLI::Option* option : command->get_options({})) {
    if (option->get_items_expected_max() > 0) option->transform(is_value);
  }
  for (CLI::App* below : command->get_subcommands({})) require_values(below);
}

/// The parser would take the next word for the value of "--until=".
void require_values_behind_signs(int argc, const char* const* argv) {
  for (int k = 1; k < argc; ++k) {
    const std::string_view word = argv[k];
    if (word.starts_with("--") && word.find('=') == word.size() - 1)
      throw Error(ExitCode::usage, fmt::format("{}: {}. See 'sphlab --help'",
                                               word.substr(0, word.size() - 1), why_no_value("")));
  }
}

}  // namespace

std::unique_ptr<CLI::App> make_parser(Arguments* arguments) {
  auto parser = std::make_unique<CLI::App>(description, "sphlab");
  CLI::App& app = *parser;
  app.formatter(std::make_shared<HelpLayout>());
  app.footer(footer);
  app.set_version_flag("--version", version_text());
  app.require_subcommand(1);
  app.fallthrough();
  add_common_options(&app, &arguments->common);
  const auto add = [&](Command command, const char* name, const char* help) {
    const auto choose = [arguments, command] { arguments->command = command; };
    return app.add_subcommand(name, help)->final_callback(choose);
  };
  add_list(add(Command::list, "list", "Show what there is"), &arguments->list);
  add_best(add(Command::best, "best", "Find the fastest variant for a scenario"), &arguments->best);
  add_run(add(Command::run, "run", "Measure a suite or a scenario into records"), &arguments->run);
  add_record(add(Command::record, "record", "Measure every suite that is meant for a device"),
             &arguments->record);
  add_duel(add(Command::duel, "duel", "Measure two builds of the packs against each other"),
           &arguments->duel);
  add_verify(add(Command::verify, "verify", "Compare what variants compute with the oracle"),
             &arguments->verify);
  add_simulate(add(Command::simulate, "simulate",
                   "Run a scenario and write VTK files and a CSV of its energy"),
               &arguments->simulate);
  add_profile(add(Command::profile, "profile", "Run recorded stages once more, under a profiler"),
              &arguments->profile);
  add_count(add(Command::count, "count", "Count the memory requests and the divergence of kernels"),
            &arguments->count);
  add_limits(add(Command::limits, "limits", "Measure what the device can do at most"),
             &arguments->limits);
  add_completion(add(Command::completion, "completion", "Print what completes commands in a shell"),
                 &arguments->shell);
  require_values(&app);
  return parser;
}

void parse_arguments(int argc, const char* const* argv, Arguments* arguments) {
  const std::unique_ptr<CLI::App> app = make_parser(arguments);
  try {
    require_values_behind_signs(argc, argv);
    app->parse(argc, argv);
    if (!arguments->shell.empty())
      arguments->completion = completion_script(*app, arguments->shell);
  } catch (const CLI::Success& help_or_version) {
    app->exit(help_or_version);
  } catch (const CLI::ParseError& wrong) {
    throw Error(ExitCode::usage, complaint(*app, wrong) + " See 'sphlab --help'");
  }
}

}  // namespace sphlab
