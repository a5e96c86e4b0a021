"""The commands on packs, for the command line of analysis and for that of this package alone."""

from analysis.kernels import (
    build_cost_command,
    counters_command,
    pregate_command,
    resources_command,
    validation_command,
)


def add_to(commands):
    """Adds them to the subparsers of a command line."""
    resources_command.add_to(commands)
    pregate_command.add_to(commands)
    counters_command.add_to(commands)
    validation_command.add_to(commands)
    build_cost_command.add_to(commands)
