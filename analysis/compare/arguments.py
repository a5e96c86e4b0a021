"""Values of the command line."""

import argparse
import math

from analysis.schema import ASYNCHRONOUS


def change(text):
    """A percentage, as a fraction."""
    return _number(text, "percent", 0, 1000) / 100


def add_threshold(parser):
    """Adds --threshold, in the words of `gate`."""
    parser.add_argument(
        "--threshold",
        type=change,
        metavar="PERCENT",
        help="the smallest change that matters, as for gate",
    )


def change_of_stage(text):
    """STAGE=PERCENT, as (stage, fraction)."""
    stage, _, percent = text.partition("=")
    if not stage or not percent:
        raise argparse.ArgumentTypeError(f"{text!r} is not STAGE=PERCENT, as in forces=1.5")
    return stage, change(percent)


def pair(text):
    """BASE=CANDIDATE, as a pair of names."""
    base, _, candidate = text.partition("=")
    if not base or not candidate:
        raise argparse.ArgumentTypeError(f"{text!r} is not BASE=CANDIDATE, as in gcc-12=gcc-13")
    return base, candidate


def probability(text):
    """A probability that is worth the name of a risk."""
    return _number(text, "probability", 0, 0.5)


def microseconds(text):
    """A time in microseconds, as seconds."""
    return _number(text, "time", -1, 1e9) * 1e-6


def _number(text, what, above, below):
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not above < value < below:
        raise argparse.ArgumentTypeError(f"{text!r} is no {what} between {above} and {below}")
    return value


def count(text):
    """A whole number from 1."""
    try:
        value = int(text)
    except ValueError:
        value = 0
    if value < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number above 0")
    return value


def add_scope(parser, usual):
    """Adds --scope, by default those of the loop."""
    parser.add_argument(
        "--scope",
        nargs="+",
        choices=["step", "stage", "kernel", ASYNCHRONOUS],
        default=list(usual),
        metavar="SCOPE",
        help="which records, out of: %(choices)s (default: step and stage, as they are in the "
        "running loop)",
    )
