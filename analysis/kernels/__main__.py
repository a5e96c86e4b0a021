"""The commands on packs without those on records, and so without the libraries they need."""

import argparse
import sys

from analysis.kernels import commands
from analysis.outcome import exit_code_of
from analysis.output import make_legible


def main(arguments=None):
    """Runs one command and returns its exit code."""
    make_legible()
    parser = argparse.ArgumentParser(prog="python -m analysis.kernels", description=__doc__)
    commands.add_to(parser.add_subparsers(required=True, metavar="COMMAND"))
    return exit_code_of(parser.parse_args(arguments))


if __name__ == "__main__":
    sys.exit(main())
