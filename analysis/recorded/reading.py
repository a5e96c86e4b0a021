"""Puts the records of a file together, line by line, whichever version it is of."""

from analysis.errors import InputError, quoted
from analysis.recorded import version_1
from analysis.recorded.layout import SCHEMA_VERSION, join, lengthened
from analysis.recorded.parts import EDITED, PartsRead
from analysis.schema import OF_LINE, OF_RECORD, refusal

VERSIONS = (1, SCHEMA_VERSION)


class Lines:
    """The lines of one file, taken in its order: knows its version and the parts so far."""

    def __init__(self):
        self.version = None
        self._parts = PartsRead()
        self._shared = {}  # what records of a contender have in common
        self._row = None  # the last one, whole

    def record(self, line, where):
        """The record of a parsed line, in the form of version 2; None of a line that is a part or a
        version. Raises InputError that names the line, the key and the remedy.
        """
        self._require_version(line, where)
        if self.version == 1:
            later = version_1.upgraded(line, SCHEMA_VERSION)
            return _checked(later, OF_RECORD, where)
        _checked(line, OF_LINE, where)
        if "schema_version" in line:
            return None
        if "part" in line:
            _checked(self._parts.keep(line, where), OF_LINE, where)
            self._shared.pop(line["id"], None)  # of files that were joined it may be another's
            return None
        record = self._joined(line, where)
        _checked(record, OF_RECORD, where)
        _require_own_id(record["id"], self._row.get("id"), where)
        return record

    def _joined(self, line, where):
        try:
            self._row = _checked(lengthened(line, self._row), OF_LINE, where)
            return join(self._row, lambda *part: self._parts.content(*part, where), self._shared)
        except ValueError as error:
            raise InputError(f"{where}: {error}; {EDITED}") from error
        # Parts are of no schema before they are put together.
        except (TypeError, KeyError, AttributeError, OverflowError) as error:
            raise InputError(f"{where}: its parts make no record: {error!r}; {EDITED}") from error

    def _require_version(self, line, where):
        its_own = _version_of(line, where)
        if self.version is None:
            if its_own is None:
                raise InputError(
                    f"{where}: 'schema_version' is a required property of the first line; the file "
                    "lacks its beginning: restore it"
                )
            self.version = its_own
        elif its_own not in ((1,) if self.version == 1 else (None, SCHEMA_VERSION)):
            other = 1 if its_own == 1 else SCHEMA_VERSION
            raise InputError(
                f"{where}: schema_version: {other}, but the lines before it are of version "
                f"{self.version}: two versions in one file; separate them, bring the older one to "
                "version 2 with `python -m analysis migrate`, and join them then"
            )


def _require_own_id(own, said, where):
    """Rows of earlier files say what follows from the rest of them."""
    if said not in (None, own):
        raise InputError(f"{where}: id: {said}, but what this row says ran has {own}; {EDITED}")


def _version_of(line, where):
    """1 or 2, or None of a line that does not say. What is no object is left to the schema."""
    if not isinstance(line, dict):
        raise InputError(f"{where}: {quoted(repr(line))} is not of type 'object'")
    version = line.get("schema_version")
    if "schema_version" in line and (isinstance(version, bool) or version not in VERSIONS):
        raise InputError(
            f"{where}: schema_version: {quoted(repr(version))}, but this package reads 1 and 2; "
            "use the analysis of the revision that recorded the file"
        )
    return version


def _checked(value, schema, where):
    reason = refusal(value, schema)
    if reason is not None:
        raise InputError(f"{where}: {reason}")
    return value
