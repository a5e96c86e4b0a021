"""Figures of lists: iterators, builders, resolutions and formats, from records made for them."""

import io

import pytest
from matplotlib.image import imread

from analysis import figures
from analysis.drawing.page import png
from analysis.errors import InputError
from analysis.figures.formats import Layout, parse_format
from analysis.iterators import CHAIN as OF_CHAIN
from analysis.iterators import INITIAL
from analysis.load import load_records
from analysis.material import material
from analysis.tests.change import find, put
from analysis.tests.make_small import LARGER_SIZES, SIZES, TOOLCHAINS, records_of
from analysis.tests.test_figures import bars, caption, whiskers

SMALL, LARGE = SIZES
OLD = "list-gather-virtual+per-particle"
CHAIN = "list-gather+per-particle"
WARP = "list-gather+warp-per-cell"
OWN = "list-gather+warp-per-run"


def variant(name):
    forces, builder, form = [*name.split("+"), "split-interleaved"][:3]
    return {"list": builder, "list-format": form, "forces": forces}


def made(names, sizes=SIZES, toolchains=TOOLCHAINS):
    return records_of(sizes, {name: variant(name) for name in names}, toolchains)


def grids(name, records):
    """The axes of each drawing of a figure, a list by the drawing's name."""
    return {drawing.name: drawing.figure.axes for drawing in figures.draw(name, material(records))}


def points(axes):
    """The lines' points as {(label, particles): value}."""
    return {
        (container.get_label(), int(x)): y
        for container in axes.containers
        for x, y in zip(*container.lines[0].get_data(), strict=True)
    }


def median(records, stage, variant, toolchain, particles):
    scope = "step" if stage == "step" else "stage"
    wanted = {"variant": variant, "toolchain": toolchain, "particles": particles}
    return find(records, stage=stage, scope=scope, **wanted)["summary"]["median_s"]


def test_the_records_made_here_are_records(write):
    records = made([OLD, WARP])
    assert load_records(write(records)) == records


def test_no_variant_is_of_both_codes():
    assert not set(INITIAL.traversals) & set(OF_CHAIN.traversals)


def test_no_two_figures_of_one_file_are_alike():
    records = made([OLD, CHAIN, WARP, "par-part-noloop+per-particle"])
    files = {}
    for name in figures.names():
        for drawing in figures.draw(name, material(records)):
            files.setdefault(png(drawing.figure), []).append(drawing.name)
    assert len(files) > 10
    assert [names for names in files.values() if len(names) > 1] == []


def test_the_initial_code_is_not_drawn_of_a_file_that_does_not_hold_it(records):
    for name in ("A4", "A5", "A6"):
        assert grids(name, records) == {}
        assert "forces by list-gather-virtual or list-per-pair-virtual" in figures.needs(name)


def test_the_initial_code_has_a_kernel_a_pair_of_types_where_the_file_holds_that():
    records = made([OLD])
    for record in records:
        put(record, "strategies.forces", "list-per-pair-virtual")
        record["variant"] = "list-per-pair-virtual+per-particle"
    assert list(grids("A4", records)) == [
        f"A4-dam-break-lj-{SMALL}-list-per-pair-virtual+per-particle-disordered"
    ]


def test_the_initial_code_builds_its_list_by_a_thread_a_particle():
    assert grids("A4", made(["list-gather-virtual+warp-per-cell"])) == {}


def test_initial_and_chain_code_are_drawn_apart():
    records = made([OLD, CHAIN, WARP])
    for name in ("A4", "A5", "A6"):
        assert list(grids(name, records)) == [f"{name}-dam-break-lj-{SMALL}-{OLD}-disordered"]
    for name in ("A9", "A10", "A11"):
        assert list(grids(name, records)) == [f"{name}-dam-break-lj-{SMALL}-{CHAIN}-disordered"]


def test_a9_shows_the_medians_of_the_chain_code():
    records = made([OLD, CHAIN])
    (axes,) = grids("A9", records)[f"A9-dam-break-lj-{SMALL}-{CHAIN}-disordered"]
    shown = bars(axes)
    for toolchain in TOOLCHAINS:
        expected = median(records, "forces", CHAIN, toolchain, SMALL) * 1e3
        assert shown[toolchain, "forces"] == pytest.approx(expected)


def test_the_caption_says_which_iterators_are_drawn():
    records = made([OLD, CHAIN])
    ((initial,),) = grids("A4", records).values()
    ((chain,),) = grids("A9", records).values()
    assert "Iterators: virtual inheritance (list-gather-virtual)." in caption(initial)
    assert "Iterators: chain inheritance (list-gather)." in caption(chain)
    assert title(initial) == "Run time of each stage per invocation, the initial code"
    assert title(chain) == "Run time of each stage per invocation, chain iterators"


def title(axes):
    return axes.figure.texts[0].get_text()


def test_a4_shows_the_medians_of_the_initial_code():
    records = made([OLD, CHAIN])
    ((axes,),) = grids("A4", records).values()
    shown = bars(axes)
    for toolchain in TOOLCHAINS:
        expected = median(records, "forces", OLD, toolchain, SMALL) * 1e3
        assert shown[toolchain, "forces"] == pytest.approx(expected)


def test_variants_of_neither_code_have_a_figure_of_their_own(records):
    others = [record for record in records if record["variant"] == "par-part-noloop"]
    assert grids("A9", others) == {}
    assert len(grids("stages", others)) == 1


def test_the_caption_names_the_revision():
    records = made([CHAIN])
    for record in records:
        record["code"] = {"revision": "0123456789abcdef", "dirty": False}
    put(records[0], "code.dirty", True)
    axes, _ = grids("mipps", records)["mipps-dam-break-lj-disordered"]
    assert (
        "Code: revision 0123456789ab, revision 0123456789ab with uncommitted changes."
        in caption(axes)
    )


def test_a12_shows_the_gain_of_the_list_and_of_the_step():
    records = made([CHAIN, WARP, OWN])
    of_list, of_step = grids("A12", records)["A12-dam-break-lj-list-gather-disordered"]

    def gain(stage, new, toolchain, particles):
        key = (toolchain, particles)
        old = median(records, stage, CHAIN, *key)
        return 100 * (old / median(records, stage, new, *key) - 1)

    names = {"warp-per-cell": WARP, "warp-per-run": OWN}
    for axes, stage, sizes in ((of_list, "list", [SMALL]), (of_step, "step", [SMALL, LARGE])):
        expected = {
            (f"{toolchain}, {label}", particles): gain(stage, new, toolchain, particles)
            for toolchain in TOOLCHAINS
            for label, new in names.items()
            for particles in sizes
        }
        assert points(axes) == pytest.approx(expected)
        assert axes.get_xscale() == "log"
        assert (axes.get_xlabel(), axes.get_ylabel()) == ("particles", "gain [%]")
        labels = [label.get_text() for label in axes.get_xticklabels()]
        assert labels == ["83.6 k", "1.02 M"]
        assert len(whiskers(axes)) == len(expected)


def test_a12_says_what_it_leaves_out():
    records = made([CHAIN, WARP])
    records.remove(find(records, variant=WARP, toolchain="clang-19", particles=LARGE, stage="step"))
    axes = grids("A12", records)["A12-dam-break-lj-list-gather-disordered"]
    assert ("clang-19, warp-per-cell", LARGE) not in points(axes[1])
    text = caption(axes[1])
    assert "Whole step, clang-19, warp-per-cell: not recorded, and so not drawn, at 1.02 M" in text
    assert "Whole step, nvcc-13.0" not in text


@pytest.mark.parametrize("names", [[CHAIN], [WARP, OWN], [OLD, WARP]])
def test_a12_needs_both_builders_with_one_traversal(names):
    assert grids("A12", made(names)) == {}


def test_a12_needs_two_sizes():
    assert grids("A12", made([CHAIN, WARP], [SMALL])) == {}


def test_a12_refuses_two_records_of_one_point():
    records = made([CHAIN, WARP])
    twin = find(records, variant=WARP, toolchain="clang-19", particles=LARGE, stage="step")
    with pytest.raises(InputError, match="0000000000000000 would be one bar"):
        grids("A12", [*records, dict(twin, id="0" * 16)])


def test_a15_shows_mipps_and_ratio():
    records = made([OLD, WARP, OWN], LARGER_SIZES, ["nvcc-13.0"])
    left, right = grids("A15", records)["A15-dam-break-lj-disordered"]

    def mipps(name, particles):
        step = find(records, variant=name, particles=particles, stage="step")
        return step["summary"]["mipps"]

    assert bars(left) == pytest.approx(
        {
            (f"nvcc-13.0, {name}", f"{particles:,}"): mipps(name, particles)
            for name in (OLD, WARP, OWN)
            for particles in LARGER_SIZES
        }
    )
    assert bars(right) == pytest.approx(
        {
            (f"nvcc-13.0, {name}", f"{particles:,}"): mipps(name, particles) / mipps(OLD, particles)
            for name in (WARP, OWN)
            for particles in LARGER_SIZES
        }
    )
    assert (left.get_ylabel(), right.get_ylabel()) == ("MIPPS", "performance ratio, new / old")
    assert len(whiskers(left)) == 6
    assert len(whiskers(right)) == 4


def test_a15_says_what_it_leaves_out():
    records = made([OLD, WARP], LARGER_SIZES, ["nvcc-13.0"])
    records.remove(find(records, variant=WARP, particles=11578596, stage="step"))
    left, _ = grids("A15", records)["A15-dam-break-lj-disordered"]
    gap = f"nvcc-13.0, {WARP}: not recorded, and so not drawn, at 11,578,596 particles."
    assert gap in caption(left).replace("\n", " ")


@pytest.mark.parametrize("names", [[OLD], [WARP, OWN], [OLD, CHAIN]])
def test_a15_needs_old_and_new(names):
    assert grids("A15", made(names, LARGER_SIZES)) == {}


FORMATS = {
    "list-monolithic+warp-per-cell+unified-chunk-4": ("unified", "chunks of 4\n32 bit"),
    "list-gather+warp-per-cell": ("split", "interleaved\n32 bit"),
    "list-gather+warp-per-cell+split-interleaved-16": ("split", "interleaved\n16 bit"),
    "list-monolithic+warp-per-cell": ("split", "interleaved\n32 bit"),
}


def test_formats_shows_list_forces_and_step():
    records = made(FORMATS, [SMALL], ["nvcc-13.0"])
    name = f"formats-dam-break-lj-{SMALL}-warp-per-cell-nvcc-13.0-disordered"
    grid = grids("formats", records)[name]
    for axes, stage in zip(grid, ["list", "forces", "step"], strict=True):
        groups = [label.get_text() for label in axes.get_xticklabels()]
        assert groups == ["interleaved\n32 bit", "chunks of 4\n32 bit", "interleaved\n16 bit"]
        found = {
            (container.get_label(), groups[round(bar.get_x() + bar.get_width() / 2)]): (
                bar.get_height()
            )
            for container in axes.containers
            for bar in getattr(container, "patches", [])
        }
        assert found == pytest.approx(
            {
                (f"{contents}, {variant(of)['forces']}", layout): (
                    median(records, stage, of, "nvcc-13.0", SMALL) * 1e3
                )
                for of, (contents, layout) in FORMATS.items()
            }
        )
        assert len(whiskers(axes)) == len(FORMATS)
    assert "Where a bar is missing, the records hold no such format" in caption(grid[0])


def test_records_older_than_formats_have_the_default_one():
    records = made(
        ["list-gather+warp-per-cell", "list-gather+warp-per-cell+split-chunk-2"], [SMALL]
    )
    for record in records:
        if record["variant"] == "list-gather+warp-per-cell":
            del record["strategies"]["list-format"]
    (grid, _) = grids("formats", records).values()
    assert len(bars(grid[0])) == 2


def test_formats_needs_two():
    assert grids("formats", made(["list-gather+per-particle"], [SMALL])) == {}


def test_variants_that_differ_in_more_than_their_list_are_left_out():
    records = made([CHAIN, WARP])
    others = [dict(record, id=record["id"][::-1], variant=WARP + "+other") for record in records]
    assert len(grids("A12", [*records, *others])) == 1


@pytest.mark.parametrize(
    ("name", "contents", "layout"),
    [
        ("unified-sequential", "unified", Layout(32, 0)),
        ("split-interleaved-16", "split", Layout(16, 1)),
        ("split-chunk-8-16", "split", Layout(16, 8)),
        ("split-chunk-8-cell-16", "split", Layout(16, 8, True)),
        ("separate-chunk-2", "separate", Layout(32, 2)),
    ],
)
def test_formats_are_parsed(name, contents, layout):
    assert parse_format(name) == (contents, layout)


@pytest.mark.parametrize(
    "name", ["split", "mixed-chunk-2", "split-chunk", "split-tiles-32", "split-chunk-8-cell"]
)
def test_an_unknown_format_is_refused(name):
    with pytest.raises(InputError, match=f"strategies.list-format: {name} is no contents"):
        parse_format(name)


@pytest.mark.parametrize(
    ("name", "records"),
    [
        ("A12", made([CHAIN, WARP, OWN])),
        ("A15", made([OLD, WARP, OWN], LARGER_SIZES)),
        ("formats", made(FORMATS, [SMALL], ["nvcc-13.0"])),
    ],
)
def test_grids_stay_on_their_page(name, records):
    for drawing in figures.draw(name, material(records)):
        figure = drawing.figure
        assert imread(io.BytesIO(png(figure))).shape[1] >= 1200
        renderer = figure.canvas.get_renderer()
        texts = [*figure.texts, figure.axes[0].get_legend()]
        for axes in figure.axes:
            texts += [axes.xaxis.label, axes.yaxis.label, axes.title, *axes.texts]
        for text in texts:
            box = text.get_window_extent(renderer)
            assert box.x0 >= 0, text
            assert box.y0 >= 0, text
            assert box.x1 <= figure.bbox.x1, text
            assert box.y1 <= figure.bbox.y1, text


@pytest.mark.parametrize("name", ["A12", "A15", "formats"])
def test_records_without_a_list_give_no_figure_of_lists(name):
    records = records_of(SIZES, {"par-part-noloop": {"forces": "par-part-noloop"}}, TOOLCHAINS)
    assert list(figures.draw(name, material(records))) == []


def at_steps(records, steps):
    """The same records, each size in the state after so many steps."""
    for one in records:
        step = steps[one["scenario"]["particles"]]
        one["scenario"]["state"] |= {"label": f"step-{step}", "step": step}
    return records


def test_one_later_state_at_each_size_is_one_figure():
    records = at_steps(made([CHAIN, WARP]), dict(zip(SIZES, range(100, 1000, 100), strict=False)))
    for name in ("A12", "mipps"):
        assert [one.rpartition("-")[2] for one in grids(name, records)] == ["later"]


def test_several_later_states_of_a_size_are_kept_apart():
    earlier = at_steps(made([CHAIN, WARP]), dict.fromkeys(SIZES, 100))
    later = at_steps(made([CHAIN, WARP]), dict.fromkeys(SIZES, 200))
    for name in ("A12", "mipps"):
        found = [one.rpartition("-")[2] for one in grids(name, earlier + later)]
        assert found == ["100", "200"], name
