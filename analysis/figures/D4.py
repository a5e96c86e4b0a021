"""Time of a step by a single core and by the symmetric traversal with several threads, as a table
beside the paper's own (paper D, table 4)."""

from analysis import ladder_cpu, paper_d
from analysis.drawing import caption
from analysis.drawing.page import Drawing, Page
from analysis.drawing.table import draw_table
from analysis.runs import file_name

NEEDS = (
    "whole steps of cpu-symmetric or cpu-cells, and of omp-symmetric with several threads, as "
    "suite ladder-cpu records them"
)
WIDTH, ROW_INCHES = 9.0, 0.22
MS = 1e3


def draw(material):
    for key, rows in ladder_cpu.steps(material).groupby(ladder_cpu.KEYS):
        reference = ladder_cpu.best_of_one_core(rows)
        symmetric = {
            threads: ladder_cpu.best_of_threads(rows, ladder_cpu.SYMMETRIC, threads)
            for threads in ladder_cpu.thread_counts(rows)
        }
        if any(reference.keys() & found.keys() for found in symmetric.values()):
            yield Drawing(file_name("D4", *key), _figure(key, rows, reference, symmetric))


def _figure(key, rows, reference, symmetric):
    columns = sorted(symmetric.keys() | (paper_d.TABLE_4.keys() - {1}))
    body = [*_body(reference, symmetric, columns), _of_the_paper(columns)]
    page = Page(
        "Time of a step by one core and by threads",
        ladder_cpu.told(key),
        [
            *caption.run_notes(rows),
            f"Ours: medians of a step [ms], of {ladder_cpu.SYMMETRIC} and of the best of a single "
            "core, each with its fastest tuning and size of cells. Below a time, how much faster "
            "than the single core.",
            f"The paper's row: its table 4, seconds of a whole run on a {paper_d.CPU}, and "
            "speed-ups as printed, which are quotients of rounded rates.",
            *caption.state_notes(rows),
        ],
        width=WIDTH,
        plot_height=ROW_INCHES * 2 * (len(body) + 2),
        left=0.6,
    )
    figure, axes = page.open()
    header = ["", "particles", "1 core", *(f"{threads} threads" for threads in columns)]
    draw_table(axes, header, body, set())
    return figure


def _body(reference, symmetric, columns):
    """The texts of our rows, one for each number of particles."""
    for particles, one_core in sorted(reference.items()):
        found = [symmetric.get(threads, {}).get(particles) for threads in columns]
        if any(row is not None for row in found):
            times = [_text(one_core[ladder_cpu.TIME], row) for row in found]
            alone = f"{one_core[ladder_cpu.TIME] * MS:.4g} ms"
            yield [one_core["device.name"], f"{particles:,}", alone, *times]


def _text(one_core, row):
    if row is None:
        return "not recorded"
    return f"{row[ladder_cpu.TIME] * MS:.4g} ms\n{one_core / row[ladder_cpu.TIME]:.2f}"


def _of_the_paper(columns):
    printed = [paper_d.TABLE_4.get(threads) for threads in columns]
    alone = f"{paper_d.TABLE_4[1].seconds:,} s"
    times = ["" if run is None else f"{run.seconds:,} s\n{run.speedup}" for run in printed]
    return [f"{paper_d.CPU} (paper)", f"{paper_d.PARTICLES:,}", alone, *times]
