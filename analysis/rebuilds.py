"""How often the list of a step was built, without which a step tells nothing.

A list that displacements end is built when it has to be. Steps among which none was built read a
list that nobody paid for: no table, sentence or figure has their time.
"""

import pandas as pd

from analysis.load import with_status

NONE_BUILT = "no rebuild in its window"
TRIGGER, PER_STEP, MISSED = (
    f"list_life.{key}" for key in ("trigger", "rebuilds_per_step", "missed_pairs")
)
DISPLACEMENT = "displacement"


def is_built(record):
    """Whether the list of a record's steps was built while they were timed, or none is kept on
    demand."""
    life = record.get("list_life") or {}
    demanded = record.get("stage") == "step" and life.get("trigger") == DISPLACEMENT
    return not demanded or life.get("rebuilds_per_step") != 0


def split_by_rebuilds(records):
    """The records whose list was built, and the others, which say so in their validity."""
    built = [record for record in records if is_built(record)]
    others = [record for record in records if not is_built(record)]
    return built, [with_status(record, NONE_BUILT) for record in others]


def on_demand(row):
    """Rebuilds a step, as text, of a step whose list displacements end; "" of others."""
    if row.get(TRIGGER) != DISPLACEMENT or pd.isna(row.get(PER_STEP)):
        return ""
    return f"{row[PER_STEP]:.3g}"


def lists_notes(rows):
    """What stands behind the numbers of lists on demand, and what lists miss."""
    if any(on_demand(row) for _, row in rows.iterrows()):
        yield "Behind a comma: rebuilds a step of a list that displacements end."
    yield from missed_note(rows)


def missed_note(rows):
    """What share of the pairs lists miss, where any was kept, and which miss none."""
    if MISSED not in rows or rows[MISSED].isna().all():
        return []
    kept = rows[rows[MISSED].notna()]
    missing = kept[kept[MISSED] > 0]
    if missing.empty:
        return ["No list misses a pair within the influence radius."]
    exact = sorted(set(kept["variant"]) - set(missing["variant"]))
    least, most = percent(missing[MISSED].min()), percent(missing[MISSED].max())
    shares = least if least == most else f"{least} to {most}"
    return [
        f"At their oldest lists miss {shares} of the pairs within the influence radius; none: "
        f"{', '.join(exact) or 'no variant here'}."
    ]


def percent(share):
    return f"{100 * share:.2g} %"
