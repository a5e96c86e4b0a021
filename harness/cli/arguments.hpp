// The command line, parsed.
#pragma once

#include <memory>
#include <string>

#include "harness/cli/best_command.hpp"
#include "harness/cli/count_command.hpp"
#include "harness/cli/duel_command.hpp"
#include "harness/cli/laboratory.hpp"
#include "harness/cli/limits_command.hpp"
#include "harness/cli/list_command.hpp"
#include "harness/cli/profile_command.hpp"
#include "harness/cli/record_command.hpp"
#include "harness/cli/run_command.hpp"
#include "harness/cli/simulate_command.hpp"
#include "harness/cli/verify_command.hpp"

namespace CLI {
class App;
}

namespace sphlab {

enum class Command {
  none,
  list,
  best,
  run,
  record,
  duel,
  verify,
  simulate,
  profile,
  count,
  limits,
  completion
};

/// The options of all commands. Only those of `command` have a meaning.
struct Arguments {
  Command command = Command::none;  ///< none: --help or --version, and it has been printed
  CommonOptions common;
  ListOptions list;
  BestOptions best;
  RunOptions run;
  RecordOptions record;
  DuelOptions duel;
  ProfileOptions profile;
  SimulateOptions simulate;
  VerifyOptions verify;
  CountOptions count;
  LimitsOptions limits;
  std::string shell;       ///< to complete commands in
  std::string completion;  ///< the script for a shell, that command `completion` prints
};

/// The parser of all commands and options, which fills `arguments`.
std::unique_ptr<CLI::App> make_parser(Arguments* arguments);

/// Parses into `arguments`, as far as it gets: the colour mode counts even for the error's message.
/// Throws Error(usage) that names the nearest command or option.
void parse_arguments(int argc, const char* const* argv, Arguments* arguments);

}  // namespace sphlab
