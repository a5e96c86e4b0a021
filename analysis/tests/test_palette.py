"""A toolchain keeps its colour from figure to figure."""

from analysis.drawing.palette import (
    FOR_OTHERS,
    colours_of_stages,
    colours_of_toolchains,
    sort_toolchains,
    text_on,
)


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


def test_stages_differ_in_colour():
    colours = colours_of_stages()
    assert len(set(colours.values())) == len(colours)


def test_text_reads_on_dark_and_on_light():
    assert (text_on("#332288"), text_on("#DDCC77")) == ("white", "black")
