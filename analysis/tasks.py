"""What the figures of paper E share: who is compared, in which scenarios, and how.

A frame is a whole step, with the cells built anew; of the cuboid, whose particles stay, it is what
the paper calls total: preparation, density and force.
"""

from dataclasses import dataclass

from analysis import paper_e
from analysis.drawing import caption
from analysis.drawing.bars import over
from analysis.drawing.lines import Line, draw_lines
from analysis.drawing.page import Drawing, Page
from analysis.material import DRIFTS
from analysis.runs import FORCES, file_name, in_the_loop, one_by

ORDER, SORT, TILE = "strategies.hash", "strategies.sort", "tuning.hash.tile"
PER_CELL = "scenario.parameters.particles_per_cell"  # as asked for; 0 where it is no parameter
MEAN, FULLEST = "scenario.state.cells.mean", "scenario.state.cells.fullest"
AC = "AC, mean particles in a cell that holds any"
PARTICLES, STEP, TIME = "scenario.particles", "scenario.state.step", "scenario.state.time_s"
REBUILD = "scenario.parameters.rebuild_interval"
NOT_CONVERGED, ERROR, LIMIT = (
    f"repetitions.{key}" for key in ("not_converged", "last_error", "limit")
)
OF_FORCES = "tuning.forces."
# How the paper's text has its tasks: two of a cell become one, and a row is long from 90 on.
PAPERS = (("merge", 1), ("threshold-per-slab", 0))
TUNED = "tuned"  # "paper", or "swept": how the tuning of the passes was chosen
KEYS = ["scenario.name", "toolchain.name", SORT, TUNED]
# Of two ways that are compared.
START = ["scenario.name", PARTICLES, PER_CELL, STEP]

# The scenarios that each figure is drawn of, one file each.
SCENARIOS = {
    "E1": ("static-cuboid",),
    "E13": ("static-cuboid",),
    "E14": ("dam-break-dense",),
    "E15": ("dam-break-dense",),
    "E16": ("dam-break-dense",),
    "E17": ("dam-break-dense",),
    "E18": ("ocean-wave", "dam-break-dense"),
    "E19": ("dropped-bodies",),
    "E20": ("two-fluids-mixing-500",),
    "E21": ("elastic-cubes",),
}


@dataclass(frozen=True)
class Way:
    """A way to compute a frame: what a variant of it consists of, and how its line looks."""

    label: str
    forces: str
    order: str
    tile: int | None = None
    colour: str = "#000000"
    marker: str = "o"
    tuning: tuple = PAPERS

    def among(self, records):
        """The records of this way."""
        chosen = (records[FORCES] == self.forces) & (records[ORDER] == self.order)
        if self.tile is not None:
            chosen &= records[TILE] == self.tile
        for key, value in self.tuning:
            chosen &= self._has(records, key, value)
        return records[chosen]

    def _has(self, records, key, value):
        """Which records have a tuning; a traversal without it has the paper's, and so has one of
        which the best tuning is looked for."""
        told = records[OF_FORCES + key]
        if self.tuning != PAPERS:
            return (told == value) & (records[TUNED] == "paper")
        return (told == value) | told.isna() | (records[TUNED] == "swept")


def _narrowed(label, suffix="", tile=4, colour="#0072B2", marker="o", tuning=PAPERS):
    return Way(label, f"hierarchical-tasks{suffix}", "perpendicular", tile, colour, marker, tuning)


# Okabe and Ito's colours.
TRA = Way("TRA: a thread a particle", "rows", "linear", None, "#555555", "s")
CTA = Way("CTA: tasks", "cta-tasks", "linear", None, "#E69F00", "^")
NEW = _narrowed("NEW: tasks of the hierarchical grid")
LS = _narrowed("Ls: narrowed along x", "-x", 4, "#009E73", "^")
LD = _narrowed("Ld: narrowed along x and z", "-xz", 4, "#CC79A7", "s")
LH = _narrowed("Lh: narrowed along z where rows are long")
UNMERGED = _narrowed(
    "NEW without merging", "", 4, "#009E73", "D", (("merge", 0), ("threshold-per-slab", 0))
)
BY_SLAB = _narrowed(
    "Lh by 22 a slab, as the code",
    "",
    4,
    "#56B4E9",
    "D",
    (("merge", 1), ("threshold-per-slab", 22)),
)
ORDERED = Way("CTA in the order of NEW", "cta-tasks", "perpendicular", 4, "#E69F00", "^")
GRID = Way("perpendicular", "cta-tasks", "perpendicular", 4, "#0072B2", "o")
SPGRID = Way("Morton tiles, for SPGrid", "cta-tasks", "morton-tiles", None, "#D55E00", "s")
TILE_4 = _narrowed("tile of 4")
OTHER_TILES = [
    _narrowed("tile of 3", "", 3, "#0072B2", "o"),
    _narrowed("tile of 5", "", 5, "#009E73", "^"),
    _narrowed("tile of 6", "", 6, "#CC79A7", "s"),
]


def frames(material, figure):
    """Whole steps of the scenarios of a figure whose cells were built at every step, with the
    column TUNED."""
    return _of_figure(in_the_loop(material.records, "step"), figure)


def drifts(material, figure):
    """The same of the steps whose times drift within their blocks: a caption tells of them."""
    refused = material.refused
    drifting = refused[refused["validity.status"] == DRIFTS]
    return _of_figure(in_the_loop(drifting, "step"), figure)


def stages(material, figure):
    """The stages of the same."""
    return _of_figure(in_the_loop(material.records, "stage"), figure)


def _of_figure(records, figure):
    columns = [ORDER, SORT, FORCES, TILE, PER_CELL, MEAN, FULLEST, REBUILD]
    columns += [NOT_CONVERGED, ERROR, LIMIT, *(OF_FORCES + key for key, _ in PAPERS)]
    rows = records.reindex(columns=records.columns.union(columns, sort=False))
    rows = rows[
        rows["scenario.name"].isin(SCENARIOS[figure]) & (rows[REBUILD] == 1) & rows[MEAN].notna()
    ]
    swept = [
        any(point["stage"] in ("density", "forces") for point in points)
        for points in rows["tuning_sweep"]
    ]
    return rows.assign(
        **{
            TUNED: ["swept" if one else "paper" for one in swept],
            PER_CELL: rows[PER_CELL].fillna(0),
        }
    )


def three_digits(number):
    """A number to three digits, and not with fewer than all of a whole one."""
    return f"{number:,.0f}" if number >= 100 else f"{number:.3g}"


@dataclass(frozen=True)
class Comparison:
    """Frame rates of some ways over that of another, as a figure shows them.

    x: the column of its axis, named `axis`, whose ticks `tick` writes. per_cell: the frames with so
    many particles in a cell alone.
    """

    figure: str
    title: str
    ways: list[Way]
    reference: Way
    x: str
    axis: str
    tick: object = three_digits
    scale: str = "log"
    per_cell: int | None = None

    def draw(self, material, notes=()):
        """Yields a Drawing for each scenario, toolchain, sort and choice of tuning that was
        recorded at two places of the axis."""
        steady, drifting = (self._compared(of(material, self.figure)) for of in (frames, drifts))
        for key, rows in steady.groupby(KEYS):
            lines = self._lines(rows)
            if any(len(line.points) > 1 for line in lines):
                beside = drifting[(drifting[KEYS] == list(key)).all(axis=1)]
                page = self._page(rows, beside, lines, told(key), notes)
                yield Drawing(file_name(self.figure, *key), page)

    def _compared(self, rows):
        return rows if self.per_cell is None else rows[rows[PER_CELL] == self.per_cell]

    def _lines(self, rows):
        reference = one_by(self.reference.among(rows), START)
        lines = []
        for way in self.ways:
            line = Line(way.label, way.colour, marker=way.marker)
            for start, row in one_by(way.among(rows), START).items():
                if start in reference:
                    point = over(reference[start], row)
                    point.hollow = _unconverged(row) or _unconverged(reference[start])
                    line.points[row[self.x]] = point
            lines.append(line)
        return lines

    def _page(self, rows, drifting, lines, subtitle, notes):
        drawn = [way for way in (*self.ways, self.reference) if len(way.among(rows))]
        rows = rows[rows.index.isin([at for way in drawn for at in way.among(rows).index])]
        page = Page(
            self.title,
            subtitle,
            [
                *caption.run_notes(rows),
                f"Frame rate: a step's, over that of {self.reference.label}; ratio of medians of "
                f"{spread(rows['summary.count'])} samples. Whiskers: the 5th percentile of the one "
                "time over the 95th of the other, and the other way round.",
                cells_note(rows),
                states_note(rows),
                *convergence_notes(rows),
                *notes,
                *self._drifts(drifting),
                *self._gaps(lines, drifting),
            ],
            legend_entries=sum(bool(line.points) for line in lines),
            legend_columns=2,
        )
        figure, axes = page.open()
        places = sorted({x for line in lines for x in line.points})
        draw_lines(axes, places, lines, self.tick, self.scale, baseline=1)
        axes.set_xlabel(self.axis)
        axes.set_ylabel("normalised frame rate")
        page.legend(axes)
        return figure

    def _drifts(self, rows):
        """At which places nothing is drawn of which ways."""
        of_place = {}
        for way in (*self.ways, self.reference):
            for x in way.among(rows)[self.x].unique():
                of_place.setdefault(x, []).append(way.label)
        for x, labels in sorted(of_place.items()):
            yield (
                f"Times drift within their blocks, and are not drawn, at {self.tick(x)}: "
                f"{'; '.join(labels)}."
            )

    def _gaps(self, lines, drifting):
        """At which places nothing is recorded of which ways."""
        places = sorted({x for line in lines for x in line.points})
        for line, way in zip(lines, self.ways, strict=True):
            known = line.points.keys() | set(way.among(drifting)[self.x])
            missing = [self.tick(x) for x in places if x not in known]
            if missing:
                yield f"{way.label}: not recorded, and so not drawn, at {', '.join(missing)}."


def needs_of_frames(figure):
    """What one of the figures over frames takes."""
    return (
        "whole steps of cta-tasks and hierarchical-tasks in two states or more of "
        f"{' or '.join(SCENARIOS[figure])}, as suite tasks-frames records them of a dam break"
    )


def by_frame(material, figure):
    """Yields the Drawings of one of the figures over frames."""
    compared = Comparison(
        figure,
        "Frame rate of tasks of the hierarchical grid",
        [NEW],
        CTA,
        STEP,
        "step of the run",
        "{:,.0f}".format,
        "linear",
    )
    yield from compared.draw(material, [paper_e.gains_note(figure)])


def cells_note(rows):
    """How full the cells are, and of how many particles the states."""
    means, fullest = rows[MEAN], rows[FULLEST]
    return (
        f"{spread(rows[PARTICLES])} particles; AC, the mean over cells that hold any, is "
        f"{spread(means, three_digits)}, the fullest cell holds {spread(fullest)}."
    )


def states_note(rows):
    """From which states the frames are."""
    states = rows[STEP].nunique()
    what = "The state" if states == 1 else f"{states} saved states of one run,"
    times = spread(rows[TIME], three_digits)
    return f"{what} at step {spread(rows[STEP])}, {times} s of simulated time."


def _unconverged(row):
    return bool(row[NOT_CONVERGED] > 0)


def convergence_notes(rows):
    """States in which repeating a physics did not lead below its limit."""
    known = rows[rows[NOT_CONVERGED].notna()]
    open_ = known[known[NOT_CONVERGED] > 0]
    if len(open_):
        states, of_all = open_[STEP].nunique(), known[STEP].nunique()
        yield (
            f"Hollow: {states} of {of_all} states, at step {spread(open_[STEP])}, in which the "
            f"repeated passes did not converge: an error of {spread(open_[ERROR], three_digits)} "
            f"is left, where {three_digits(open_[LIMIT].iloc[0])} is asked for. What is compared "
            "there is equal work, and no solution."
        )


def told(key):
    """The values of KEYS, as a figure says them."""
    scenario, toolchain, sort, tuned = key
    tuning = "the paper's tuning" if tuned == "paper" else "best tuning"
    return f"{scenario}, {toolchain}, {sort} sort, {tuning}"


def spread(numbers, form="{:,.0f}".format):
    """The least and the largest of numbers, or the one that they are."""
    low, high = form(numbers.min()), form(numbers.max())
    return low if low == high else f"{low} to {high}"
