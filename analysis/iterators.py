"""Which code a figure of paper A is of, by how a variant reads its list (paper A, 5.2;
docs/iterators.md).
"""

from dataclasses import dataclass

from analysis.runs import FORCES, LIST

IN_FLIGHT = "tuning.forces.in-flight"


@dataclass(frozen=True)
class Code:
    """A set of variants: those whose traversal is one of `traversals` and, where `lists` names any,
    whose list one of these builders makes."""

    name: str
    iterators: str
    traversals: tuple[str, ...]
    lists: tuple[str, ...] = ()

    def of(self, records):
        """Those of the records that are of this code."""
        columns = records.columns.union([FORCES, LIST], sort=False)
        known = records.reindex(columns=columns)
        chosen = known[FORCES].isin(self.traversals)
        if self.lists:
            chosen &= known[LIST].isin(self.lists)
        return records[chosen]

    def note(self, rows):
        """How the one variant of `rows` iterates over its neighbours."""
        return f"Iterators: {self.iterators} ({rows[FORCES].iloc[0]}){_fetches(rows)}."

    def __str__(self):
        lists = f", with a list by {' or '.join(self.lists)}" if self.lists else ""
        return f"{self.name}: forces by {' or '.join(self.traversals)}{lists}"


INITIAL = Code(
    "the initial code",
    "virtual inheritance",
    ("list-gather-virtual", "list-per-pair-virtual"),
    ("per-particle",),
)
CHAIN = Code("chain iterators", "chain inheritance", ("list-gather",), ("per-particle",))

CODES = (INITIAL, CHAIN)


def of_no_code(records):
    """The records of variants that are of none of CODES."""
    return records.drop(index=[index for code in CODES for index in code.of(records).index])


def _fetches(rows):
    """How many neighbours are loaded before the first is used, as far as the records know it."""
    if IN_FLIGHT not in rows.columns:
        return ""
    numbers = sorted({int(number) for number in rows[IN_FLIGHT].dropna()})
    if not numbers:
        return ""
    text = " or ".join(str(number) for number in numbers)
    return f", {text} neighbour{'' if numbers == [1] else 's'} a fetch"
