"""The figures show the numbers of the records: bars and whiskers are read back from the axes."""

import copy
import io

import numpy as np
import pytest
from matplotlib.image import imread

from analysis import figures
from analysis.drawing.page import png
from analysis.errors import InputError
from analysis.limits import with_limits
from analysis.material import Material, material
from analysis.tests.change import find, put, refuse
from analysis.tests.made_limits import RATES, limits_beside

RUN = "dam-break-lj-83648-{}-disordered"
VARIANTS = ["list-gather+per-particle", "par-part-noloop"]
CHAIN = VARIANTS[0]
AVERAGES = dict(zip(VARIANTS, ["A9", "stages"], strict=True))
TOOLCHAINS = ["nvcc-13.0", "clang-19"]
SMALL = 83648


def drawn(name, records):
    """The axes of each drawing of a figure, by the drawing's name."""
    return {
        drawing.name: drawing.figure.axes[0] for drawing in figures.draw(name, material(records))
    }


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
        *("A10", "A11", "A12", "A15", "A4", "A5", "A6", "A9"),
        *("C1", "C6", "C7", "C8"),
        *("D10", "D11", "D4", "D5", "D6", "D8", "D9", "DT6"),
        *("E1", *(f"E{number}" for number in range(13, 22))),
        *("energy", "formats", "mipps", "neighbours", "stages"),
    ]


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_median_of_each_stage(records, variant):
    name = AVERAGES[variant]
    axes = drawn(name, records)[f"{name}-" + RUN.format(variant)]
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


def test_a9_shows_the_spread(records):
    axes = drawn("A9", records)["A9-" + RUN.format(CHAIN)]
    expected = sorted(
        tuple(stage(records, toolchain, CHAIN, name)["summary"][key] * 1e3 for key in keys)
        for toolchain in TOOLCHAINS
        for name in stages_of(CHAIN)
        for keys in [("p05_s", "p95_s")]
    )
    assert np.allclose(whiskers(axes), expected)


def in_a_thousand_steps(records, toolchain):
    """The time of each stage [ms], and the legend's text."""
    whole = step(records, toolchain, CHAIN)["summary"]
    label = f"{toolchain} ({whole['median_s'] * 1e6:.0f} ms in all)"
    times = {}
    for name in stages_of(CHAIN):
        record = stage(records, toolchain, CHAIN, name)
        times[label, name] = record["summary"]["median_s"] * record["calls_per_step"] * 1000 * 1e3
    return label, times


def test_a10_shows_the_time_in_a_thousand_steps(records):
    axes = drawn("A10", records)["A10-" + RUN.format(CHAIN)]
    expected = {}
    for toolchain in TOOLCHAINS:
        label, times = in_a_thousand_steps(records, toolchain)
        whole = step(records, toolchain, CHAIN)["summary"]
        expected |= times | {(label, "unexplained"): whole["unexplained_s"] * 1000 * 1e3}
    assert bars(axes) == pytest.approx(expected)
    assert min(expected.values()) < 0
    assert axes.get_ylabel() == "time in 1,000 steps [ms]"


def test_a10_shows_a_measured_total_beside_the_sum_of_medians(records):
    whole = step(records, "nvcc-13.0", CHAIN)
    total = copy.deepcopy(whole) | {"id": "f" * 16, "scope": "run"}
    total["policy"]["calls"] = 500
    total["summary"] |= {key: 1.1 * whole["summary"][key] for key in ("median_s", "p05_s", "p95_s")}
    axes = drawn("A10", [*records, total])["A10-" + RUN.format(CHAIN)]
    label, times = in_a_thousand_steps(records, "nvcc-13.0")
    shown = bars(axes)
    assert shown[label, "sum of"] == pytest.approx(sum(times.values()))
    assert shown[label, "measured"] == pytest.approx(total["summary"]["median_s"] * 1e6)
    assert {group for of, group in shown if "clang" in of} == {*stages_of(CHAIN), "unexplained"}
    assert "Measured total: a run of 500 steps from its first to its last" in caption(axes)
    without = drawn("A10", records)["A10-" + RUN.format(CHAIN)]
    assert "Measured total" not in caption(without)


def test_a10_says_where_the_unexplained_rest_is_not_known(records):
    step(records, "clang-19", CHAIN)["summary"]["unexplained_s"] = None
    axes = drawn("A10", records)["A10-" + RUN.format(CHAIN)]
    assert "unexplained" not in {group for label, group in bars(axes) if "clang" in label}
    assert "clang-19: no record of the unexplained rest." in caption(axes)


def test_the_number_of_a_negative_bar_is_clear_of_the_axis(records):
    whole = step(records, "clang-19", CHAIN)["summary"]
    whole["unexplained_s"] = -0.02 * whole["median_s"]
    axes = drawn("A10", records)["A10-" + RUN.format(CHAIN)]
    axes.figure.draw_without_rendering()
    renderer = axes.figure.canvas.get_renderer()
    negative = [text for text in axes.texts if text.get_text().startswith("\N{MINUS SIGN}")]
    assert len(negative) == 1
    assert negative[0].get_window_extent(renderer).y0 > axes.bbox.y0 + 5


def test_a11_shows_shares_of_the_measured_step(records):
    axes = drawn("A11", records)["A11-" + RUN.format(CHAIN)]
    shown = bars(axes, horizontal=True)
    expected = {}
    for toolchain in TOOLCHAINS:
        whole = step(records, toolchain, CHAIN)["summary"]
        for name in stages_of(CHAIN):
            record = stage(records, toolchain, CHAIN, name)
            share = record["summary"]["median_s"] * record["calls_per_step"] / whole["median_s"]
            expected[name, toolchain] = 100 * share
        expected["unexplained", toolchain] = 100 * whole["unexplained_fraction"]
    assert shown == pytest.approx(expected)
    for toolchain in TOOLCHAINS:
        assert sum(v for (_, of), v in shown.items() if of == toolchain) == pytest.approx(100)
    assert axes.get_xlabel() == "share of the step [%]"
    assert axes.get_ylabel() == "toolchain"


def test_a11_stacks_end_to_end_on_both_sides_of_zero(records):
    axes = drawn("A11", records)["A11-" + RUN.format(CHAIN)]
    for row in range(len(TOOLCHAINS)):
        spans = sorted(
            tuple(sorted((bar.get_x(), bar.get_x() + bar.get_width())))
            for container in axes.containers
            for bar in container.patches
            if round(bar.get_y() + bar.get_height() / 2) == row
        )
        ends = [end for _, end in spans[:-1]]
        assert [start for start, _ in spans[1:]] == pytest.approx(ends, abs=1e-9)


def test_a11_says_where_shares_do_not_add_up_and_what_it_leaves_out(records):
    step(records, "nvcc-13.0", CHAIN)["summary"]["unexplained_s"] *= 2
    records.remove(step(records, "clang-19", CHAIN))
    axes = drawn("A11", records)["A11-" + RUN.format(CHAIN)]
    assert "nvcc-13.0: stages and rest add up to 10" in caption(axes)
    assert "clang-19: not drawn, there is no record of its step." in caption(axes)
    assert {toolchain for _, toolchain in bars(axes, horizontal=True)} == {"nvcc-13.0"}


def panels(records, refused=()):
    """The axes of each workload of the one figure of mipps, by its title."""
    (drawing,) = figures.draw("mipps", material([*records, *refused]))
    return {axes.get_title(): axes for axes in drawing.figure.axes}


def test_mipps_has_a_panel_a_workload_and_a_bar_a_variant_and_toolchain(records):
    shown = panels(records)
    assert list(shown) == ["83,648 particles, step 1,000", "1,016,000 particles, step 1,000"]
    for axes, particles in zip(shown.values(), (SMALL, 1016000), strict=True):
        assert lengths(axes) == pytest.approx(
            {
                (toolchain, variant): step(records, toolchain, variant, particles)["summary"][
                    "mipps"
                ]
                for toolchain in TOOLCHAINS
                for variant in VARIANTS
            }
        )
        assert axes.get_xlabel() == "MIPPS"
    first, second = shown.values()
    assert [label.get_text() for label in first.get_yticklabels()] == VARIANTS
    assert {label.get_text() for label in second.get_yticklabels()} == {""}


def lengths(axes):
    """The lengths of horizontal bars by series and variant; the fastest variant is on top."""
    return {
        (container.get_label(), VARIANTS[round(bar.get_y() + bar.get_height() / 2)]): (
            bar.get_width()
        )
        for container in axes.containers
        for bar in getattr(container, "patches", [])
    }


def test_mipps_has_one_colour_a_toolchain(records):
    for axes in panels(records).values():
        colours = {
            container.get_label(): {bar.get_facecolor() for bar in container.patches}
            for container in axes.containers
            if getattr(container, "patches", [])
        }
        assert sorted(colours) == sorted(TOOLCHAINS)
        assert all(len(of_toolchain) == 1 for of_toolchain in colours.values())


def test_mipps_never_has_two_states_on_one_axis(records):
    for record in records:
        if record["variant"] == VARIANTS[1]:
            put(record, "scenario.state.step", 4000)
    assert list(panels(records)) == [
        f"{particles} particles, step {number}"
        for particles in ("83,648", "1,016,000")
        for number in ("1,000", "4,000")
    ]


def test_mipps_shows_the_spread_of_the_samples(records):
    axes = panels(records)["83,648 particles, step 1,000"]
    expected = []
    for record in records:
        if record["scope"] == "step" and record["scenario"]["particles"] == SMALL:
            times = np.array(record["samples"]["time_s"])
            mipps = record["scenario"]["particles"] / times / 1e6
            expected.append((np.percentile(mipps, 5), np.percentile(mipps, 95)))
    segments = [segment for collection in axes.collections for segment in collection.get_segments()]
    assert np.allclose(sorted((low, high) for (low, _), (high, _) in segments), sorted(expected))


def declare_half(records, toolchain, variant):
    """Declares so much work of each stage that RATES leave it half of its time. Returns what that
    is of the step, in per cent."""
    whole = step(records, toolchain, variant)["summary"]
    for name in stages_of(variant):
        record = stage(records, toolchain, variant, name)
        rate = RATES["l1" if name in ("forces", "list") else "copy"]
        record["work"]["bytes"] = rate * record["summary"]["median_s"] / 2
    return (whole["median_s"] - whole["unexplained_s"]) / whole["median_s"] * 50


def beside_limits(records):
    """The axes of mipps at SMALL particles, by RATES."""
    valid = with_limits(material(records).records, limits_beside(records[0]), "limits.json")
    (drawing,) = figures.draw("mipps", Material(valid, valid.iloc[:0]))
    return drawing.figure.axes[0]


def numbers(axes):
    """The texts at the bars, and the caption."""
    return [text.get_text() for text in axes.texts], " ".join(caption(axes).split("\n"))


def test_mipps_tells_the_share_of_the_limits(records):
    shares = {
        (toolchain, variant): declare_half(records, toolchain, variant)
        for toolchain in TOOLCHAINS
        for variant in VARIANTS
    }
    texts, note = numbers(beside_limits(records))
    expected = {
        f"{step(records, *of)['summary']['mipps']:,.0f} ({share:.0f} %)"
        for of, share in shares.items()
    }
    assert set(texts) == expected
    assert "In brackets: the share of the step" in note
    assert "no work is declared" not in note


def test_mipps_says_which_stages_the_share_leaves_out_and_what_they_take(records):
    shares, left_out = [], []
    for toolchain in TOOLCHAINS:
        share = declare_half(records, toolchain, CHAIN)
        hashed = stage(records, toolchain, CHAIN, "hash") | {"kernels": []}
        hashed["work"]["bytes"] = None
        records[records.index(stage(records, toolchain, CHAIN, "hash"))] = hashed
        whole = step(records, toolchain, CHAIN)["summary"]["median_s"]
        left_out.append(hashed["summary"]["median_s"] * hashed["calls_per_step"] / whole * 100)
        shares.append(share - left_out[-1] / 2)
    texts, note = numbers(beside_limits(records))
    assert [text.partition("(")[2] for text in texts if "(" in text] == [
        f"{share:.0f} %)" for share in shares
    ]
    assert (
        "It is at least that: no work is declared of hash, on which up to "
        f"{max(left_out):.1f} % of a step is spent." in note
    )


def test_mipps_has_no_share_where_much_of_a_step_declares_no_work(records):
    for toolchain in TOOLCHAINS:
        for variant in VARIANTS:
            declare_half(records, toolchain, variant)
            stage(records, toolchain, variant, "forces")["work"]["bytes"] = None
    texts, note = numbers(beside_limits(records))
    assert not any("(" in text for text in texts)
    assert "In brackets" not in note
    assert "where stages that declare no work take more than 5 % of a step: forces." in note


def test_mipps_has_no_share_where_a_stage_was_not_measured(records):
    declare_half(records, "nvcc-13.0", CHAIN)
    records.remove(stage(records, "nvcc-13.0", CHAIN, "euler"))
    texts, note = numbers(beside_limits(records))
    assert not any("(" in text for text in texts)
    assert "No share of the device's limits is told where not all stages were measured." in note


def test_mipps_says_that_no_limits_were_recorded(records):
    declare_half(records, "nvcc-13.0", CHAIN)
    texts, note = numbers(panels(records)["83,648 particles, step 1,000"])
    assert not any("(" in text for text in texts)
    assert "No share of the device's limits is told: these were not recorded." in note


def test_the_share_of_the_limits_stays_on_the_plot(records):
    for toolchain in TOOLCHAINS:
        for variant in VARIANTS:
            declare_half(records, toolchain, variant)
    axes = beside_limits(records)
    axes.figure.draw_without_rendering()
    renderer = axes.figure.canvas.get_renderer()
    boxes = [text.get_window_extent(renderer) for text in axes.texts]
    assert len(boxes) == 4
    assert all(box.x1 <= axes.bbox.x1 for box in boxes)


def test_mipps_marks_what_was_refused(records):
    refused = copy.deepcopy(step(records, "clang-19", VARIANTS[1]))
    records.remove(step(records, "clang-19", VARIANTS[1]))
    refuse(refused, "forces/par-part-noloop of pack clang-19: too many particles a cell")
    small, large = panels(records, [refused]).values()
    assert "refused" in [text.get_text() for text in small.texts]
    assert "refused" not in [text.get_text() for text in large.texts]
    assert len(lengths(small)) == 3


def test_mipps_is_readable_at_24_variants(records):
    whole = step(records, "nvcc-13.0", CHAIN)
    many = [
        dict(copy.deepcopy(whole), id=f"{number:016x}", variant=f"{CHAIN}+format-{number}")
        for number in range(24)
    ]
    (drawing,) = figures.draw("mipps", material(many))
    figure, axes = drawing.figure, drawing.figure.axes[0]
    figure.draw_without_rendering()
    renderer = figure.canvas.get_renderer()
    names = [label.get_window_extent(renderer) for label in axes.get_yticklabels()]
    assert len(names) == 24
    assert all(box.x0 >= 0 for box in names)
    for texts in (names, [text.get_window_extent(renderer) for text in axes.texts]):
        ordered = sorted(texts, key=lambda box: box.y0)
        assert all(below.y1 <= above.y0 for below, above in zip(ordered, ordered[1:], strict=False))


def test_every_scenario_size_and_state_gets_its_own_figure(records):
    for record in records:
        if record["scenario"]["particles"] == SMALL and record["variant"] == VARIANTS[1]:
            put(record, "scenario.state.label", "initial")
    assert list(drawn("A9", records)) == ["A9-" + RUN.format(CHAIN)]
    assert list(drawn("stages", records)) == ["stages-dam-break-lj-83648-par-part-noloop-initial"]
    assert list(drawn("mipps", records)) == [
        "mipps-dam-break-lj-disordered",
        "mipps-dam-break-lj-initial",
    ]


def test_kernel_scope_alone_draws_nothing(records):
    alone = [record for record in records if record["scope"] == "kernel"]
    assert not any(figures.draw(name, material(alone)) for name in figures.names())


def test_states_of_one_label_are_told_apart_by_their_steps(records):
    later = copy.deepcopy(stage(records, "nvcc-13.0", CHAIN, "forces"))
    later["id"] = "0" * 16
    put(later, "scenario.state.step", 9000)
    assert list(drawn("A9", [*records, later])) == [
        f"A9-{RUN.format(CHAIN)}-step-{number}" for number in (1000, 9000)
    ]


def test_tunings_of_one_variant_are_told_apart(records):
    one_at_a_time = []
    for record in records:
        if record["variant"] == CHAIN:
            put(record, "tuning.forces", {"block": 128, "in-flight": 8})
            one = copy.deepcopy(record) | {"id": record["id"][::-1]}
            put(one, "tuning.forces", {"block": 128, "in-flight": 1})
            one_at_a_time.append(one)
    found = drawn("A9", [*records, *one_at_a_time])
    assert list(found) == [
        f"A9-dam-break-lj-83648-{CHAIN}__forces_in-flight_{number}-disordered" for number in (1, 8)
    ]
    one, eight = (caption(axes) for axes in found.values())
    assert "(list-gather), 1 neighbour a fetch." in one
    assert "(list-gather), 8 neighbours a fetch." in eight


@pytest.mark.parametrize("name", ["A9", "A10", "A11"])
def test_two_records_for_one_bar_are_refused(records, name):
    twin = dict(stage(records, "clang-19", CHAIN, "forces"), id="0" * 16)
    with pytest.raises(InputError, match="0000000000000000 would be one bar"):
        drawn(name, [*records, twin])


def test_the_caption_names_device_compilers_and_samples(records):
    for name in figures.names():
        for axes in drawn(name, records).values():
            text = caption(axes)
            assert (
                "Imaginary GPU, board 0a1b2c3d, driver 580.65, cuda 13.0, clocks not locked" in text
            )
            assert "nvcc-13.0: nvcc: NVIDIA (R) Cuda compiler driver, release 13.0" in text
            assert "clang-19: Debian clang version 19.1.4" in text
            assert "disordered" in text
            assert "5th to 95th percentile" in text
            assert "Code: revision not recorded. From one recording, 2026-11-20." in text
            assert "State disordered at 83,648 particles: step 1,000, 0.25 s" in text
            if name != "A11":
                assert "median of 7 samples" in text


def test_the_caption_warns_of_different_saved_states(records):
    warning = "Not all bars of a group were measured from the same saved state."
    assert warning not in caption(drawn("A9", records)["A9-" + RUN.format(CHAIN)])
    put(stage(records, "clang-19", CHAIN, "list"), "scenario.state.hash", "0" * 16)
    assert warning in caption(drawn("A9", records)["A9-" + RUN.format(CHAIN)])


def test_the_caption_counts_the_recordings(records):
    other = stage(records, "clang-19", CHAIN, "list")
    other["code"] = {"revision": "0123456789abcdef", "dirty": False}
    other["device"]["board"] = "ffffffff"
    other["recorded_at"] = "2026-11-22T08:00:00Z"
    text = caption(drawn("A9", records)["A9-" + RUN.format(CHAIN)])
    assert "Imaginary GPU, boards 0a1b2c3d, ffffffff, driver" in text
    assert (
        "Code: revision 0123456789ab, revision not recorded. From 2 recordings side by side, "
        "2026-11-20 to 2026-11-22."
    ) in text


def test_unknown_device_facts_are_left_out_of_the_caption(records):
    for record in records:
        record["device"] |= {"driver": None, "clocks_locked": None}
        del record["device"]["board"]
        record["runtime"]["version"] = None
    axes = drawn("A9", records)["A9-" + RUN.format(CHAIN)]
    assert caption(axes).splitlines()[2] == "Imaginary GPU"


def test_a_runtime_that_names_itself_is_not_named_twice(records):
    for record in records:
        record["runtime"]["version"] = "CUDA 13.0"
    axes = drawn("A9", records)["A9-" + RUN.format(CHAIN)]
    assert "driver 580.65, CUDA 13.0, clocks" in caption(axes)


@pytest.mark.parametrize("name", ["A9", "A10", "A11", "mipps"])
def test_drawing_twice_gives_the_same_png(records, name):
    first, second = (png(figures.draw(name, material(records))[0].figure) for _ in range(2))
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
        for drawing in figures.draw(name, material(many)):
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
