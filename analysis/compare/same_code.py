"""Packs that are the same in both builds: not to be measured, and not to be blamed.

What a process loads of a pack holds all that it runs: the machine code of its kernels and of the
host's launches, and their constants. Where that is the same byte by byte, whatever a measurement
says is not of the pack.
"""

from dataclasses import replace
from fnmatch import fnmatchcase

from analysis.compare.comparison import Comparison
from analysis.compare.verdict import GRAVITY, Verdict
from analysis.errors import InputError
from analysis.kernels.elf import loaded_sections
from analysis.kernels.resources import PREFIX

SUFFIX = ".so"
NOT_MEASURED = "not measured"
DIFFERENT = (Verdict.SLOWER, Verdict.FASTER, Verdict.UNCLEAR)


def same_toolchains(base, candidate, patterns=()):
    """Of the toolchains in two folders of packs those whose two packs load the same, and all of
    them, as two sets. patterns: of names that count; every name where there are none."""
    packs = [_packs(folder, patterns) for folder in (base, candidate)]
    both = packs[0].keys() & packs[1].keys()
    same = {name for name in both if _loads(packs[0][name]) == _loads(packs[1][name])}
    return same, packs[0].keys() | packs[1].keys()


def nothing_measured(policy):
    """The Comparison of two builds that need none."""
    return Comparison(NOT_MEASURED, NOT_MEASURED, NOT_MEASURED, policy, [], 0, [])


def exonerated(comparison, same):
    """A Comparison in which no row of the toolchains in `same` differs."""
    judgements = [
        _same(one) if one.row.toolchain in same and one.verdict in DIFFERENT else one
        for one in comparison.judgements
    ]
    return replace(comparison, judgements=sorted(judgements, key=lambda one: GRAVITY[one.verdict]))


def _same(one):
    reason = f"both packs are the same code ({one.verdict} otherwise)"
    return replace(one, verdict=Verdict.SAME, reason=reason)


def _packs(folder, patterns):
    """{toolchain: file}"""
    files = {
        file.name.removeprefix(PREFIX).removesuffix(SUFFIX): file
        for file in folder.glob(f"{PREFIX}*{SUFFIX}")
    }
    return {
        name: file
        for name, file in files.items()
        if not patterns or any(fnmatchcase(name, pattern) for pattern in patterns)
    }


def _loads(file):
    """What a process loads of a pack; of what is none, nothing that another one could equal."""
    try:
        return loaded_sections(file.read_bytes(), file)
    except InputError:  # sphlab tells what is wrong with it
        return file
