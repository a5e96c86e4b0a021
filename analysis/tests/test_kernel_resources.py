"""The table of kernels' resources, and a check that fails when a kernel gains a stack frame."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from analysis.cli import main
from analysis.kernels import code_hashes
from analysis.kernels.binutils import NoBinutils
from analysis.kernels.names import ENUMERATORS, short_name, unique_names
from analysis.tests.made_hip_pack import END, hip_pack

ROOT = Path(__file__).resolve().parents[2]
NAMES = {
    "gather": "sphlab::list_gather<sphlab::ChainIterators, sphlab::WcsphLj, 4>",
    "virtual": "sphlab::list_gather<sphlab::VirtualIterators, sphlab::WcsphLj, 4>",
    "predict": "sphlab::predict",
}


COMPILER = "ptxas V13.0.88"


def kernel(symbol, registers, stack=0, spill=0, shared=0, architecture="sm_90"):
    """As a report has it."""
    return {
        "symbol": symbol,
        "kernel": NAMES.get(symbol, symbol),
        "architecture": architecture,
        "registers": registers,
        "stack_bytes": stack,
        "spill_bytes": spill,
        "shared_bytes": shared,
        "assembly_ms": None,
    }


@pytest.fixture
def build(tmp_path, monkeypatch):
    """Writes the report of a pack, as a build does, and returns the build's lib folder.

    The pack is a stand-in that says who made it, and what the machine code of its kernels is, by
    symbol: what `code` does not name is always the same.
    """

    def build(*kernels, toolchain="nvcc-13.0", compiler=COMPILER, code=None):
        folder = tmp_path / "lib"
        folder.mkdir(exist_ok=True)
        (folder / f"libsphlab-kernels-{toolchain}.resources.json").write_text(json.dumps(kernels))
        pack = {"compiler": compiler, "code": code or {}}
        (folder / f"libsphlab-kernels-{toolchain}.so").write_text(json.dumps(pack))
        return folder

    def code_of_kernels(pack, kernels):
        code = json.loads(pack.read_text())["code"]
        return {(k.architecture, k.name): code.get(k.symbol, k.symbol).encode() for k in kernels}

    def compiler_of(pack, _):
        return json.loads(pack.read_text())["compiler"]

    monkeypatch.setattr(code_hashes, "code_of_kernels", code_of_kernels)
    monkeypatch.setattr(code_hashes, "compiler_of", compiler_of)
    return build


@pytest.fixture
def resources(tmp_path):
    """Runs the command with expectations of its own, and returns its exit code."""
    expectations = tmp_path / "expectations"

    def resources(folder, *options):
        return main(["resources", str(folder), "--expectations", str(expectations), *options])

    resources.expectations = expectations
    return resources


def same_code(count):
    """The line of a check that finds no other machine code."""
    return f"nvcc-13.0: {count} kernels with the same machine code, 0 with another, 0 new or gone\n"


BASE = (kernel("gather", 48), kernel("virtual", 40, stack=112), kernel("predict", 28))


def test_a_build_is_as_its_own_expectation(build, resources, capsys):
    folder = build(*BASE)
    assert resources(folder, "--update") == 0
    file = resources.expectations / "nvcc-13.0.txt"
    assert capsys.readouterr().out == f"nvcc-13.0: {file} written\n"
    assert resources(folder, "--check") == 0
    assert capsys.readouterr().out == "nvcc-13.0: 3 kernels, none changed\n" + same_code(3)


@pytest.mark.parametrize(
    ("worse", "printed"),
    [
        (kernel("gather", 48, stack=8), "48 -> 48, 8 B stack"),
        (kernel("gather", 48, spill=16), "48 -> 48, 16 B spills"),
        (kernel("virtual", 40, stack=120), "40, 112 B stack -> 40, 120 B stack"),
        (kernel("other", 40, stack=8), "new, 40, 8 B stack"),
    ],
)
def test_a_stack_frame_or_spills_more_fail(build, resources, capsys, worse, printed):
    resources(build(*BASE), "--update")
    kept = [k for k in BASE if k["symbol"] != worse["symbol"]]
    assert resources(build(*kept, worse), "--check") == 20
    captured = capsys.readouterr()
    line = next(line for line in captured.out.splitlines() if "WORSE" in line)
    assert line.endswith(printed)
    assert "kernels that gained a stack frame or spills: 1" in captured.err


@pytest.mark.parametrize(
    ("changed", "printed"),
    [
        (kernel("virtual", 40), "40, 112 B stack -> 40"),
        (kernel("predict", 33), "28 -> 33"),
        (kernel("predict", 24), "28 -> 24"),
        (kernel("predict", 28, shared=128), "28 -> 28, 128 B shared"),
        (kernel("other", 60), "new, 60"),
    ],
)
def test_other_changes_are_reported_and_pass(build, resources, capsys, changed, printed):
    resources(build(*BASE), "--update")
    capsys.readouterr()
    kept = [k for k in BASE if k["symbol"] != changed["symbol"]]
    assert resources(build(*kept, changed), "--check") == 0
    heading, line, _ = capsys.readouterr().out.splitlines()
    assert heading.endswith("1 changed")
    assert line.endswith(f": {printed}")


def test_numbers_of_five_digits_stay_apart(build, resources):
    folder = build(kernel("predict", 28, spill=12345, shared=16384))
    assert resources(folder, "--update") == 0
    assert resources(folder, "--check") == 0


def test_a_kernel_that_is_gone_is_reported(build, resources, capsys):
    resources(build(*BASE), "--update")
    capsys.readouterr()
    assert resources(build(*BASE[:2]), "--check") == 0
    assert "predict (sm_90): gone, was 28" in capsys.readouterr().out


def test_registers_within_a_group_of_eight_are_no_change(build, resources, capsys):
    resources(build(*BASE), "--update")
    capsys.readouterr()
    kept = [kernel("gather", 41), *BASE[1:]]
    assert resources(build(*kept), "--check") == 0
    assert "none changed" in capsys.readouterr().out


def test_the_compilers_word_fails_the_check(build, resources, tmp_path, capsys):
    """From what ptxas prints to the exit code: nothing on the way loses a stack frame."""
    build()
    log = """\
ptxas info    : Compiling entry function '_ZN6sphlab7predictEv' for 'sm_90'
ptxas info    : Function properties for _ZN6sphlab7predictEv
    {stack} bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
ptxas info    : Used 24 registers, used 0 barriers
"""
    exit_codes = []
    for stack, action in [(0, "--update"), (0, "--check"), (56, "--check")]:
        (tmp_path / "log").write_text(log.format(stack=stack))
        report = tmp_path / "lib/libsphlab-kernels-nvcc-13.0.resources.json"
        subprocess.run(
            [sys.executable, ROOT / "kernels/pack/resource_report.py", "--format", "ptxas"]
            + ["--architectures", "sm_90", "--output", report, tmp_path / "log"],
            check=True,
        )
        exit_codes.append(resources(tmp_path / "lib", action))
    assert exit_codes == [0, 0, 20]
    assert "WORSE predict (sm_90): 24 -> 24, 56 B stack" in capsys.readouterr().out


def test_update_keeps_what_the_pack_was_not_built_for(build, resources, capsys):
    resources(build(kernel("predict", 20, architecture="sm_80")), "--update")
    resources(build(kernel("predict", 24)), "--update")
    capsys.readouterr()
    both = build(kernel("predict", 20, architecture="sm_80"), kernel("predict", 24))
    assert resources(both, "--check") == 0
    assert resources(both, "--update") == 0
    assert "as expected" in capsys.readouterr().out


def test_update_keeps_kernels_that_the_build_lacks_unless_it_prunes(build, resources, capsys):
    resources(build(*BASE), "--update")
    fewer = build(*BASE[:2])
    assert resources(fewer, "--update") == 0
    assert resources(build(*BASE), "--check", "--same-code") == 0
    fewer = build(*BASE[:2])
    assert resources(fewer, "--update", "--prune") == 0
    assert "predict (sm_90): gone, was 28" in capsys.readouterr().out
    assert resources(fewer, "--check", "--same-code") == 0
    assert resources(fewer, "--check", "--prune") == 2


def test_other_machine_code_is_reported_and_passes(build, resources, capsys):
    resources(build(*BASE), "--update")
    capsys.readouterr()
    other = build(*BASE, code={"predict": "another"})
    assert resources(other, "--check") == 0
    assert capsys.readouterr().out == (
        "nvcc-13.0: 3 kernels, none changed\n"
        "nvcc-13.0: 2 kernels with the same machine code, 1 with another, 0 new or gone\n"
        "  other machine code: predict (sm_90)\n"
    )
    assert resources(other, "--check", "--same-code") == 22
    assert "machine code that is not as expected: nvcc-13.0" in capsys.readouterr().err
    assert resources(other, "--update") == 0
    assert resources(other, "--check", "--same-code") == 0


def test_a_kernel_more_or_less_is_not_the_same_code(build, resources):
    resources(build(*BASE), "--update")
    assert resources(build(*BASE[:2]), "--check", "--same-code") == 22
    assert resources(build(*BASE, kernel("other", 60)), "--check", "--same-code") == 22


def test_code_of_another_patch_release_is_not_compared(build, resources, capsys):
    resources(build(*BASE), "--update")
    capsys.readouterr()
    other = build(*BASE, compiler="ptxas V13.0.90", code={"predict": "another"})
    assert resources(other, "--check") == 0
    assert (
        "nvcc-13.0: machine code not compared: made by ptxas V13.0.90, expected of ptxas V13.0.88"
        in capsys.readouterr().out
    )
    assert resources(other, "--check", "--same-code") == 21
    assert "nobody knows whether it is the same" in capsys.readouterr().err
    slower = build(kernel("predict", 28, stack=8), compiler="ptxas V13.0.90")
    assert resources(slower, "--check") == 20


def test_packs_that_do_not_tell_their_compiler_have_no_hashes(build, resources, capsys):
    folder = build(kernel("predict", 28), toolchain="nvcc-12.4", compiler=None)
    assert resources(folder, "--update") == 0
    row = (resources.expectations / "nvcc-12.4.txt").read_text().splitlines()[-1]
    assert row.split() == ["28", "0", "0", "0", "-", "sm_90", "predict"]
    assert resources(folder, "--check") == 0
    said = capsys.readouterr().out
    assert "machine code not compared: this pack does not tell what made it" in said
    assert resources(folder, "--check", "--same-code") == 21


def test_without_cuobjdump_resources_are_checked_all_the_same(
    build, resources, capsys, monkeypatch
):
    def missing(*_):
        raise NoBinutils("cuobjdump: not found")

    resources(build(*BASE), "--update")
    before = (resources.expectations / "nvcc-13.0.txt").read_text()
    monkeypatch.setattr(code_hashes, "compiler_of", missing)
    assert resources(build(*BASE), "--check") == 0
    assert "machine code not compared: cuobjdump: not found" in capsys.readouterr().out
    assert resources(build(*BASE), "--check", "--same-code") == 5
    assert resources(build(kernel("predict", 28, stack=8)), "--update") == 5
    assert (resources.expectations / "nvcc-13.0.txt").read_text() == before


def test_hashes_of_what_was_not_built_stay_while_the_compiler_does(build, resources):
    old, new = kernel("predict", 20, architecture="sm_80"), kernel("predict", 24)
    resources(build(old), "--update")
    resources(build(new), "--update")
    assert resources(build(old, new), "--check", "--same-code") == 0
    resources(build(new, compiler="ptxas V13.0.90"), "--update")
    lines = (resources.expectations / "nvcc-13.0.txt").read_text().splitlines()
    assert lines[2] == "compiler  ptxas V13.0.90"
    assert [line.split()[4] == "-" for line in lines[3:]] == [True, False]


def test_same_code_is_said_of_a_check(build, resources, capsys):
    assert resources(build(*BASE), "--same-code") == 2
    assert "--same-code says what --check is to fail for" in capsys.readouterr().err


def test_nothing_to_check_against_is_no_success(build, resources, capsys):
    folder = build(*BASE)
    assert resources(folder, "--check") == 21
    assert "nothing to check nvcc-13.0 against" in capsys.readouterr().err
    resources(build(kernel("predict", 20, architecture="sm_80")), "--update")
    assert resources(build(*BASE), "--check") == 21


def test_worse_kernels_are_found_beside_a_toolchain_without_expectation(build, resources):
    resources(build(*BASE), "--update")
    build(*BASE, toolchain="clang-99")
    folder = build(kernel("predict", 28, stack=8))
    assert resources(folder, "--check") == 20


def test_the_table_has_a_column_a_toolchain(build, resources, capsys):
    build(*BASE)
    folder = build(kernel("gather", 57), kernel("predict", 24, 0, 8, 128), toolchain="clang-19")
    assert resources(folder, "--markdown", "--kernels", "[lp]*") == 0
    assert capsys.readouterr().out == (
        "| kernel | clang-19 sm_90 | nvcc-13.0 sm_90 |\n"
        "| --- | --: | --: |\n"
        "| `list_gather<ChainIterators, WcsphLj, 4>` | 57 | 48 |\n"
        "| `list_gather<VirtualIterators, WcsphLj, 4>` | - | 40, 112 B stack |\n"
        "| `predict` | 24, 8 B spills, 128 B shared | 28 |\n"
    )
    assert resources(folder, "--toolchain", "clang-19") == 0
    text = capsys.readouterr().out
    assert "nvcc" not in text
    assert len({line.index(" 24") for line in text.splitlines() if "predict" in line}) == 1


def test_bad_input_is_named(build, resources, tmp_path, capsys):
    assert resources(tmp_path) == 3
    assert "holds no libsphlab-kernels-" in capsys.readouterr().err
    folder = build(*BASE)
    assert resources(folder, "--toolchain", "nvcc-1.0") == 3
    assert "no pack of nvcc-1.0; there are: nvcc-13.0" in capsys.readouterr().err
    assert resources(folder, "--kernels", "gizmo") == 3
    assert "no kernel is called 'gizmo'" in capsys.readouterr().err
    resources.expectations.mkdir()
    (resources.expectations / "nvcc-13.0.txt").write_text("# comment\n 28 0 0 - sm_90 predict\n")
    assert resources(folder, "--check") == 3
    assert "nvcc-13.0.txt:2: not four numbers" in capsys.readouterr().err
    (resources.expectations / "nvcc-13.0.txt").write_text(" 28 0 0 0 0123abcd sm_90 predict\n")
    assert resources(folder, "--check") == 3
    assert "hashes of machine code, and no row 'compiler'" in capsys.readouterr().err
    (folder / "libsphlab-kernels-nvcc-13.0.resources.json").write_text("[{}]")
    assert resources(folder, "--check") == 3
    assert "is not a report of kernels' resources" in capsys.readouterr().err


def test_an_expectation_that_cannot_be_written(build, resources, capsys):
    resources.expectations.mkdir()
    (resources.expectations / "nvcc-13.0.txt").symlink_to("missing/file")
    assert resources(build(*BASE), "--update") == 8
    assert "nvcc-13.0.txt: cannot be written" in capsys.readouterr().err


def test_the_package_alone_needs_no_other_libraries(build, resources):
    one = kernel("predict", 28, architecture="gfx90a")
    folder = build(one, toolchain="hipcc-5.2")
    resources(folder, "--update")
    (folder / "libsphlab-kernels-hipcc-5.2.so").write_bytes(hip_pack({one["symbol"]: END}))
    command = [sys.executable, "-S", "-m", "analysis.kernels", "resources", folder, "--check"]
    command += ["--expectations", resources.expectations]
    assert subprocess.run(command, cwd=ROOT).returncode == 0


def test_equal_names_are_told_apart():
    names = ["sphlab::(anonymous namespace)::scan", "sphlab::scan", "sphlab::scan<sphlab::P>"]
    assert unique_names(names) == ["scan", "scan #2", "scan<P>"]


def test_list_formats_are_called_as_in_the_header():
    header = (ROOT / "kernels/abi/list_format.hpp").read_text()
    formats = re.findall(
        r'\{"([\w-]+)", \{ListContents::(\w+), (\d+), ListEntry::(\w+)\}\}', header
    )
    assert len(formats) > 30
    for name, contents, chunk, entry in formats:
        number = ENUMERATORS["ListContents"].index(contents)
        entries = f"(sphlab::ListEntry){ENUMERATORS['ListEntry'].index(entry)}"
        members = f"(sphlab::ListContents){number}, (unsigned char){chunk}, {entries}"
        arguments = f"sphlab::ListFormat{{{members}}}, 7u"
        kernel = f"sphlab::build<sphlab::InFormat<{arguments}> >"
        assert short_name(kernel) == f"build<{name} of 3 types>"


@pytest.mark.parametrize(
    ("members", "name"),
    [
        ("", "unified-sequential"),
        ("(sphlab::ListContents)1", "split-sequential"),
        ("(sphlab::ListContents)1, (unsigned char)4", "split-chunk-4"),
    ],
)
def test_members_that_clang_leaves_out_are_zero(members, name):
    kernel = f"sphlab::build<sphlab::InFormat<sphlab::ListFormat{{{members}}}, 3u> >"
    assert short_name(kernel) == f"build<{name} of 2 types>"


@pytest.mark.parametrize(
    ("header", "name"),
    [
        ("kernels/abi/list_format.hpp", "ListContents"),
        ("kernels/abi/list_format.hpp", "ListEntry"),
        ("kernels/abi/particle_type.hpp", "ParticleType"),
    ],
)
def test_enumerators_are_those_of_the_headers(header, name):
    body = re.search(rf"enum class {name} [^{{]*{{([^}}]*)}}", (ROOT / header).read_text())[1]
    without_comments = re.sub(r"//.*", "", body)
    assert tuple(re.findall(r"\b([a-z]\w*)", without_comments)) == ENUMERATORS[name]


def test_numbers_and_types_of_a_name():
    kernel = "sphlab::list_pair<sphlab::SourceTypes<(sphlab::ParticleType)3>, 8, true, 4ul>"
    assert short_name(kernel) == "list_pair<SourceTypes<second_fluid>, 8, true, 4>"
    assert short_name("sphlab::k<(sphlab::ParticleType)9>") == "k<9>"
