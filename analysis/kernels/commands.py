"""The commands on packs, for the command line of analysis and for that of this package alone."""

from analysis.help_layout import HelpLayout
from analysis.kernels import (
    build_cost_command,
    counters_command,
    pregate_command,
    resources_command,
    validation_command,
)


def add_to(commands):
    """Adds them to the subparsers of a command line."""
    layout = {"formatter_class": HelpLayout}
    resources_command.add_to(commands, **layout)
    pregate_command.add_to(commands, **layout)
    counters_command.add_to(commands, **layout)
    validation_command.add_to(commands, **layout)
    build_cost_command.add_to(commands, **layout)
