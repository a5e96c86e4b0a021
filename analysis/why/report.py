"""A diagnosis for people to read, in 80 columns."""

from analysis.columns import aligned
from analysis.why.absent import absent_facts
from analysis.why.numbers import grouped, percent, time
from analysis.why.paragraph import paragraph_of
from analysis.why.prose import COLUMNS, prose, shortened

STAGE_COLUMNS = 14
OF_STAGES = ["stage", "calls", "of a call", "step", "of limit", "warps", "limited by", "bound by"]
RIGHT = [False, True, True, True, True, True, False, False]


def report_of(diagnosis):
    """What ran, a table of its stages, the paragraph, and what is not known."""
    absent = "".join(prose(one, "  - ", 4) for one in absent_facts(diagnosis))
    return f"{_head(diagnosis)}\n{_stages(diagnosis)}\n{prose(paragraph_of(diagnosis))}" + (
        f"\nNot known:\n{absent}" if absent else ""
    )


def report_of_two(first, second, comparison):
    """What both are, a table of both, the paragraph that compares them, and one of each."""
    caveats = f"The two are {'; '.join(comparison.caveats)}." if comparison.caveats else ""
    return (
        f"{_head(first, 'A  ')}{_head(second, 'B  ')}\n"
        f"{_differences(comparison, first, second)}\n"
        f"{prose(comparison.paragraph)}"
        + (f"\n{prose(caveats)}" if caveats else "")
        + f"\n{prose(paragraph_of(first), 'A  ', 3)}\n{prose(paragraph_of(second), 'B  ', 3)}"
    )


def _head(diagnosis, mark=""):
    record = diagnosis.recorded.head
    lines = [f"{record['toolchain']['name']} on {record['device']['name']}", _ran(record)]
    if diagnosis.facts.neighbour_list:
        lines.append(_list(diagnosis.facts))
    lines.append(_source(diagnosis.recorded))
    below = "".join(prose(line, " " * len(mark), len(mark)) for line in lines)
    return f"{shortened(mark + record['variant'], COLUMNS)}\n{below}"


def _ran(record):
    scenario, state = record["scenario"], record["scenario"]["state"]
    neighbours = state.get("neighbours")
    each = f", {neighbours['mean']:.0f} neighbours each" if neighbours else ""
    return (
        f"{scenario['name']}: {grouped(scenario['particles'])} particles{each}; state "
        f"{state['label']}, step {grouped(state['step'])}{_life(record)}"
    )


def _life(record):
    life = record.get("list_life")
    if not life or not life["rebuilds_per_step"]:
        return ""
    steps = 1 / life["rebuilds_per_step"]
    return f", a rebuild in {steps:.4g} steps" if steps > 1 else ", a rebuild a step"


def _list(facts):
    of_list = facts.neighbour_list
    use = "" if of_list.used is None else f", {percent(of_list.used)} of them neighbours in reach"
    return (
        f"list {of_list.format}: {grouped(of_list.bytes / 1e6)} MB, "
        f"{of_list.bytes / facts.particles:.0f} bytes a particle{use}"
    )


def _source(recorded):
    code = recorded.head["code"]
    return (
        f"{recorded.file}: recorded {recorded.head['recorded_at'][:10]}, revision "
        f"{(code['revision'] or 'unknown')[:8]}{', modified' if code['dirty'] else ''}"
    )


def _stages(diagnosis):
    return aligned(OF_STAGES, [_cells(stage) for stage in diagnosis.stages], RIGHT)


def _cells(stage):
    facts = stage.facts
    return [
        shortened(facts.stage, STAGE_COLUMNS),
        f"{facts.calls_per_step:.4g}",
        _or_dash(facts.call_s, time),
        _or_dash(facts.share, percent),
        _reach(facts.reaches),
        *_warps(facts.least_resident),
        stage.bound,
    ]


def _or_dash(value, text):
    return "-" if value is None else text(value)


def _reach(reaches):
    """The limit that the declared work comes nearest to."""
    if not reaches:
        return "-"
    nearest = max(reaches, key=reaches.get)
    return f"{nearest} {percent(reaches[nearest])}"


def _warps(kernel):
    if kernel is None:
        return "-", "-"
    held = kernel.residency
    limiter = "" if held.warps == held.most_warps else held.limited_by[0]
    return f"{held.warps}/{held.most_warps}", limiter


def _differences(comparison, first, second):
    rows = [(stage.stage, stage.first_s, stage.second_s) for stage in comparison.stages]
    if comparison.ratio is not None:
        rows.append(("step", first.facts.step_s, second.facts.step_s))
    cells = [
        [shortened(name, STAGE_COLUMNS), _or_dash(a, time), _or_dash(b, time), _less(b, a)]
        for name, a, b in rows
    ]
    return aligned(["in a step", "A", "B", "B - A"], cells, [False, True, True, True])


def _less(b, a):
    return "-" if a is None and b is None else time((b or 0) - (a or 0))
