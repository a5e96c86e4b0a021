"""Which records of a file a page means, by what ran and not by ids: those change when a suite is
recorded anew."""

from dataclasses import dataclass, field
from fnmatch import fnmatchcase

from analysis.load import split_by_steadiness, split_by_validity, why_not
from analysis.published.errors import NoRecord, PublishedError
from analysis.rebuilds import split_by_rebuilds

# What a record is chosen by, with its place in the record. Any other key is a scenario's parameter.
KEYS = {
    "suite": "suite",
    "side": "side",
    "device": "device.slug",
    "board": "device.board",
    "toolchain": "toolchain.name",
    "scenario": "scenario.name",
    "particles": "scenario.particles",
    "state": "scenario.state.label",
    "step": "scenario.state.step",
    "physics": "physics",
    "variant": "variant",
    "order": "strategies.hash",
    "tile": "tuning.hash.tile",
    "sort": "strategies.sort",
    "builder": "strategies.list",
    "format": "strategies.list-format",
    "traversal": "strategies.forces",
    "forces_in_flight": "tuning.forces.in-flight",
    "forces_merge": "tuning.forces.merge",
    "forces_per_slab": "tuning.forces.threshold-per-slab",
    "forces_block": "tuning.forces.block",
    "forces_separate": "tuning.forces.separate",
    "forces_lanes": "tuning.forces.lanes",
    "forces_threads": "tuning.forces.threads",
    "not_converged": "repetitions.not_converged",
    "trigger": "list_life.trigger",
    "interval": "list_life.interval",
    "expansion": "list_life.expansion",
    "stage": "stage",
    "scope": "scope",
    "cache": "cache",
    "calls": "policy.calls",
}
SWEPT = "swept"  # whether the tuning was chosen by a sweep
# Two records with equal values of these are of the same particles, looked at in the same way.
OF_PAIRS = ("toolchain", "scenario", "particles", "state", "step", "physics", "variant")
OF_PAIRS += (SWEPT, "stage", "scope", "cache", "side")
IN_THE_LOOP = ("step", "stage")
MOST_TOLD = 8


def value_of(record, key):
    """Of a key of a selection; None where the record has none."""
    if key == SWEPT:
        return bool(record["tuning_sweep"])
    if key not in KEYS:
        return record["scenario"]["parameters"].get(key)
    return at(record, KEYS[key])


def at(record, place):
    """The value at a dotted place, None where the record lacks it."""
    value = record
    for part in place.split("."):
        if not isinstance(value, dict) or part not in value:
            return None
        value = value[part]
    return value


@dataclass(frozen=True)
class Selection:
    """Valid records of one file, and what they were chosen by."""

    file: str
    records: list
    invalid: list  # those that were chosen, too, and must not be believed
    asked: dict = field(default_factory=dict)

    @staticmethod
    def of(library, file):
        """All records of a file."""
        records = library.records(file)
        valid, invalid = split_by_validity(records)
        steady, drifting = split_by_steadiness(valid)
        built, unbuilt = split_by_rebuilds(steady)
        return Selection(file, built, invalid + drifting + unbuilt)

    def narrowed(self, keys):
        """The records among them with these values: of each key one, a pattern such as `x-*`, or a
        list of such. Raises NoRecord where there is none, and tells the nearest."""
        for key, wanted in keys.items():
            if key in self.asked and self.asked[key] != wanted:
                raise PublishedError(
                    f"{key} = {wanted!r} is asked of records that were chosen by "
                    f"{key} = {self.asked[key]!r}"
                )
        self._require_known(keys)
        chosen = [one for one in self.records if _has(one, keys)]
        invalid = [one for one in self.invalid if _has(one, keys)]
        asked = self.asked | keys
        if not chosen:
            raise NoRecord(f"{self.file}: {self._why_none(keys, invalid)}")
        return Selection(self.file, chosen, invalid, asked)

    def in_the_loop(self):
        """Those measured in the running loop, unless a scope was asked for."""
        if "scope" in self.asked:
            return self
        chosen = [one for one in self.records if one["scope"] in IN_THE_LOOP]
        if not chosen:
            scopes = _told(sorted({one["scope"] for one in self.records}))
            raise NoRecord(
                f"{self.file}: no record with {_words(self.asked)} is of the running loop; "
                f"ask for a scope: {scopes}"
            )
        return Selection(self.file, chosen, self.invalid, self.asked)

    def one(self):
        """The only record. Raises PublishedError where there are several, and tells by which keys
        they differ."""
        if len(self.records) > 1:
            raise PublishedError(
                f"{self.file}: {len(self.records)} records have {_words(self.asked)}; "
                f"they differ in {self._differences()}"
            )
        return self.records[0]

    def common(self, place):
        """The value that all of them have at a dotted place of the record."""
        found = list({repr(at(one, place)): at(one, place) for one in self.records}.values())
        if len(found) > 1:
            raise PublishedError(
                f"{self.file}: {place} of the {len(self.records)} records with "
                f"{_words(self.asked)} is {_told(found)}; they differ in {self._differences()}"
            )
        return found[0]

    def _require_known(self, keys):
        known = {*KEYS, SWEPT}
        for one in [*self.records, *self.invalid]:
            known.update(one["scenario"]["parameters"])
        for key in keys:
            if key not in known:
                raise PublishedError(
                    f"{self.file}: '{key}' is no key of a selection; "
                    f"keys are {', '.join(sorted(known))}"
                )

    def _why_none(self, keys, invalid):
        asked = _words(self.asked | keys)
        if invalid:
            return f"the record with {asked} is invalid: {why_not(invalid[0])}"
        nearest = max(self.records, key=lambda one: sum(_has(one, {k: keys[k]}) for k in keys))
        missed = [key for key in keys if not _has(nearest, {key: keys[key]})]
        if len(missed) == 1:
            others = {key: value for key, value in keys.items() if key != missed[0]}
            found = {repr(value_of(one, missed[0])) for one in self.records if _has(one, others)}
            return f"no record has {asked}; {missed[0]} is {' or '.join(sorted(found)[:MOST_TOLD])}"
        return (
            f"no record has {asked}; the nearest has "
            f"{_words({key: value_of(nearest, key) for key in missed})}"
        )

    def _differences(self):
        """In which keys the records differ, with their values."""
        parameters = sorted({key for one in self.records for key in one["scenario"]["parameters"]})
        told = []
        for key in [*KEYS, SWEPT, *parameters]:
            found = sorted({repr(value_of(one, key)) for one in self.records})
            if len(found) > 1:
                told.append(f"{key} ({', '.join(found[:MOST_TOLD])})")
        return "; ".join(told) or "their tuning alone"


def select(scope, source, keys):
    """The Selection of a file's name, or of another one: records of the row and the column at hand,
    unless keys say otherwise."""
    found = Selection.of(scope.library, source) if isinstance(source, str) else source
    if not isinstance(found, Selection):
        raise PublishedError("records are those of a file, or what records() gives")
    return found.narrowed(scope.keys | keys)


def pairs(above, below):
    """Pairs of records of two Selections that agree in all that was not asked of either.

    One side may have several records where the other has one. Raises NoRecord where none agree.
    """
    left, right = (_by(one, _free(above, below)) for one in (above, below))
    found = []
    for key in left.keys() & right.keys():
        if len(left[key]) > 1 and len(right[key]) > 1:
            many = above if len(left[key]) >= len(right[key]) else below
            Selection(many.file, left[key], [], many.asked).one()
        found += [(one, other) for one in left[key] for other in right[key]]
    if not found:
        raise NoRecord(
            f"no record of {above.file} with {_words(above.asked)} has a counterpart in "
            f"{below.file} with {_words(below.asked)}"
        )
    return found


def _free(above, below):
    """The keys in which a pair has to agree."""
    parameters = {key for one in above.records for key in one["scenario"]["parameters"]}
    asked = {
        key
        for key in above.asked.keys() | below.asked.keys()
        if above.asked.get(key) != below.asked.get(key)
    }
    return [key for key in [*OF_PAIRS, *sorted(parameters)] if key not in asked]


def _by(selection, keys):
    found = {}
    for one in selection.records:
        found.setdefault(tuple(value_of(one, key) for key in keys), []).append(one)
    return found


def _has(record, keys):
    return all(_is(value_of(record, key), wanted) for key, wanted in keys.items())


def _is(value, wanted):
    if isinstance(wanted, list):
        return any(_is(value, one) for one in wanted)
    if isinstance(wanted, str) and isinstance(value, str):
        return fnmatchcase(value, wanted)
    # True is no number here.
    return isinstance(value, bool) == isinstance(wanted, bool) and value == wanted


def _words(keys):
    return ", ".join(f"{key} = {value!r}" for key, value in keys.items()) or "nothing asked of them"


def _told(values):
    shown = [repr(value) for value in values[:MOST_TOLD]]
    return ", ".join(shown + (["..."] if len(values) > MOST_TOLD else []))
