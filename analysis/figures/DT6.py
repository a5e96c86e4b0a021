"""Steps a second over a whole run against the obstacle, as a table beside the paper's own (paper D,
table 6)."""

from analysis import obstacle
from analysis.drawing import caption
from analysis.drawing.bars import short
from analysis.drawing.page import Drawing, Page
from analysis.drawing.table import draw_table
from analysis.paper_d import TABLE_6
from analysis.runs import file_name

NEEDS = (
    f"whole steps of {obstacle.SCENARIO} in states from 0 to {obstacle.END} s, as suite obstacle "
    "records them"
)
WIDTH, ROW_INCHES = 10.5, 0.2
HEADER = ["code", "particles", "run [s]", "steps", "steps/s", "MIPPS", "speed-up"]


def draw(material):
    records = obstacle.of_obstacle(material.records)
    runs = obstacle.whole_runs(records)
    for scenario, rows in records.groupby("scenario.name"):
        found = {key[1:]: run for key, run in runs.items() if key[0] == scenario}
        if found:
            yield Drawing(file_name("DT6", scenario), _figure(scenario, rows, found))


def _figure(scenario, rows, runs):
    body, bold = _body(runs)
    page = Page(
        f"Whole runs on {rows['device.name'].iloc[0]} and on the paper's devices",
        scenario,
        [
            *caption.run_notes(rows),
            obstacle.runs_note(runs.values()),
            "Speed-up: of steps a second over those of the slowest of so many particles; the "
            "paper's: over its single core. Bold: the most steps a second of so many particles.",
            "The paper's rows: its table 6.",
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
        slowest, fastest = min(rates.values()), max(rates.values())
        for key in sorted(rates, key=rates.get):
            if rates[key] == fastest:
                bold.add((len(body), HEADER.index("steps/s")))
            body.append(_row(key, of_number[key], rates[key] / slowest))
    for code, cases in TABLE_6.items():
        for number, (rate, speed_up) in cases.items():
            mipps = short(rate * number / 1e6)
            body.append([f"{code} (paper)", f"{number:,}", "", "", f"{rate}", mipps, f"{speed_up}"])
    return body, bold


def _row(key, run, speed_up):
    variant, toolchain, particles = key
    rate = run.steps_per_second
    return [
        f"{variant}, {toolchain}",
        f"{particles:,}",
        short(run.seconds),
        f"{run.steps:,}",
        short(rate),
        short(rate * particles / 1e6),
        short(speed_up),
    ]
