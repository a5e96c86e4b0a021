"""What a build costs: measured from its folder, checked against what is committed, published."""

import json
import subprocess
from pathlib import Path

import pytest

from analysis.cli import main
from analysis.kernels import build_cost, build_cost_command

ROOT = Path(__file__).resolve().parents[2]
TABLE = "<!-- table build-cost -->\n<!-- end of table -->\n"


def a_kernel(name):
    numbers = dict.fromkeys(("registers", "stack_bytes", "spill_bytes", "shared_bytes"), 8)
    of_kernel = {"symbol": name, "kernel": name, "architecture": "sm_90"}
    return of_kernel | numbers | {"assembly_ms": None}


@pytest.fixture
def build(tmp_path):
    """A build folder with a device's pack of two kernels and a host's of three functions."""
    lib = tmp_path / "lib"
    lib.mkdir()
    (tmp_path / "CMakeCache.txt").write_text(
        "SPHLAB_MATRIX:STRING=push\nSPHLAB_SANITIZE:BOOL=OFF\n"
    )
    (lib / "libsphlab-kernels-nvcc-13.0.so").write_bytes(b"x" * 250_000)
    report = [a_kernel("a"), a_kernel("b"), {**a_kernel("b"), "architecture": "sm_80"}]
    (lib / "libsphlab-kernels-nvcc-13.0.resources.json").write_text(json.dumps(report))
    source = tmp_path / "host.cpp"
    source.write_text("namespace sphlab { void f() {} void g(int) {} void h() {} } void other() {}")
    library = lib / "libsphlab-kernels-simt-w32.so"
    subprocess.run(["g++", "-shared", "-fPIC", source, "-o", library], check=True)
    log = [
        "# ninja log v5",
        "0\t9000\t0\t/b/kernels/nvcc-13.0/kernels/grid/linear.cu.o\tab",
        "0\t1500\t0\t/b/kernels/nvcc-13.0/kernels/grid/linear.cu.o\tab",  # made again
        "0\t1500\t0\t/b/kernels/nvcc-13.0/kernels/grid/linear.cu.o.log\tab",
        "1500\t2500\t0\t/b/kernels/nvcc-13.0/kernels/grid/gather.cu.o\tac",
        "10\t4010\t0\t/b/kernels/simt-w32/kernels/grid/gather.cu.o\tad",
        "10\t20\t0\tlib/libsphlab-kernels-simt-w32.so\tae",
        "10\t2010\t0\tharness/CMakeFiles/sphlab_cli.dir/Unity/unity_0_cxx.cxx.o\taf",
    ]
    (tmp_path / ".ninja_log").write_text("\n".join(log) + "\n")
    return tmp_path


def run(build, *options):
    files = ["--expectation", build / "cost.json", "--document", build / "cost.md"]
    return main(["build-cost", str(build), *map(str, files), *options])


def test_it_is_measured(build):
    cost = build_cost.measure(build, "here")
    assert cost.matrix == "push"
    assert cost.packs["nvcc-13.0"] == build_cost.PackCost(2, 2.5, 0.25)
    assert cost.packs["simt-w32"].kernels == 3
    assert cost.packs["simt-w32"].seconds == 4
    assert cost.other_seconds == {"harness": 2.0}


def test_a_pack_that_multiplies_its_kernels_fails_the_check(build, capsys):
    (build / "cost.md").write_text(f"before\n{TABLE}after\n")
    assert run(build, "--update", "--machine", "here") == 0
    assert run(build, "--check") == 0
    report = build / "lib" / "libsphlab-kernels-nvcc-13.0.resources.json"
    report.write_text(json.dumps([a_kernel(name) for name in "abc"]))
    assert run(build, "--check") == 24
    assert "nvcc-13.0: 2 -> 3" in capsys.readouterr().err


def test_another_matrix_or_sanitizers_are_not_checked(build):
    assert run(build, "--check") == 21
    (build / "cost.md").write_text(TABLE)
    assert run(build, "--update") == 0
    cache = build / "CMakeCache.txt"
    for text in (
        "SPHLAB_MATRIX:STRING=every\n",
        "SPHLAB_MATRIX:STRING=push\nSPHLAB_SANITIZE:BOOL=ON\n",
    ):
        cache.write_text(text)
        assert run(build, "--check") == 21


def test_a_folder_that_is_no_build_is_refused(tmp_path, build):
    assert main(["build-cost", str(tmp_path / "absent")]) == 3
    (build / "cost.md").write_text("no table\n")
    assert run(build, "--update") == 3


def test_the_document_holds_what_is_committed():
    cost = build_cost.read(ROOT / build_cost_command.EXPECTATION)
    document = ROOT / build_cost_command.DOCUMENT
    assert build_cost_command.updated(document, cost) == document.read_text()


@pytest.mark.parametrize(
    ("file", "text", "words"),
    [
        (".ninja_log", "# ninja log v5\ncut short", ".ninja_log:2: cut short: is no line"),
        (".ninja_log", "# ninja log v5\nx\ty\t0\ta.o\tb", "is no line of ninja's log"),
        ("lib/libsphlab-kernels-nvcc-13.0.resources.json", "[1]", "[0]: is 1, not an object"),
        (
            "lib/libsphlab-kernels-nvcc-13.0.resources.json",
            '[{"symbol": "a"}]',
            "[0].kernel: is null or not there, not a text",
        ),
        ("lib/libsphlab-kernels-simt-w32.so", "no library", "w32.so: is no library: "),
    ],
)
def test_what_is_no_file_of_a_build_is_refused(build, file, text, words, capsys):
    (build / file).write_text(text)
    assert run(build) == 3
    assert words in capsys.readouterr().err
