"""Time of a pass by Par-Part-NoLoop and X-pencil, as a table (paper C, table 1)."""

from analysis import cutoff
from analysis.drawing import caption
from analysis.drawing.page import Drawing, Page
from analysis.drawing.table import draw_table
from analysis.runs import file_name

NEEDS = (
    "asynchronous calls (scope asynchronous-calls) of par-part-noloop and x-pencil over random "
    "boxes with 18 operations a pair and no test of the distance, as suite cutoff records them"
)
COMPARED = ["par-part-noloop", "x-pencil"]
PHYSICS = cutoff.FLOPS["without a distance test"][18]
ROW_INCHES = 0.2


def draw(records):
    rows = cutoff.boxes(records)
    rows = rows[rows["variant"].isin(COMPARED) & (rows["physics"] == PHYSICS)]
    for swept, chosen in rows.groupby("swept"):
        yield Drawing(file_name("C1", "swept" if swept else "paper"), _figure(swept, chosen))


def _figure(swept, rows):
    toolchains = sorted(set(rows["toolchain.name"]))
    found = {
        toolchain: cutoff.by_box(rows[rows["toolchain.name"] == toolchain])
        for toolchain in toolchains
    }
    sizes = cutoff.sizes(rows)
    interactions = rows.groupby([cutoff.SIDE, cutoff.PER_CELL])["interactions"].first()
    page = Page(
        "Execution time of Par-Part-NoLoop (PPNL) and X-pencil [s]",
        f"{PHYSICS}, {cutoff.tuning_label(swept)}",
        [caption.device_note(rows), *caption.toolchain_notes(rows), cutoff.calls_note(rows)],
        plot_height=ROW_INCHES * (len(sizes) + 2),
        left=0.2,
    )
    figure, axes = page.open()
    header = ["interactions per particle"]
    header += [f"{name}\n{toolchain}" for toolchain in toolchains for name in ("PPNL", "X-pencil")]
    body, bold = [], set()
    for size in sizes:
        cells = [f"{interactions[size]:.4g} {cutoff.box_label(*size)}"]
        times = {
            (toolchain, variant): found[toolchain][variant, *size]["summary.median_s"]
            for toolchain in toolchains
            for variant in COMPARED
            if (variant, *size) in found[toolchain]
        }
        for column, key in enumerate(
            [(toolchain, variant) for toolchain in toolchains for variant in COMPARED], start=1
        ):
            cells.append(f"{times[key]:.1e}" if key in times else "refused")
            if key in times and times[key] == min(times.values()):
                bold.add((len(body), column))
        body.append(cells)
    draw_table(axes, header, body, bold)
    return figure
