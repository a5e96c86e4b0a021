"""The committed files that a page's numbers are of, each read once."""

from pathlib import Path, PurePosixPath

from analysis.load import load_records
from analysis.profiling.profiles import load_profiles
from analysis.published.errors import PublishedError
from analysis.verification.reading import as_records, is_verification, load_verification


def _records_of(path):
    return as_records(load_verification(path)) if is_verification(path) else load_records(path)


class Library:
    """Files below a folder, the root of a repository."""

    def __init__(self, root):
        self.root = Path(root)
        self._records = {}
        self._profiles = {}

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
