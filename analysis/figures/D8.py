"""Speed of four ways to share a step among threads over the best of a single core, against the
number of particles (paper D, figure 8)."""

from analysis import ladder_cpu
from analysis.drawing import caption
from analysis.drawing.bars import over
from analysis.drawing.lines import Line, draw_lines, short_count
from analysis.drawing.page import Drawing, Page
from analysis.runs import file_name

NEEDS = (
    "whole steps of cpu-symmetric or cpu-cells, and of omp-asymmetric, omp-symmetric, omp-slices-x "
    "or omp-slices-y with several threads, at two numbers of particles or more, as suite "
    "ladder-cpu records them"
)
# Okabe and Ito's colours.
STYLES = {
    "omp-asymmetric": ("#555555", "s"),
    "omp-symmetric": ("#0072B2", "o"),
    "omp-slices-x": ("#D55E00", "^"),
    "omp-slices-y": ("#009E73", "D"),
}


def draw(material):
    for key, rows in ladder_cpu.steps(material).groupby(ladder_cpu.KEYS):
        reference = ladder_cpu.best_of_one_core(rows)
        for threads in ladder_cpu.thread_counts(rows):
            lines, drawn = _lines(rows, reference, threads)
            if any(len(line.points) > 1 for line in lines):
                name = file_name("D8", *key, f"{threads}-threads")
                yield Drawing(name, _figure(key, threads, rows.loc[drawn], lines, reference))


def _lines(rows, reference, threads):
    """A line for each traversal, and the index of what they show."""
    lines, drawn = [], set()
    for traversal in ladder_cpu.OF_THREADS:
        colour, marker = STYLES[traversal]
        line = Line(traversal, colour, marker=marker)
        for particles, row in ladder_cpu.best_of_threads(rows, traversal, threads).items():
            if particles in reference:
                line.points[particles] = over(reference[particles], row)
                drawn |= {row.name, reference[particles].name}
        lines.append(line)
    return lines, sorted(drawn)


def _figure(key, threads, rows, lines, reference):
    particles = sorted({place for line in lines for place in line.points})
    page = Page(
        f"Speed-up with {threads} threads over the best of a single core",
        ladder_cpu.told(key),
        [
            *caption.run_notes(rows),
            "Median of a step by the best of a single core over that of the traversal, each with "
            f"its fastest tuning and size of cells; {rows['summary.count'].min():,} samples or "
            "more. Whiskers: the 5th percentile of the one over the 95th of the other, and the "
            "other way round.",
            f"A single core: {_of_one_core(particles, reference)}.",
            *_gaps(lines, particles),
            *caption.state_notes(rows),
        ],
        legend_entries=len(lines),
        legend_columns=2,
    )
    figure, axes = page.open()
    draw_lines(axes, particles, lines, baseline=1)
    axes.set_xlabel("particles")
    axes.set_ylabel("speed-up")
    page.legend(axes)
    return figure


def _of_one_core(particles, reference):
    return ", ".join(
        f"{reference[number]['variant']} at {short_count(number)}" for number in particles
    )


def _gaps(lines, particles):
    """A line for each point that the records do not hold, of all those that others have."""
    for line in lines:
        missing = [short_count(number) for number in particles if number not in line.points]
        if missing:
            where = ", ".join(missing)
            yield f"{line.label}: not recorded, and so not drawn, at {where} particles."
