"""The command power: how many blocks a suite needs."""

from pathlib import Path

import numpy as np

from analysis.columns import aligned
from analysis.compare import arguments
from analysis.compare.blocks import times
from analysis.compare.comparison import GPU_CHANGE, HOST_CHANGE, Policy
from analysis.compare.noise import NOISY_CPU, QUIET_GPU, two_sides
from analysis.compare.power import as_blocks, drawn_from, power, trial
from analysis.compare.verdict import Rule
from analysis.errors import InputError
from analysis.help_layout import add_command
from analysis.load import load_records, split_by_validity
from analysis.output import show

NOISES = {"quiet-gpu": (QUIET_GPU, GPU_CHANGE), "noisy-cpu": (NOISY_CPU, HOST_CHANGE)}
SAMPLES_OF_MODEL = 5  # of a block
SEED = 5
HEADINGS = ["row", "blocks", "trials", "false alarms", "found", "smallest found"]
EPILOG = """\
Without a slowdown, each trial compares two runs of the same code; whatever is called faster or
slower is a false alarm. "found" is the share of trials that call a slowdown of --slowdown slower;
"smallest found" is the one that 80 % of them do. Runs of the same code are made of a record by
drawing from its blocks, or by a model of noise (analysis/compare/noise.py).

examples:
  python -m analysis power results/nvidia-h200/dam-break-lj.jsonl
  python -m analysis power results/nvidia-h200/dam-break-lj.jsonl --blocks 10 20 --slowdown 2.5
  python -m analysis power --noise noisy-cpu --together --blocks 10 20 40 --slowdown 10

exit codes:
  0   done
  2   the command line is wrong
  3   the file cannot be read, is not a recorded run, or holds no valid step
  8   standard output cannot be written
"""


def add_to(commands):
    """Adds the command to the subparsers of the command line."""
    text = "try how small a slowdown is found, and how often equal code is blamed"
    sub = add_command(commands, "power", _power, text, EPILOG)
    source = sub.add_mutually_exclusive_group(required=True)
    source.add_argument("results", metavar="RESULTS", nargs="?", type=Path, help="a recorded run")
    source.add_argument("--noise", choices=NOISES, help="a model instead of a recorded run")
    sub.add_argument(
        "--blocks",
        nargs="+",
        type=arguments.count,
        metavar="N",
        help="how many a side (default: as recorded; 10, 20 and 40 of a model)",
    )
    sub.add_argument(
        "--slowdown",
        type=arguments.change,
        default=0.03,
        metavar="PERCENT",
        help="to look for (default: 3)",
    )
    arguments.add_threshold(sub)
    sub.add_argument(
        "--together",
        action="store_true",
        help="both sides interleaved in one session, instead of a session each",
    )
    sub.add_argument(
        "--rows",
        type=arguments.count,
        default=20,
        metavar="N",
        help="rows that are judged together (default: %(default)s)",
    )
    sub.add_argument(
        "--trials",
        type=arguments.count,
        default=100,
        metavar="N",
        help="for each row and number of blocks (default: %(default)s)",
    )


def _power(options):
    lines = []
    for name, sides, blocks, change in _cases(options):
        rule = Rule(Policy.alpha, options.rows, options.threshold or change)
        generator = np.random.default_rng(SEED)
        tried = [
            trial(*sides(generator, blocks), rule, options.together) for _ in range(options.trials)
        ]
        lines.append(_line(name, blocks, power(tried, rule, options.slowdown)))
    show(aligned(HEADINGS, lines, [False, True, True, True, True, True]))
    return 0


def _cases(options):
    """Yields (name, function that makes two sides of so many blocks, blocks, usual threshold)."""
    if options.noise is not None:
        noise, change = NOISES[options.noise]
        for blocks in options.blocks or (10, 20, 40):
            yield options.noise, _modelled(noise, options.together), blocks, change
        return
    for record in _steps(options.results):
        recorded = times(record)
        change = HOST_CHANGE if record["runtime"]["name"] == "host" else GPU_CHANGE
        for blocks in options.blocks or (recorded.count,):
            yield _name(record), _redrawn(recorded), blocks, change


def _modelled(noise, together):
    def sides(generator, blocks):
        times_of_both = two_sides(generator, noise, blocks, SAMPLES_OF_MODEL, together)
        return tuple(map(as_blocks, times_of_both))

    return sides


def _redrawn(recorded):
    return lambda generator, blocks: tuple(
        drawn_from(generator, recorded, blocks) for _ in range(2)
    )


def _steps(path):
    valid, _ = split_by_validity(load_records(path))
    steps = [record for record in valid if record["scope"] == "step"]
    if not steps:
        raise InputError(f"{path}: holds no valid record of a step")
    return steps


def _name(record):
    scenario = record["scenario"]
    return (
        f"{scenario['name']}, {scenario['particles']:,} particles, {scenario['state']['label']}, "
        f"{record['toolchain']['name']}, {record['variant']}"
    )


def _line(name, blocks, found):
    return [
        name,
        str(blocks),
        str(found.trials),
        str(found.false_alarms),
        f"{100 * found.found:.0f} %",
        f"{100 * found.smallest:.1f} %",
    ]
