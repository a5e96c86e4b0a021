"""A toolchain keeps its colour from figure to figure."""

import numpy as np
import pytest

from analysis.drawing.palette import (
    FOR_OTHERS,
    OF_CONTENTS,
    OF_STAGES,
    colours_of_stages,
    colours_of_toolchains,
    sort_toolchains,
    text_on,
)
from analysis.tests import make_small

# What a dichromat sees of linear RGB: Machado, Oliveira and Fernandes 2009, severity 1.
VISION = {
    "full": np.eye(3),
    "protan": np.array(
        [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ]
    ),
    "deutan": np.array(
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.011820, 0.042940, 0.968881],
        ]
    ),
}
# Linear RGB to XYZ over the white point D65.
TO_XYZ = np.array(
    [[0.43395, 0.37622, 0.18983], [0.21267, 0.71516, 0.07217], [0.01776, 0.10948, 0.87277]]
)
# CIE76. Two would just be told apart side by side.
LEAST_DIFFERENCE = 12


def lab(colour, vision):
    """CIE L*a*b* of "#rrggbb" as somebody with this vision sees it."""
    encoded = np.array([int(colour[start : start + 2], 16) for start in (1, 3, 5)]) / 255
    linear = np.where(encoded <= 0.04045, encoded / 12.92, ((encoded + 0.055) / 1.055) ** 2.4)
    xyz = TO_XYZ @ np.clip(VISION[vision] @ linear, 0, 1)
    x, y, z = np.where(xyz > 216 / 24389, np.cbrt(xyz), (24389 / 27 * xyz + 16) / 116)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


def test_known_toolchains_keep_their_colours_in_any_company():
    together = colours_of_toolchains(["clang-16", "nvcc-13.0", "clang-19"])
    assert len(set(together.values())) == 3
    for name, colour in together.items():
        assert colours_of_toolchains([name, "unheard-of"])[name] == colour


def test_versions_of_one_compiler_share_a_colour_unless_they_meet():
    assert set(colours_of_toolchains(["cpu-gcc-12"]).values()) == set(
        colours_of_toolchains(["cpu-gcc-13"]).values()
    )
    assert len(set(colours_of_toolchains(["cpu-gcc-12", "cpu-gcc-13"]).values())) == 2


def test_unknown_toolchains_differ_from_each_other_and_from_the_known():
    names = ["nvcc-13.0", "clang-19", "icx-1", "icx-2", "mystery"]
    assert len(set(colours_of_toolchains(names).values())) == len(names)


def test_more_toolchains_than_colours_still_get_one():
    names = [f"mystery-{letter}" for letter in "abcdefghijklmnop"]
    assert set(colours_of_toolchains(names)) == set(names)
    assert set(colours_of_toolchains(names).values()) == set(FOR_OTHERS)


def test_toolchains_are_sorted_once_each():
    names = ["zebra", "clang-16", "cpu-gcc-12", "nvcc-13.0", "clang-19", "clang-19", "icx"]
    expected = ["nvcc-13.0", "clang-19", "clang-16", "cpu-gcc-12", "icx", "zebra"]
    assert sort_toolchains(names) == expected


def test_every_stage_of_the_records_has_a_colour_of_its_own():
    colours = colours_of_stages(make_small.STAGES)
    assert list(colours) == list(make_small.STAGES)
    assert len(set(colours.values())) == len(colours)


def test_a_stage_that_nobody_has_heard_of_takes_a_colour_that_none_beside_it_has():
    colours = colours_of_stages(["density", "forces", "strain"])
    assert colours["forces"] == OF_STAGES["forces"]
    assert len(set(colours.values())) == 3
    many = colours_of_stages([*OF_STAGES, "density"])
    assert many["density"] in OF_STAGES.values()


@pytest.mark.parametrize("vision", VISION)
@pytest.mark.parametrize("palette", [OF_STAGES, OF_CONTENTS])
def test_colours_are_told_apart_with_any_vision(palette, vision):
    seen = {name: lab(colour, vision) for name, colour in palette.items()}
    names = list(seen)
    for index, one in enumerate(names):
        for other in names[:index]:
            difference = np.linalg.norm(seen[one] - seen[other])
            assert difference >= LEAST_DIFFERENCE, f"{one} and {other}: {difference:.1f}"


def test_text_reads_on_dark_and_on_light():
    assert (text_on("#332288"), text_on("#DDCC77")) == ("white", "black")
