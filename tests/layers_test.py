"""No folder of kernels/ or harness/ includes one above it, and none includes in a circle.

Includes run downwards in the tables below: a folder may include those of the lines under its own,
and no other folder of its own line. A new folder needs a place in its table.
"""

import re
import shutil
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]

# From the roof to the ground.
LAYERS = {
    "kernels": """
        pack
        audit
        traversals
        integrators
        neighbours
        storage
        grid physics
        strategy
        particles numerics limits
        gpu
        counting
        simt
        abi
    """,
    "harness": """
        cli
        best
        campaigns
        measure counters
        records verify suites python
        stepping
        scenarios packs
        runtimes
    """,
}
# What a tree may include of another: its ground, and what the runtimes of devices, which the
# devices' compilers compile, launch themselves.
OF_OTHER_TREES = {"kernels": set(), "harness": {"kernels/abi", "kernels/limits"}}
# What a folder must not reach by whatever way: measuring knows nothing of SPH.
KEPT_APART = {
    "harness/measure": (
        "harness/stepping/simulation.hpp",
        "harness/stepping/loop.hpp",
        "harness/scenarios/scenario.hpp",
        "harness/packs/",
        "harness/verify/",
        "kernels/abi/kernel_pack.hpp",
    )
}
SOURCES = {".hpp", ".cpp", ".cuh", ".cu"}
INCLUDE = re.compile(r'^\s*#\s*include\s+"((?:kernels|harness|tests|benchmarks)/[^"]+)"')


def layers_of(tree):
    """A folder's height over the ground, by name."""
    lines = [line.split() for line in LAYERS[tree].strip().splitlines()]
    return {folder: height for height, line in enumerate(reversed(lines)) for folder in line}


def includes_of(root, tree):
    """(file, line number, file included) of all sources of a tree, as paths from the root."""
    for file in sorted((root / tree).rglob("*")):
        if file.suffix in SOURCES:
            for number, line in enumerate(file.read_text().splitlines(), 1):
                if match := INCLUDE.match(line):
                    yield file.relative_to(root).as_posix(), number, match[1]


def folder_of(path):
    """The folder of a tree that a path lies in, "" for a file of the tree itself."""
    parts = path.split("/")
    return parts[1] if len(parts) > 2 else ""


def violation(tree, file, included):
    """Why a file must not include another, "" where it may."""
    layers = layers_of(tree)
    here, there = folder_of(file), folder_of(included)
    if here and here not in layers:
        return f"{tree}/{here} has no place in the table of layers: give it one"
    if not included.startswith(tree + "/"):
        allowed = OF_OTHER_TREES[tree]
        if f"{included.split('/')[0]}/{there}" in allowed:
            return ""
        return f"{tree}/ may include {', '.join(sorted(allowed)) or 'nothing'} of another tree"
    if not there or here == there:  # harness/error.hpp is everyone's
        return ""
    if not here:
        return f"a file of {tree}/ itself includes no folder of it"
    if there not in layers:
        return f"{tree}/{there} has no place in the table of layers: give it one"
    if layers[there] < layers[here]:
        return ""
    if layers[there] == layers[here]:
        return f"{tree}/{there} stands beside {tree}/{here}, not below it"
    return f"{tree}/{there} stands above {tree}/{here}"


def violations(root, tree):
    return [
        f"{file}:{number} includes {included}: {why}"
        for file, number, included in includes_of(root, tree)
        if (why := violation(tree, file, included))
    ]


@pytest.mark.parametrize("tree", LAYERS)
def test_includes_run_downwards(tree):
    found = violations(ROOT, tree)
    assert not found, "\n".join(["includes that do not run downwards:", *found])


def family_of(path):
    """The family of traversals that a path lies in, "" for what families share and all else."""
    parts = path.split("/")
    return parts[2] if parts[:2] == ["kernels", "traversals"] and len(parts) > 3 else ""


def test_no_family_of_traversals_includes_another():
    found = [
        f"{file}:{number} includes {included}"
        for file, number, included in includes_of(ROOT, "kernels")
        if file.startswith("kernels/traversals/")
        and family_of(included) not in {"", family_of(file)}
    ]
    assert not found, "\n".join(["a family of traversals includes another:", *found])


def ways(root, folder):
    """(file, file that includes it) of all that the files of a folder include, by whatever way."""
    included_by = {}
    for tree in LAYERS:
        for file, _, included in includes_of(root, tree):
            included_by.setdefault(file, []).append(included)
    way = {file: None for file in included_by if file.startswith(folder + "/")}
    left = list(way)
    for file in left:  # which grows
        for included in included_by.get(file, []):
            if included not in way:
                way[included] = file
                left.append(included)
    return way


def reached(root, folder, what):
    """Every way from a folder to what is kept apart from it: "a includes b includes c"."""
    way = ways(root, folder)
    found = []
    for file in way:
        if file.startswith(what):
            line = [file]
            while way[line[-1]]:
                line.append(way[line[-1]])
            found.append(" includes ".join(reversed(line)))
    return found


@pytest.mark.parametrize("folder", KEPT_APART)
def test_a_folder_reaches_nothing_that_is_kept_apart_from_it(folder):
    assert all((ROOT / path).exists() for path in KEPT_APART[folder])
    assert len(ways(ROOT, folder)) > 1
    found = reached(ROOT, folder, KEPT_APART[folder])
    assert not found, "\n".join(found)


def test_what_is_reached_by_others_is_told_with_the_way(tmp_path):
    tree = tree_with(tmp_path, "harness/measure/a.cpp", '#include "harness/runtimes/b.hpp"')
    (tree / "harness/runtimes/b.hpp").write_text('#include "harness/stepping/simulation.hpp"\n')
    assert reached(tree, "harness/measure", KEPT_APART["harness/measure"]) == [
        "harness/measure/a.cpp includes harness/runtimes/b.hpp includes "
        "harness/stepping/simulation.hpp"
    ]


@pytest.mark.parametrize("tree", LAYERS)
def test_every_layer_is_there(tree):
    """A table with a folder that has gone would let its name be used again anywhere."""
    missing = [folder for folder in layers_of(tree) if not (ROOT / tree / folder).is_dir()]
    assert not missing


def tree_with(tmp_path, file, line):
    """A copy of kernels/abi and harness/runtimes, and one more file that has the line."""
    for folder in ("kernels/abi", "harness/runtimes"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / file).write_text(f"#pragma once\n{line}\n")
    return tmp_path


@pytest.mark.parametrize(
    ("file", "line", "told"),
    [
        ("kernels/abi/a.hpp", '#include "kernels/gpu/gpu.cuh"', "kernels/gpu stands above"),
        (
            "kernels/grid/a.cuh",
            '#include "kernels/physics/pair.cuh"',
            "kernels/physics stands beside",
        ),
        ("kernels/abi/a.hpp", '#  include "kernels/new/b.hpp"', "kernels/new has no place"),
        ("kernels/new/a.hpp", '#include "kernels/abi/grid.hpp"', "kernels/new has no place"),
        ("kernels/gpu/a.cuh", '#include "harness/error.hpp"', "kernels/ may include nothing of"),
        (
            "harness/runtimes/a.hpp",
            '#include "kernels/gpu/gpu.cuh"',
            "harness/ may include kernels/abi",
        ),
        ("harness/runtimes/a.hpp", '#include "harness/cli/style.hpp"', "harness/cli stands above"),
    ],
)
def test_what_must_not_be_included_is_told(tmp_path, file, line, told):
    found = violations(tree_with(tmp_path, file, line), file.split("/")[0])
    assert len(found) == 1
    assert found[0].startswith(f"{file}:2 includes ")
    assert told in found[0]


def test_what_may_be_included_is_not_told(tmp_path):
    tree = tree_with(tmp_path, "kernels/gpu/a.cuh", '#include "kernels/simt/warp.cuh"')
    assert not violations(tree, "kernels")
    assert not violations(tree, "harness")
