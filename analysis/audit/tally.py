"""What many duels of a session say together: as much as an audit's rates are made of, in a line."""

from collections import Counter

import numpy as np

from analysis.compare.verdict import Verdict

ALARMS = (Verdict.SLOWER, Verdict.FASTER)
OF_EACH = ("bout", "rows", "gate", "confirmed", "recorded_at", "seconds")
QUANTILES = (0, 0.05, 0.5, 0.95, 1)


def tally_of(duels):
    """Of duels of one injection, whole ones."""
    stages = dict.fromkeys(row["stage"] for duel in duels for row in duel["rows"])
    by_stage = {
        stage: [row for duel in duels for row in duel["rows"] if row["stage"] == stage]
        for stage in stages
    }
    equal = duels[0]["purpose"] == "false-alarm"
    confirmed = [duel["confirmed"] for duel in duels if "confirmed" in duel]
    return {
        "duels": len(duels),
        "alarmed": sum(any(map(_is_alarm, duel["rows"])) for duel in duels),
        "rows": {
            stage: dict(Counter(row["verdict"] for row in rows)) for stage, rows in by_stage.items()
        },
        "ratios": {
            stage: [
                round(float(one), 5)
                for one in np.quantile([row["ratio"] for row in rows], QUANTILES)
            ]
            for stage, rows in by_stage.items()
        },
        "base_s": {
            stage: float(f"{np.median([row['base_s'] for row in rows]):.6g}")
            for stage, rows in by_stage.items()
        },
        **({"confirmed": sum(confirmed)} if confirmed else {}),
        "gate": {str(code): n for code, n in Counter(duel["gate"] for duel in duels).items()},
        "alarms": [
            row | {"bout": duel["bout"]}
            for duel in duels
            for row in duel["rows"]
            if equal and _is_alarm(row)
        ],
    }


def tallied(duels):
    """The records of a session with a tally in place of the duels of each injection; duels that
    calibrate stay whole."""
    kept = [duel for duel in duels if duel["purpose"] == "calibration"]
    groups = {}
    for duel in duels:
        if duel["purpose"] != "calibration":
            key = duel["condition"], duel["session"], tuple(duel["injected"].items())
            groups.setdefault(key, []).append(duel)
    for group in groups.values():
        seconds = [duel["seconds"] for duel in group if duel["seconds"] is not None]
        common = {key: value for key, value in group[0].items() if key not in OF_EACH}
        kept.append(
            common
            | {
                "recorded_at": group[0]["recorded_at"],
                "seconds": float(np.median(seconds)) if seconds else None,
                "tally": tally_of(group),
            }
        )
    return kept


def is_false_alarm(duel):
    return duel["purpose"] == "false-alarm" and any(map(_is_alarm, duel["rows"]))


def confirms(duel, again):
    """Whether a second duel shows an alarm of the first: a row with the same verdict."""
    of_second = {row["stage"]: row["verdict"] for row in again["rows"]}
    alarms = filter(_is_alarm, duel["rows"])
    return any(of_second.get(row["stage"]) == row["verdict"] for row in alarms)


def count_of(record):
    """The duels that a record stands for."""
    return record["tally"]["duels"] if "tally" in record else 1


def as_tally(record):
    """The tally of a record, a duel or several."""
    return record["tally"] if "tally" in record else tally_of([record])


def _is_alarm(row):
    return row["verdict"] in ALARMS
