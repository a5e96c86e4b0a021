"""kernels/matrix.json: what it compiles suffices, and what it must not name is refused."""

import copy
import json
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
MATRIX_FILE = ROOT / "kernels" / "matrix.json"
MATRIX = json.loads(MATRIX_FILE.read_text())
FORMATS = re.findall(
    r'^ *\{"([a-z0-9-]+)", \{ListContents',
    (ROOT / "kernels" / "abi" / "list_format.hpp").read_text(),
    re.MULTILINE,
)


def write_header(folder, matrix, toolchain, file=MATRIX_FILE):
    """Runs what a build runs. Returns the process; the header is folder/pack_matrix.hpp."""
    command = [
        "cmake",
        f"-DMODULE={ROOT / 'kernels' / 'pack' / 'matrix.cmake'}",
        f"-DFILE={file}",
        f"-DSPHLAB_MATRIX={matrix}",
        f"-DTOOLCHAIN={toolchain}",
        f"-DOUTPUT={folder}",
        "-P",
        ROOT / "tests" / "kernels" / "pack" / "write_matrix.cmake",
    ]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def compiled(tmp_path_factory):
    """compiled(matrix, toolchain): the physics and the (traversal, physics, format) of a pack."""
    known = {}

    def read(matrix, toolchain):
        if (matrix, toolchain) not in known:
            folder = tmp_path_factory.mktemp(toolchain)
            process = write_header(folder, matrix, toolchain)
            assert process.returncode == 0, process.stderr
            text = (folder / "pack_matrix.hpp").read_text()
            types = (folder / "pack_physics.hpp").read_text()
            physics = re.search(r"LaboratoryPhysics = TypeList<(.*?)>;", types, re.DOTALL)[1]
            lists = re.findall(r'^ +\{"([^"]+)", "([^"]+)", "([^"]+)"\}', text, re.MULTILINE)
            known[matrix, toolchain] = set(re.findall(r"/\* ([^ ]+) \*/", physics)), set(lists)
        return known[matrix, toolchain]

    return read


def test_names_are_those_of_the_sources(tmp_path):
    """Names of files and folders, by which CMake knows what a matrix may name."""
    for key in ("physics", "traversals", "formats"):
        matrix = copy.deepcopy(MATRIX)
        row = {"physics": ["wcsph-lj"], "traversals": ["list-gather"], "formats": ["*"]}
        matrix["rows"]["probe"] = {**row, key: ["not-there"]}
        file = tmp_path / "matrix.json"
        file.write_text(json.dumps(matrix))
        said = " ".join(write_header(tmp_path, "push", "simt-w32", file).stderr.split())
        known = re.search(r"not there; there is: (.*?) Call Stack", said)[1].split(", ")
        assert known == [name for name in known if is_in_sources(key, name)]
        assert len(known) > 10 or key == "traversals"


def is_in_sources(key, name):
    folder = {"physics": "physics", "formats": "abi"}.get(key, "")
    files = (ROOT / "kernels" / folder).rglob("*.*")
    return any(f'"{name}"' in file.read_text() for file in files if file.suffix != ".json")


def test_formats_are_all_proven_and_with_one_physics(compiled):
    _, lists = compiled("push", "simt-w32")
    proven = {form for traversal, _, form in lists if traversal == "list-gather"}
    assert proven == set(FORMATS)
    rare = {
        (physics, form)
        for _, physics, form in lists
        # the pairs of every format are counted
        if physics not in ("wcsph-lj", "pair-count")
        and form.endswith(("-16", "-chunk-2", "-sequential"))
    }
    assert not rare, "a physics beside the first multiplies the formats"


@pytest.mark.parametrize(
    "toolchain", ["simt-w32", "simt-w64", "cpu-gcc-12", "nvcc-13.0", "hipcc-5.2"]
)
def test_every_physics_that_reads_lists_does_so_in_the_default_format(compiled, toolchain):
    physics, lists = compiled("suites", toolchain)
    gather = "omp-list" if toolchain.startswith("cpu") else "list-gather"
    for name in ("wcsph-lj", "wcsph-dynamic", "wcsph-two-fluids", "lj-potential"):
        assert name in physics
        assert (gather, name, "split-interleaved") in lists


@pytest.mark.parametrize("toolchain", ["nvcc-13.0", "clang-19", "hipcc-5.2"])
def test_a_push_compiles_a_part_of_what_suites_run(compiled, toolchain):
    some, all_of_them = compiled("push", toolchain)[1], compiled("suites", toolchain)[1]
    assert set(some) <= set(all_of_them)
    assert 2 * len(some) < len(all_of_them)


def test_a_row_may_take_few_traversals_of_cells(tmp_path):
    assert write_header(tmp_path, "push", "simt-w32").returncode == 0
    text = (tmp_path / "pack_matrix.hpp").read_text()
    cells = re.findall(r'\{"([^"]+)", "([^"]+)"\}', text, re.MULTILINE)
    of = {physics: {name for name, other in cells if other == physics} for _, physics in cells}
    assert of["wcsph-lj-viscous"] == {"par-part-noloop", "omp-asymmetric"}
    assert "wcsph-lj" not in of, "it has all of them, also those that nobody has written yet"


def test_a_warp_of_64_lanes_has_no_traversal_whose_kernel_has_no_warp_operation_twice(compiled):
    _, narrow = compiled("push", "simt-w32")
    _, wide = compiled("push", "simt-w64")
    assert wide < narrow
    assert len(wide) < len(narrow) / 4


def physics_of(scenario):
    document = json.loads((ROOT / "scenarios" / f"{scenario}.json").read_text())
    own = document.get("physics", {}).get("name")
    return own or physics_of(document["extends"])


def suite_of(name):
    suite = json.loads((ROOT / "scenarios" / "suites" / f"{name}.json").read_text())
    return {**suite_of(suite["extends"]), **suite} if "extends" in suite else suite


# What a suite's patterns of toolchains stand for where every compiler is there.
TOOLCHAINS = {
    "all": ["nvcc-13.0", "clang-19"],
    "nvcc-*": ["nvcc-13.0"],
    "cpu-*": ["cpu-gcc-12", "cpu-clang-19"],
    "simt-*": ["simt-w32", "simt-w64"],
}


def toolchains_of(suite):
    named = suite["toolchains"]
    named = [named] if isinstance(named, str) else named
    return [toolchain for name in named for toolchain in TOOLCHAINS.get(name, [name])]


SUITES = sorted(file.stem for file in (ROOT / "scenarios" / "suites").glob("*.json"))


@pytest.mark.parametrize("name", SUITES)
def test_what_a_suite_names_is_compiled(compiled, name):
    """Its lists and physics, by the compilers it names: in the packs of suites, or a night's."""
    suite = suite_of(name)
    nightly = name == "list-formats-16" or "clang-16" in suite["toolchains"]
    for toolchain in toolchains_of(suite):
        physics, lists = compiled("nightly" if nightly else "suites", toolchain)
        for scenario in {entry["scenario"] for entry in suite["scenarios"]}:
            assert physics_of(scenario) in physics
            for variant in suite["variants"]:
                forces = variant["forces"]["name"]
                if (
                    "list" not in forces
                    or variant.get("toolchains", [toolchain])[0][:3] != toolchain[:3]
                ):
                    continue
                wanted = (
                    forces,
                    physics_of(scenario),
                    variant.get("list_format", "split-interleaved"),
                )
                assert wanted in lists, f"{toolchain} is not compiled for it"


def test_every_row_is_wanted():
    wanted = {
        row for matrix in MATRIX["matrices"].values() for rows in matrix.values() for row in rows
    }
    assert set(MATRIX["rows"]) == wanted


def changed(change):
    matrix = copy.deepcopy(MATRIX)
    change(matrix)
    return matrix


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (
            lambda m: m["rows"]["cells-counted"]["physics"].append("plasma"),
            ["cells-counted", "'plasma'", "wcsph-lj"],
        ),
        (
            lambda m: m["rows"]["default-list"]["formats"].append("split-chunk-3"),
            ["default-list", "'split-chunk-3'", "split-chunk-4"],
        ),
        (
            lambda m: m["rows"]["default-list"]["traversals"].append("list-guess"),
            ["default-list", "'list-guess'", "list-gather"],
        ),
        (
            lambda m: m["rows"]["default-list"].pop("formats"),
            ["default-list", "traversals and formats"],
        ),
        (
            lambda m: m["rows"]["default-list"].update(format=["*"]),
            ["default-list", "key 'format'"],
        ),
        (
            lambda m: m["rows"]["viscous-formulations"]["cells"].append("list-gather"),
            ["viscous-formulations", "'list-gather'", "under 'cells'", "par-part-noloop"],
        ),
        (lambda m: m["matrices"]["push"].update({"icc": ["cells"]}), ["push", "'icc'", "nvcc"]),
        (lambda m: m["matrices"]["every"]["hipcc"].append("novel"), ["every", "'novel'", "hipcc"]),
        (lambda m: m["matrices"]["push"].pop("simt-w32"), ["push", "says nothing", "'simt-w32'"]),
    ],
)
def test_a_matrix_that_names_what_is_not_there_is_refused(tmp_path, change, told):
    file = tmp_path / "matrix.json"
    file.write_text(json.dumps(changed(change)))
    process = write_header(tmp_path, "push", "simt-w32", file)
    message = " ".join(process.stderr.split())
    assert process.returncode != 0
    for part in [str(file), *told]:
        assert part in message


def test_a_matrix_that_the_file_does_not_have_is_refused(tmp_path):
    process = write_header(tmp_path, "pull", "simt-w32")
    assert process.returncode != 0
    assert "SPHLAB_MATRIX is 'pull'" in " ".join(process.stderr.split())
