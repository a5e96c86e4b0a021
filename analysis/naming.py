"""Names that tell apart what the records' own names do not: tunings of one variant, and states of
one label.
"""

import pandas as pd

from analysis.runs import STATE, STATES, VARIANT

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
INITIAL = "initial"


def with_names(records):
    """The records with three columns more: `shown.variant`, the variant's name with its tuning
    where it was measured with several; `shown.state`, the state's label with its step where
    particles were measured in several states of that label; and `shown.states`, what the states of
    several resolutions have in common.
    """
    names = {VARIANT: _variants(records), STATE: _states(records), STATES: _across_sizes(records)}
    return records.assign(**names)


def _states(records):
    steps = records["scenario.state.step"].astype(int)
    several = steps.groupby([records[key] for key in STARTS]).transform("nunique") > 1
    labels = records["scenario.state.label"]
    return labels.where(~several, labels + "-step-" + steps.astype(str))


def _across_sizes(records):
    """The state's label; "later" where each resolution of a scenario was measured in one later
    state, and these have several labels: a step is another time at each resolution."""
    labels = records["scenario.state.label"].copy()
    for _, rows in records[labels != INITIAL].groupby("scenario.name"):
        of_sizes = rows.groupby("scenario.particles")["scenario.state.label"].nunique()
        if of_sizes.max() == 1 and rows["scenario.state.label"].nunique() > 1:
            labels[rows.index] = "later"
    return labels


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
