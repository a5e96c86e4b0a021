"""The committed files that a page's numbers are of, each read once."""

from fnmatch import fnmatchcase
from pathlib import Path, PurePosixPath

from analysis.audit.records import load_audit
from analysis.audit.summary import summarise
from analysis.best.answer import load_answer
from analysis.best.summary import load_summary
from analysis.compare.files import of_one_device
from analysis.compare.repetition import Tolerance, repetition
from analysis.kernels.expectations import read_expectation
from analysis.kernels.names import base_name
from analysis.kernels.validation import load_validations
from analysis.load import load_records
from analysis.mutants import load_mutants
from analysis.prefix_sums import load as load_prefix_sums
from analysis.profiling.loops import load_loops
from analysis.profiling.profiles import load_profiles
from analysis.published.errors import NoRecord, PublishedError
from analysis.verification.reading import as_records, is_verification, load_verification
from analysis.walk.record import load_walk


def _records_of(path):
    return as_records(load_verification(path)) if is_verification(path) else load_records(path)


class Library:
    """Files below a folder, the root of a repository."""

    def __init__(self, root):
        self.root = Path(root)
        self._records = {}
        self._profiles = {}
        self._others = {}  # by how they are read, and their names

    def path(self, name):
        """The Path of a file that is named from the root. Raises PublishedError for one outside."""
        pure = PurePosixPath(name)
        if pure.is_absolute() or ".." in pure.parts:
            raise PublishedError(f"'{name}': name a file of this repository, from its root")
        return self.root / pure

    def records(self, name):
        """The records of a recorded run, valid or not, as load_records() gives them; of a file of
        verifications, what its checks are of."""
        if name not in self._records:
            self._records[name] = _records_of(self.path(name))
        return self._records[name]

    def profiles(self, name):
        """{id of a record: its profile}, of a file of profiles."""
        if name not in self._profiles:
            found = load_profiles(self.path(name))
            self._profiles[name] = {profile["record"]: profile for profile in found}
        return self._profiles[name]

    def curves(self, name):
        """What a file of verifications followed over runs."""
        return self._read(load_verification, name).curves

    def loops(self, name):
        """The loops of a file of timelines."""
        return self._read(load_loops, name)

    def prefix_sums(self, name):
        """The Sums of a report of a prefix-sum-benchmark."""
        return self._read(load_prefix_sums, name)[1]

    def audit(self, name):
        """The Summaries of an audit of the gate."""
        return self._read(lambda path: summarise(load_audit(path)), name, "audit")

    def answer(self, name):
        """What `sphlab best` has found."""
        return self._read(load_answer, name)

    def against_sweep(self, name):
        """What ci/best-against-sweep has found."""
        return self._read(load_summary, name)

    def walk(self, name):
        """What ci/first-hour has written."""
        return self._read(load_walk, name)

    def mutants(self, name):
        """The mutants of tests/mutants/mutants.py."""
        return self._read(load_mutants, name)

    def launch(self, name, keys):
        """The launch that was counted and measured with these values or patterns of them, of
        several that are equal the first. Raises PublishedError for another number."""
        found = {}
        for one in self._read(load_validations, name):
            known = one | {"kernel": base_name(one["kernel"]), "name": one["kernel"]}
            if all(fnmatchcase(str(known.get(key)), str(keys[key])) for key in keys):
                found.setdefault(str((one["counted"], one["measured"])), one)
        if not found:
            raise NoRecord(f"{name}: no launch has {keys}")
        if len(found) > 1:
            told = ", ".join(f"{one['variant']} ({one['scenario']})" for one in found.values())
            raise PublishedError(f"{name}: {len(found)} launches have {keys}: {told}")
        return next(iter(found.values()))

    def kernels(self, name):
        """{(architecture, kernel): Resources} of an expectation."""
        found = self._read(read_expectation, name)
        if found is None:
            raise PublishedError(f"{name}: there is no such file")
        return found.resources

    def repetition(self, first, second):
        """Two recordings as the command `repeat` compares them."""
        key = ("repetition", first, second)
        if key not in self._others:
            self._others[key] = repetition(*map(self._of_one_device, (first, second)), Tolerance())
        return self._others[key]

    def _of_one_device(self, name):
        path = self.path(name)
        if is_verification(path):
            raise PublishedError(f"{name}: holds verifications; name two recorded runs")
        return of_one_device(self.records(name), path)

    def _read(self, read, name, kind=None):
        key = (kind or read, name)
        if key not in self._others:
            self._others[key] = read(self.path(name))
        return self._others[key]
