"""Colours that colour-blind readers tell apart, the same for a toolchain on every figure."""

import re

# Okabe and Ito's colours, by toolchain or by all versions of one. Versions of a compiler that are
# compared with each other stand far apart in lightness.
OF_TOOLCHAIN = {
    "nvcc": "#0072B2",
    "clang-19": "#E69F00",
    "clang-16": "#A63F00",
    "hipcc": "#CC79A7",
    "cpu-gcc": "#009E73",
    "cpu-clang": "#56B4E9",
}
FOR_OTHERS = ["#D55E00", "#555555", "#F0E442", *OF_TOOLCHAIN.values()]

# Paul Tol's muted colours and three between them, by stage. A stage keeps its colour whichever
# others are there.
OF_STAGES = {
    "displacement": "#661100",
    "hash": "#332288",
    "sort": "#88CCEE",
    "reorder": "#44AA99",
    "cells": "#999933",
    "tiles": "#5522DD",
    "cell-sort": "#6699CC",
    "census": "#BBCC33",
    "tasks": "#6666DD",
    "list": "#DDCC77",
    "list-order": "#F4A582",
    "remember": "#AA4499",
    "forces": "#CC6677",
    "time-step": "#882255",
    "euler": "#117733",
}
OF_UNEXPLAINED = "#BBBBBB"
# By contents of a list.
OF_CONTENTS = {"unified": "#0072B2", "split": "#E69F00", "separate": "#009E73"}
HATCHES = ["", "////", "....", "xxxx", "\\\\\\\\", "oo", "----", "||||", "++++", "**", "OO", "//.."]


def sort_toolchains(names):
    """Unique names: the known ones in the palette's order, then the others by name."""
    rank = {key: position for position, key in enumerate(OF_TOOLCHAIN)}
    return sorted(set(names), key=lambda name: (rank.get(_entry(name), len(rank)), name))


def colours_of_toolchains(names):
    """A dict from each of `names` to its colour, which only repeats when there are too many."""
    colours, others = {}, []
    for name in sort_toolchains(names):
        colour = OF_TOOLCHAIN.get(_entry(name))
        if colour is None or colour in colours.values():
            others.append(name)
        else:
            colours[name] = colour
    free = [colour for colour in FOR_OTHERS if colour not in colours.values()] or FOR_OTHERS
    return colours | {name: free[index % len(free)] for index, name in enumerate(others)}


def _entry(toolchain):
    """The entry of OF_TOOLCHAIN that a toolchain falls under, or None."""
    without_version = re.sub(r"-[0-9.]+$", "", toolchain)
    return next((key for key in (toolchain, without_version) if key in OF_TOOLCHAIN), None)


def colours_of_stages(names):
    """A dict from each of `names` to its colour. A stage without one of its own takes a colour that
    no stage among `names` has, as long as there are any."""
    colours = {name: OF_STAGES[name] for name in names if name in OF_STAGES}
    free = [colour for colour in OF_STAGES.values() if colour not in colours.values()]
    free = free or list(OF_STAGES.values())
    others = [name for name in names if name not in colours]
    return colours | {name: free[index % len(free)] for index, name in enumerate(others)}


def hatches_of_variants(names):
    """A dict from each of `names` to its hatch, the first one plain."""
    return {name: HATCHES[index % len(HATCHES)] for index, name in enumerate(sorted(set(names)))}


def text_on(colour):
    """Black or white, whichever reads better on `colour`."""
    red, green, blue = (int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5))
    return "black" if 0.299 * red + 0.587 * green + 0.114 * blue > 0.5 else "white"
