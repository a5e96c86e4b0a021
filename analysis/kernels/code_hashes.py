"""Hashes of kernels' machine code: what is left of a build to hold the next one against."""

import hashlib
from dataclasses import dataclass

from analysis.kernels.machine_code import code_of_kernels, compiler_of
from analysis.kernels.resources import pack_file

# Of 500 kernels that have changed one keeps such a hash by chance once in eight million times.
DIGITS = 8


@dataclass(frozen=True)
class CodeHashes:
    """Those of one pack."""

    compiler: str  # to the last digit: another patch release makes other code of the same source
    of: dict  # {(architecture, kernel): hexadecimal digits}


@dataclass(frozen=True)
class CodeComparison:
    """The machine code of a pack against the expected one."""

    same: int = 0
    changed: tuple = ()  # (architecture, kernel)
    new_or_gone: int = 0
    not_compared: str = ""  # why, else empty

    @property
    def is_same(self):
        return not (self.not_compared or self.changed or self.new_or_gone)

    def __str__(self):
        if self.not_compared:
            return f"machine code not compared: {self.not_compared}"
        counts = f"{self.same} kernels with the same machine code, {len(self.changed)} with another"
        names = [f"{kernel} ({architecture})" for architecture, kernel in self.changed]
        return "\n  other machine code: ".join(
            [f"{counts}, {self.new_or_gone} new or gone", *names]
        )


def hashes_of(folder, toolchain, kernels):
    """The CodeHashes of a pack, or None where it does not tell its compiler. Raises NoBinutils
    where the tools to read it are not there."""
    pack = pack_file(folder, toolchain)
    compiler = compiler_of(pack, kernels)
    if compiler is None:
        return None
    code = code_of_kernels(pack, kernels)
    return CodeHashes(compiler, {key: hash_of(content) for key, content in code.items()})


def hash_of(content):
    return hashlib.sha256(content).hexdigest()[:DIGITS]


def compare_code(expected, built):
    """The CodeComparison of two CodeHashes, either of which may be None, on the architectures that
    both hold."""
    if built is None:
        return CodeComparison(not_compared="this pack does not tell what made it")
    if expected is None:
        return CodeComparison(not_compared="the expectation has none")
    if expected.compiler != built.compiler:
        return CodeComparison(
            not_compared=f"made by {built.compiler}, expected of {expected.compiler}"
        )
    shared = {key[0] for key in expected.of} & {key[0] for key in built.of}
    both = sorted(expected.of.keys() & built.of.keys())
    changed = tuple(key for key in both if expected.of[key] != built.of[key])
    alone = sum(key[0] in shared for key in expected.of.keys() ^ built.of.keys())
    return CodeComparison(len(both) - len(changed), changed, alone)
