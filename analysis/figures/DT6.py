"""Steps a second over a whole run against the obstacle, as a table beside the paper's own (paper D,
table 6)."""

from analysis import obstacle
from analysis.drawing import caption
from analysis.drawing.bars import short
from analysis.drawing.page import Drawing, Page
from analysis.drawing.table import draw_table
from analysis.paper_d import TABLE_6
from analysis.rebuilds import percent
from analysis.runs import file_name

NEEDS = (
    f"whole steps of {obstacle.SCENARIO} in states from 0 to {obstacle.END} s, as suite obstacle "
    "records them"
)
WIDTH, ROW_INCHES = 12.5, 0.2
HEADER = [
    *("code", "particles", "run", "steps", "steps/s", "MIPPS"),
    *("rebuilds\na step", "missed\npairs", "over one\nCPU core"),
]


def draw(material):
    for scenario, rows, found in obstacle.with_whole_runs(material):
        if found:
            figure = _figure(scenario, rows, found, material.host)
            yield Drawing(file_name("DT6", scenario), figure)


def _figure(scenario, rows, runs, host):
    body, bold = _body(runs)
    page = Page(
        f"Whole runs on {rows['device.name'].iloc[0]} and on the paper's devices",
        scenario,
        [
            *caption.run_notes(rows),
            obstacle.runs_note(runs.values()),
            "Over one CPU core: of steps a second, ours over our single core, the paper's over its "
            "own, as printed.",
            "Bold: the most steps a second of so many particles, and the most of those that miss "
            "no pair. Missed pairs: of a list at its oldest, in the state that misses most.",
            "The paper's rows: its table 6.",
            *obstacle.host_notes(host, runs.values()),
            *obstacle.left_out_notes(rows, {(scenario, *key): run for key, run in runs.items()}),
        ],
        width=WIDTH,
        plot_height=ROW_INCHES * (len(body) + 2),
        left=0.6,
    )
    figure, axes = page.open()
    draw_table(axes, HEADER, body, bold)
    return figure


def _body(runs):
    """The texts of the table, row by row, and the (row, column) of the bold ones."""
    body, bold = [], set()
    for number in sorted({particles for *_, particles in runs}):
        of_number = {key: run for key, run in runs.items() if key[-1] == number}
        rates = {key: run.steps_per_second for key, run in of_number.items()}
        one_core = max((rates[key] for key in rates if key[0] == obstacle.ONE_CORE), default=None)
        exact = [rates[key] for key, run in of_number.items() if run.is_exact]
        fastest = {max(rates.values()), max(exact, default=None)}
        for key in sorted(rates, key=rates.get):
            if rates[key] in fastest:
                bold.add((len(body), HEADER.index("steps/s")))
            body.append(_row(key, of_number[key], one_core))
    for code, cases in TABLE_6.items():
        body += [_of_the_paper(code, number, run) for number, run in cases.items()]
    return body, bold


def _row(key, run, one_core):
    variant, toolchain, particles = key
    rate = run.steps_per_second
    return [
        f"{obstacle.VERSIONS.get(variant, variant)}, {toolchain}",
        f"{particles:,}",
        f"{short(run.seconds)} s",
        f"{run.steps:,}",
        short(rate),
        short(rate * particles / 1e6),
        "" if run.rebuilds is None else f"{run.rebuilds:.2g}",
        "" if run.missed is None else percent(run.missed),
        "not recorded" if one_core is None else short(rate / one_core),
    ]


def _of_the_paper(code, number, run):
    mipps = short(run.rate * number / 1e6)
    rows = [f"{code} (paper)", f"{number:,}", f"{run.hours} h", f"{run.steps:,}", f"{run.rate}"]
    return [*rows, mipps, "", "", f"{run.speed_up}"]
