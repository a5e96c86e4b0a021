"""The figures show the numbers of the records: bars and whiskers are read back from the axes."""

import io

import numpy as np
import pytest
from matplotlib.image import imread

from analysis import figures
from analysis.drawing.page import png
from analysis.errors import InputError
from analysis.load import frame
from analysis.tests.change import find, put

RUN = "dam-break-lj-83648-{}-disordered"
VARIANTS = ["list-gather+per-particle", "par-part-noloop"]
TOOLCHAINS = ["nvcc-13.0", "clang-19"]
SMALL = 83648


def drawn(name, records):
    """The axes of each drawing of a figure, by the drawing's name."""
    return {drawing.name: drawing.figure.axes[0] for drawing in figures.draw(name, frame(records))}


def bars(axes, horizontal=False):
    """The lengths of the bars by series and group."""
    axis = axes.yaxis if horizontal else axes.xaxis
    groups = [label.get_text().split("\n")[0] for label in axis.get_ticklabels()]
    found = {}
    for container in axes.containers:
        # Whiskers are containers too, without bars.
        for bar in getattr(container, "patches", []):
            if horizontal:
                group, length = groups[round(bar.get_y() + bar.get_height() / 2)], bar.get_width()
            else:
                group, length = groups[round(bar.get_x() + bar.get_width() / 2)], bar.get_height()
            found[container.get_label(), group] = length
    return found


def whiskers(axes):
    """The ends of all vertical whiskers, as a sorted list of pairs."""
    segments = [segment for collection in axes.collections for segment in collection.get_segments()]
    return sorted((low, high) for (_, low), (_, high) in segments)


def stage(records, toolchain, variant, name):
    return find(
        records,
        toolchain=toolchain,
        variant=variant,
        stage=name,
        scope="stage",
        particles=SMALL,
    )


def step(records, toolchain, variant, particles=SMALL):
    return find(records, toolchain=toolchain, variant=variant, stage="step", particles=particles)


def stages_of(variant):
    names = ["hash", "sort", "reorder", "cells", "list", "forces", "time-step", "euler"]
    return [name for name in names if name != "list" or variant == VARIANTS[0]]


def test_the_figures_are_found_by_their_files():
    assert figures.names() == [
        *(
            "A10",
            "A11",
            "A12",
            "A15",
            "A4",
            "A5",
            "A6",
            "A9",
            "C1",
            "C6",
            "C7",
            "C8",
            "formats",
            "mipps",
        )
    ]


@pytest.mark.parametrize("variant", VARIANTS)
def test_a4_shows_the_median_of_each_stage(records, variant):
    axes = drawn("A4", records)["A4-" + RUN.format(variant)]
    expected = {
        (toolchain, name): stage(records, toolchain, variant, name)["summary"]["median_s"] * 1e3
        for toolchain in TOOLCHAINS
        for name in stages_of(variant)
    }
    assert bars(axes) == pytest.approx(expected)
    assert [label.get_text() for label in axes.get_xticklabels()] == stages_of(variant)
    assert axes.get_xlabel() == "stage"
    assert axes.get_ylabel() == "time per invocation [ms]"
    assert [text.get_text() for text in axes.get_legend().get_texts()] == TOOLCHAINS


def test_a4_shows_the_spread(records):
    axes = drawn("A4", records)["A4-" + RUN.format(VARIANTS[0])]
    expected = sorted(
        tuple(stage(records, toolchain, VARIANTS[0], name)["summary"][key] * 1e3 for key in keys)
        for toolchain in TOOLCHAINS
        for name in stages_of(VARIANTS[0])
        for keys in [("p05_s", "p95_s")]
    )
    assert np.allclose(whiskers(axes), expected)


@pytest.mark.parametrize("variant", VARIANTS)
def test_a5_shows_the_time_in_a_thousand_steps(records, variant):
    axes = drawn("A5", records)["A5-" + RUN.format(variant)]
    expected = {}
    for toolchain in TOOLCHAINS:
        whole = step(records, toolchain, variant)["summary"]
        label = f"{toolchain} ({whole['median_s'] * 1e6:.0f} ms in all)"
        for name in stages_of(variant):
            record = stage(records, toolchain, variant, name)
            cumulative = record["summary"]["median_s"] * record["calls_per_step"] * 1000 * 1e3
            expected[label, name] = cumulative
        expected[label, "unexplained"] = whole["unexplained_s"] * 1000 * 1e3
    assert bars(axes) == pytest.approx(expected)
    assert min(expected.values()) < 0
    assert axes.get_ylabel() == "time in 1,000 steps [ms]"


def test_a5_says_where_the_unexplained_rest_is_not_known(records):
    step(records, "clang-19", VARIANTS[0])["summary"]["unexplained_s"] = None
    axes = drawn("A5", records)["A5-" + RUN.format(VARIANTS[0])]
    assert "unexplained" not in {group for label, group in bars(axes) if "clang" in label}
    assert "clang-19: no record of the unexplained rest." in caption(axes)


@pytest.mark.parametrize("variant", VARIANTS)
def test_a6_shows_shares_of_the_measured_step(records, variant):
    axes = drawn("A6", records)["A6-" + RUN.format(variant)]
    shown = bars(axes, horizontal=True)
    expected = {}
    for toolchain in TOOLCHAINS:
        whole = step(records, toolchain, variant)["summary"]
        for name in stages_of(variant):
            record = stage(records, toolchain, variant, name)
            share = record["summary"]["median_s"] * record["calls_per_step"] / whole["median_s"]
            expected[name, toolchain] = 100 * share
        expected["unexplained", toolchain] = 100 * whole["unexplained_fraction"]
    assert shown == pytest.approx(expected)
    for toolchain in TOOLCHAINS:
        assert sum(v for (_, of), v in shown.items() if of == toolchain) == pytest.approx(100)
    assert axes.get_xlabel() == "share of the step [%]"
    assert axes.get_ylabel() == "toolchain"


def test_a6_stacks_end_to_end_on_both_sides_of_zero(records):
    axes = drawn("A6", records)["A6-" + RUN.format(VARIANTS[0])]
    for row in range(len(TOOLCHAINS)):
        spans = sorted(
            tuple(sorted((bar.get_x(), bar.get_x() + bar.get_width())))
            for container in axes.containers
            for bar in container.patches
            if round(bar.get_y() + bar.get_height() / 2) == row
        )
        ends = [end for _, end in spans[:-1]]
        assert [start for start, _ in spans[1:]] == pytest.approx(ends, abs=1e-9)


def test_a6_says_where_shares_do_not_add_up_and_what_it_leaves_out(records):
    step(records, "nvcc-13.0", VARIANTS[0])["summary"]["unexplained_s"] *= 2
    records.remove(step(records, "clang-19", VARIANTS[0]))
    axes = drawn("A6", records)["A6-" + RUN.format(VARIANTS[0])]
    assert "nvcc-13.0: stages and rest add up to 10" in caption(axes)
    assert "clang-19: not drawn, there is no record of its step." in caption(axes)
    assert {toolchain for _, toolchain in bars(axes, horizontal=True)} == {"nvcc-13.0"}


def test_mipps_shows_every_toolchain_variant_and_size(records):
    axes = drawn("mipps", records)["mipps-dam-break-lj-disordered"]
    expected = {
        (f"{toolchain}, {variant}", f"{particles:,}"): step(records, toolchain, variant, particles)[
            "summary"
        ]["mipps"]
        for toolchain in TOOLCHAINS
        for variant in VARIANTS
        for particles in (83648, 1016000)
    }
    assert bars(axes) == pytest.approx(expected)
    assert axes.get_xlabel() == "particles"
    assert axes.get_ylabel() == "MIPPS"


def test_mipps_shows_the_spread_of_the_samples(records):
    axes = drawn("mipps", records)["mipps-dam-break-lj-disordered"]
    expected = []
    for record in records:
        if record["scope"] == "step":
            times = np.array(record["samples"]["time_s"])
            mipps = record["scenario"]["particles"] / times / 1e6
            expected.append((np.percentile(mipps, 5), np.percentile(mipps, 95)))
    assert np.allclose(whiskers(axes), sorted(expected))


def test_every_scenario_size_and_state_gets_its_own_figure(records):
    for record in records:
        if record["scenario"]["particles"] == SMALL and record["variant"] == VARIANTS[1]:
            put(record, "scenario.state.label", "initial")
    assert list(drawn("A4", records)) == [
        "A4-dam-break-lj-83648-list-gather+per-particle-disordered",
        "A4-dam-break-lj-83648-par-part-noloop-initial",
    ]
    assert list(drawn("mipps", records)) == [
        "mipps-dam-break-lj-disordered",
        "mipps-dam-break-lj-initial",
    ]


def test_kernel_scope_alone_draws_nothing(records):
    alone = [record for record in records if record["scope"] == "kernel"]
    assert not any(figures.draw(name, frame(alone)) for name in figures.names())


@pytest.mark.parametrize("name", ["A4", "A5", "A6", "A9", "A10", "A11"])
def test_two_records_for_one_bar_are_refused(records, name):
    twin = dict(stage(records, "clang-19", VARIANTS[0], "forces"), id="0" * 16)
    with pytest.raises(InputError, match="0000000000000000 would be one bar"):
        drawn(name, [*records, twin])


def test_the_caption_names_device_compilers_and_samples(records):
    for name in figures.names():
        for axes in drawn(name, records).values():
            text = caption(axes)
            assert "Imaginary GPU, driver 580.65, cuda 13.0, clocks not locked" in text
            assert "nvcc-13.0: nvcc: NVIDIA (R) Cuda compiler driver, release 13.0" in text
            assert "clang-19: Debian clang version 19.1.4" in text
            assert "disordered" in text
            assert "5th to 95th percentile" in text
            assert "Code: revision not recorded." in text
            if name not in ("A6", "A11"):
                assert "median of 7 samples" in text


def test_the_caption_warns_of_different_saved_states(records):
    warning = "Not all bars of a group were measured from the same saved state."
    assert warning not in caption(drawn("A4", records)["A4-" + RUN.format(VARIANTS[0])])
    put(stage(records, "clang-19", VARIANTS[0], "list"), "scenario.state.hash", "0" * 16)
    assert warning in caption(drawn("A4", records)["A4-" + RUN.format(VARIANTS[0])])


def test_unknown_device_facts_are_left_out_of_the_caption(records):
    for record in records:
        record["device"] |= {"driver": None, "clocks_locked": None}
        record["runtime"]["version"] = None
    axes = drawn("A4", records)["A4-" + RUN.format(VARIANTS[0])]
    assert caption(axes).splitlines()[2] == "Imaginary GPU"


def test_a_runtime_that_names_itself_is_not_named_twice(records):
    for record in records:
        record["runtime"]["version"] = "CUDA 13.0"
    axes = drawn("A4", records)["A4-" + RUN.format(VARIANTS[0])]
    assert "driver 580.65, CUDA 13.0, clocks" in caption(axes)


@pytest.mark.parametrize("name", ["A4", "A5", "A6", "mipps"])
def test_drawing_twice_gives_the_same_png(records, name):
    first, second = (png(figures.draw(name, frame(records))[0].figure) for _ in range(2))
    assert first == second
    assert first.startswith(b"\x89PNG\r\n")
    pixels = imread(io.BytesIO(first))
    assert pixels.shape[1] >= 1200
    assert len(np.unique(pixels[..., :3] @ [1, 1e3, 1e6])) > 10


@pytest.mark.parametrize("toolchains", [1, 3, 9])
def test_no_text_leaves_the_page(records, toolchains):
    many = []
    for index in range(toolchains):
        for record in records:
            if record["toolchain"]["name"] == "nvcc-13.0":
                name = f"toolchain-{index}"
                many.append(dict(record, toolchain=dict(record["toolchain"], name=name)))
    for name in figures.names():
        for drawing in figures.draw(name, frame(many)):
            figure = drawing.figure
            figure.draw_without_rendering()
            renderer = figure.canvas.get_renderer()
            axes = figure.axes[0]
            artists = [*figure.texts, axes.get_legend(), axes.xaxis.label, *axes.texts]
            for artist in artists:
                box = artist.get_window_extent(renderer)
                assert box.x0 >= 0, artist
                assert box.y0 >= 0, artist
                assert box.x1 <= figure.bbox.x1, artist
                assert box.y1 <= figure.bbox.y1, artist


def caption(axes):
    return "\n".join(text.get_text() for text in axes.figure.texts)
