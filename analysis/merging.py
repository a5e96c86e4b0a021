"""The command merge: recorded runs of several jobs and machines become one file."""

from dataclasses import dataclass, field
from pathlib import Path

from analysis.consistency import States
from analysis.errors import InputError
from analysis.help_layout import add_command
from analysis.load import describe, load_records
from analysis.migration import is_of_version_1
from analysis.output import show
from analysis.recorded.identity import experiment_hash
from analysis.recorded.lines import as_lines
from analysis.replacement import replace_all, require_same

TEXT = "put recorded runs of several jobs into one file"
MORE = """\
Takes record files of version 2, in whichever order, and writes all their records, valid or not, in
the order of the files. What several files hold alike is kept once. A contender (one variant by one
toolchain on one scenario in one state) that was measured twice is refused, since a file holds a
contender once: merge the runs of one node at a time, and compare the files of two; or
`--keep latest`.

The file is replaced whole, after it was read back, or left alone.

examples:
  python -m analysis merge jobs/*.jsonl --out results/cluster.jsonl
  python -m analysis merge first.jsonl again.jsonl --keep latest --out kept.jsonl
"""


def add_to(commands):
    """Adds the command to the subparsers of the command line."""
    sub = add_command(commands, "merge", _merge, TEXT, description=MORE)
    sub.add_argument("files", metavar="FILE", type=Path, nargs="+", help="*.jsonl")
    sub.add_argument("--out", metavar="FILE", type=Path, required=True, help="all of them")
    text = "of a contender that was measured twice, keep what was recorded last"
    sub.add_argument("--keep", choices=["latest"], help=text)


@dataclass(frozen=True)
class Measured:
    """A contender's records, which one file holds together."""

    file: Path
    records: list[dict]

    @property
    def recorded_at(self):
        return max(record["recorded_at"] for record in self.records)


@dataclass
class Merged:
    """What the files so far have, by contender, and how many records stood there before."""

    keeps_latest: bool
    contenders: dict[str, Measured] = field(default_factory=dict)
    repeated: int = 0
    left_out: int = 0

    def add(self, contender, measured):
        """Takes a contender's records. Raises InputError where other records of it are there."""
        known = self.contenders.setdefault(contender, measured)
        if known is measured:
            return
        if known.records == measured.records:
            self.repeated += len(measured.records)
            return
        if not self.keeps_latest:
            raise InputError(
                f"{measured.file}: {describe(measured.records[0])}: was recorded at "
                f"{measured.recorded_at}, and in {known.file} at {known.recorded_at}; merge the "
                "files of one node at a time, or keep the later records with --keep latest"
            )
        earlier, later = sorted((known, measured), key=lambda one: one.recorded_at)
        self.contenders[contender] = later
        self.left_out += len(earlier.records)

    def records(self):
        return [record for measured in self.contenders.values() for record in measured.records]


def _merge(options):
    merged = Merged(keeps_latest=options.keep == "latest")
    files = list(dict.fromkeys(options.files))
    for file in files:
        for contender, measured in _by_contender(file).items():
            merged.add(contender, measured)
    _require_same_particles(merged)
    records = merged.records()
    text = "".join(as_lines(records))
    require_same(load_records, options.out, text, records)
    replace_all({options.out: text})
    show(f"{options.out}: {_summary(merged, len(records), len(files))}\n")
    return 0


def _by_contender(file):
    """The records of a file, by what they were measured of."""
    if is_of_version_1(file):
        raise InputError(
            f"{file}: is of version 1; bring it to version 2 with `python -m analysis migrate`"
        )
    found = {}
    for record in load_records(file):
        measured = found.setdefault(experiment_hash(record), Measured(file, []))
        measured.records.append(record)
    return found


def _require_same_particles(merged):
    """Raises InputError where two files begin one configuration with other particles."""
    states = States()
    for measured in merged.contenders.values():
        for record in measured.records:
            contradiction = states.contradiction(record, f"a record of {measured.file}")
            if contradiction is not None:
                raise InputError(f"{measured.file}: {contradiction}")


def _summary(merged, count, files):
    text = f"{count} records of {files} files"
    if merged.repeated:
        text += f", {merged.repeated} of them in several"
    if merged.left_out:
        text += f"; {merged.left_out} that later ones replace were left out"
    return text
