"""Colours that colour-blind readers tell apart, the same for a toolchain on every figure."""

from analysis.schema import stages

# Okabe and Ito's colours. The versions of one compiler stand far apart in lightness.
OF_TOOLCHAIN = {
    "nvcc-13.0": "#0072B2",
    "clang-19": "#E69F00",
    "clang-16": "#A63F00",
    "hipcc-5.2": "#CC79A7",
    "cpu-gcc-12": "#009E73",
    "cpu-clang-14": "#56B4E9",
}
FOR_OTHERS = [
    "#0072B2",
    "#E69F00",
    "#009E73",
    "#CC79A7",
    "#56B4E9",
    "#D55E00",
    "#F0E442",
    "#555555",
]

# Paul Tol's muted colours, by stage in the order of execution.
OF_STAGES = [
    "#332288",
    "#88CCEE",
    "#44AA99",
    "#999933",
    "#DDCC77",
    "#CC6677",
    "#882255",
    "#117733",
    "#AA4499",
]
OF_UNEXPLAINED = "#BBBBBB"
HATCHES = ["", "////", "....", "xxxx", "\\\\\\\\", "oo"]


def sort_toolchains(names):
    """Unique names: the known ones in the palette's order, then the others by name."""
    known = [name for name in OF_TOOLCHAIN if name in set(names)]
    return known + sorted(set(names) - set(known))


def colours_of_toolchains(names):
    """A dict from each of `names` to its colour."""
    ordered = sort_toolchains(names)
    colours = {name: OF_TOOLCHAIN[name] for name in ordered if name in OF_TOOLCHAIN}
    free = [colour for colour in FOR_OTHERS if colour not in colours.values()]
    others = [name for name in ordered if name not in OF_TOOLCHAIN]
    colours |= {name: free[index % len(free)] for index, name in enumerate(others)}
    return colours


def colours_of_stages():
    """A dict from each stage to its colour."""
    return {stage: OF_STAGES[index % len(OF_STAGES)] for index, stage in enumerate(stages())}


def hatches_of_variants(names):
    """A dict from each of `names` to its hatch, the first one plain."""
    return {name: HATCHES[index % len(HATCHES)] for index, name in enumerate(sorted(set(names)))}


def text_on(colour):
    """Black or white, whichever reads better on `colour`."""
    red, green, blue = (int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5))
    return "black" if 0.299 * red + 0.587 * green + 0.114 * blue > 0.5 else "white"
