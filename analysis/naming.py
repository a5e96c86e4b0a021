"""Names that tell apart what the records' own names do not: tunings of one variant, and states of
one label.
"""

import pandas as pd

from analysis.runs import STATE, VARIANT

STARTS = ["scenario.name", "scenario.particles", "scenario.state.label"]
MEASURED_ONCE = [
    *STARTS,
    "scenario.state.step",
    "physics",
    "variant",
    "toolchain.name",
    "stage",
    "scope",
    "cache",
]
TUNING = "tuning."


def with_names(records):
    """The records with two columns more: `shown.variant`, the variant's name with its tuning where
    it was measured with several, and `shown.state`, the state's label with its step where particles
    were measured in several states of that label.
    """
    return records.assign(**{VARIANT: _variants(records), STATE: _states(records)})


def _states(records):
    steps = records["scenario.state.step"].astype(int)
    several = steps.groupby([records[key] for key in STARTS]).transform("nunique") > 1
    labels = records["scenario.state.label"]
    return labels.where(~several, labels + "-step-" + steps.astype(str))


def _variants(records):
    names = records["variant"].copy()
    repeated = records.duplicated(MEASURED_ONCE, keep=False)
    for variant in records.loc[repeated, "variant"].unique():
        rows = records[records["variant"] == variant]
        fixed = _fixed_tunings(rows)
        told = [name for name in fixed.columns if fixed[name].nunique(dropna=False) > 1]
        if told:
            names[rows.index] = [f"{variant}, {_tuning(one)}" for _, one in fixed[told].iterrows()]
    return names


def _fixed_tunings(rows):
    """The values of each tuning parameter (a column, its stage before its name), NaN where a sweep
    chose them.
    """
    swept = [{point["stage"] for point in points} for points in rows["tuning_sweep"]]
    columns = {}
    for column in (column for column in rows.columns if column.startswith(TUNING)):
        stage, parameter = column.removeprefix(TUNING).split(".", 1)
        by_sweep = pd.Series([stage in stages for stages in swept], index=rows.index)
        columns[f"{stage} {parameter}"] = rows[column].mask(by_sweep)
    return pd.DataFrame(columns, index=rows.index)


def _tuning(fixed):
    values = [f"{name} {value:.0f}" for name, value in fixed.items() if pd.notna(value)]
    return ", ".join(values) or "best tuning"
