"""The fastest variant for positions, or for a scenario."""

import html
import os
import shlex
import shutil
import tempfile
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from analysis.best.answer import load_answer, toolchain_of
from analysis.load import flattened

from .arrays import positions_of
from .particles import write_particles
from .process import run_program, words_of

MEMORY = Path("/dev/shm")  # files in memory, where the system has them
OF_FILE = ("box", "periodic", "length_unit", "wrap", "clip", "drop_duplicates")


@dataclass(frozen=True, repr=False)
class Best:
    """What sphlab best has found: as a text, and in a notebook, what the command prints."""

    answer: dict  # docs/best.md tells its keys
    text: str
    command: str  # that asks the same

    @property
    def variant(self):
        """The name of the fastest variant."""
        return self._first["name"]

    @property
    def toolchain(self):
        """The compiler of the fastest variant's pack."""
        return toolchain_of(self._first)

    @property
    def step_ms(self):
        """The median of its step in milliseconds."""
        return 1e3 * self._first["step_s"]["median"]

    @property
    def table(self):
        """A DataFrame of what was ranked: a row a variant, the keys of the answer joined by dots,
        and its toolchain in place of its parts."""
        return flattened(
            {key: value for key, value in one.items() if key != "variant"}
            | {"toolchain": toolchain_of(one)}
            for one in self.answer["ranking"]
        )

    @property
    def _first(self):
        return self.answer["ranking"][0]

    def __repr__(self):
        return self.text.rstrip("\n")

    def _repr_html_(self):
        return f"<pre>{html.escape(repr(self))}</pre>"


def best(positions, radius=None, **options):
    """Searches the variant whose step is shortest for positions, and returns a Best.

    positions: an array as write_particles() takes it, whose keywords may follow; or a scenario by
    its name or file, or the path of a particle file. radius: within which pairs are computed.
    Options are those of `sphlab best`: budget="5min", traversal=["rows"], for_="energy". An array
    is copied once, into a file, which lies in memory where there is room.
    """
    if "json" in options:
        raise TypeError("json: is what best() returns, as `answer`")
    of_file = {name: options.pop(name) for name in OF_FILE if name in options}
    words = words_of({"radius": radius} | options)
    if isinstance(positions, (str, Path)):
        if of_file:
            raise TypeError(f"{', '.join(of_file)}: go with an array, and {positions} is a name")
        with _folder(0) as folder:
            return _ask(folder, positions, positions, words)
    rows = positions_of(positions)
    with _folder(rows.nbytes) as folder:
        file = folder / "positions.particles"
        write_particles(file, rows, **of_file)
        return _ask(folder, file, file.name, words)


def _ask(folder, scenario, name, words):
    answer = folder / "answer.json"
    text = run_program("best", scenario, *words, "--json", answer)
    return Best(load_answer(answer), text, shlex.join(["sphlab", "best", str(name), *words]))


@contextmanager
def _folder(size):
    """A folder for a while, in memory where a file of so many bytes has room there."""
    has_room = os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > 2 * size
    with tempfile.TemporaryDirectory(prefix="sphlab-", dir=MEMORY if has_room else None) as folder:
        yield Path(folder)
