#include "harness/cli/command_line.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <csignal>
#include <optional>
#include <string>

#include "harness/cli/arguments.hpp"
#include "harness/cli/exit_status.hpp"
#include "harness/cli/list_command.hpp"
#include "harness/cli/streams.hpp"
#include "harness/cli/supervisor.hpp"
#include "harness/measure/crash_report.hpp"
#include "harness/pack_work.hpp"

namespace sphlab {
namespace {

/// Whether it runs packs, without a profiler, which follows the process that it has started.
bool is_supervised(const Arguments& arguments) {
  switch (arguments.command) {
    case Command::best:
    case Command::run:
    case Command::record:
    case Command::duel:
    case Command::verify:
    case Command::simulate:
      return true;
    case Command::count:
      return arguments.count.profiled.empty();
    case Command::none:
    case Command::list:
    case Command::profile:
    case Command::limits:
    case Command::completion:
      return false;
  }
  return false;
}

void run_command(const Arguments& arguments) {
  report_crashes("nothing was computed");
  const Style style(arguments.common.color, STDOUT_FILENO);
  if (arguments.command == Command::none) return;
  keep_standard_output();
  if (arguments.command == Command::completion) return print_result(arguments.completion);
  if (arguments.command == Command::duel)  // it brings packs of its own
    return run_duel(arguments.common, arguments.duel, style);
  if (arguments.command == Command::count)
    return run_count(arguments.common, arguments.count, style);
  const Laboratory laboratory(arguments.common);
  switch (arguments.command) {
    case Command::none:
    case Command::duel:
    case Command::count:
    case Command::completion:
      return;
    case Command::list:
      return run_list(laboratory, arguments.list, style);
    case Command::best:
      return run_best(laboratory, arguments.best, style);
    case Command::run:
      return run_run(laboratory, arguments.run, style);
    case Command::record:
      return run_record(laboratory, arguments.record, style);
    case Command::verify:
      return run_verify(laboratory, arguments.verify, style);
    case Command::simulate:
      return run_simulate(laboratory, arguments.simulate);
    case Command::profile:
      return run_profile(laboratory, arguments.profile);
    case Command::limits:
      return run_limits(laboratory, arguments.limits, style);
  }
}

}  // namespace

int run_command_line(int argc, char** argv) {
  // A write beyond a limit on file sizes shall fail like one to a full disk, and a write to a pipe
  // that nobody reads any more like any other: neither kills the process with records to save.
  std::signal(SIGXFSZ, SIG_IGN);
  std::signal(SIGPIPE, SIG_IGN);
  open_standard_streams();
  Arguments arguments;
  std::string message;
  std::optional<int> code_of_worker;
  const ExitCode code = exit_status_of(
      [&] {
        parse_arguments(argc, argv, &arguments);
        if (is_supervised(arguments)) code_of_worker = supervise();
        if (code_of_worker) return;
        run_command(arguments);
        require_printed();
      },
      &message);
  if (code != ExitCode::ok) {
    const Style style(arguments.common.color, STDERR_FILENO);
    flush_results();
    print_notice(fmt::format("{} {}\n", style.red("sphlab: error:"), message));
  }
  pack_work().is_over = true;
  return code_of_worker.value_or(static_cast<int>(code));
}

}  // namespace sphlab
