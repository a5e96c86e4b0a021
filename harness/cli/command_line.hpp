// The command line: options, commands, and errors as exit codes.
#pragma once

namespace sphlab {

/// Parses the arguments and runs the command. Returns the exit code; every error ends here, as one
/// line on stderr.
int run_command_line(int argc, char** argv);

}  // namespace sphlab
