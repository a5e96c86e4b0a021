#include "harness/cli/command_line.hpp"

int main(int argc, char** argv) {
  return sphlab::run_command_line(argc, argv);
}
