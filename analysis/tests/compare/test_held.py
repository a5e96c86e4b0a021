"""A gate that holds its own duels, with a stand-in for sphlab."""

import json
import shutil
import stat
import subprocess

import pytest

from analysis.cli import main
from analysis.tests.change import fail, find
from analysis.tests.compare.sides import as_duel, slow_down
from analysis.tests.compare.test_duel import FORCES, STEP
from analysis.tests.version_1 import text_of

# Answers the n-th call with the records in answers/<n>.jsonl and the shell command in answers/<n>.
SPHLAB = """#!/bin/sh
echo "$@" >>"{folder}/calls"
number=$(wc -l <"{folder}/calls")
while [ "$1" != --out ]; do shift; done
[ -e "{folder}/$number.jsonl" ] && cp "{folder}/$number.jsonl" "$2"
eval "$(cat "{folder}/$number")"
"""


class Build:
    """Two builds, of which one has a sphlab that gives the answers it is told."""

    def __init__(self, folder):
        self.folder = folder
        self.answers = 0
        for part in ("base/lib", "candidate/lib", "candidate/bin", "answers"):
            (folder / part).mkdir(parents=True)
        program = folder / "candidate" / "bin" / "sphlab"
        program.write_text(SPHLAB.format(folder=folder / "answers"), encoding="utf-8")
        program.chmod(program.stat().st_mode | stat.S_IXUSR)

    def answer(self, base, candidate, ending="exit 0"):
        """What the next call writes, where there is a base, and how it ends."""
        self.answers += 1
        file = self.folder / "answers" / str(self.answers)
        file.write_text(ending, encoding="utf-8")
        if base is not None:
            duel = text_of(as_duel(base, candidate))
            file.with_suffix(".jsonl").write_text(duel, encoding="utf-8")

    def pack(self, side, toolchain, file):
        """Puts a shared library into a side's folder as the pack of a toolchain."""
        pack = self.folder / side / "lib" / f"libsphlab-kernels-{toolchain}.so"
        shutil.copyfile(file, pack)

    def gate(self, *more):
        sides = [str(self.folder / side / "lib") for side in ("base", "candidate")]
        records = str(self.folder / "records")
        return main(["gate", *sides, "--suite", "gate", "--records", records, *more])

    def calls(self):
        return (self.folder / "answers" / "calls").read_text(encoding="utf-8").splitlines()


@pytest.fixture
def build(tmp_path):
    return Build(tmp_path)


@pytest.fixture
def base(base):
    return _of_one_variant(base)


@pytest.fixture
def candidate(candidate):
    return _of_one_variant(candidate)


def _of_one_variant(records):
    return [
        record
        for record in records
        if record["toolchain"]["name"] == "nvcc-13.0" and record["variant"] == FORCES["variant"]
    ]


def test_equal_builds_need_one_duel(build, base, candidate):
    build.answer(base, candidate)
    assert build.gate() == 0
    (call,) = build.calls()
    assert call.startswith(f"duel {build.folder}/base/lib {build.folder}/candidate/lib gate ")
    assert (build.folder / "records" / "duel.jsonl").exists()


def test_a_slowdown_that_a_second_duel_shows_too_fails(build, base, candidate, capsys):
    slow_down(find(candidate, **FORCES), 1.05)
    build.answer(base, candidate)
    build.answer(base, candidate)
    assert build.gate("--pair", "nvcc-13.0=nvcc-13.0", "--only", "nvcc-13.0") == 10
    first, second = build.calls()
    assert "--toolchain nvcc-13.0 --pair nvcc-13.0=nvcc-13.0" in first
    assert f"--variant {FORCES['variant']}" in second
    assert capsys.readouterr().out.endswith("failed: the candidate is slower\n")


def test_a_slowdown_that_the_second_duel_does_not_show_is_unclear(build, base, candidate):
    slow_down(find(candidate, **FORCES), 1.05)
    build.answer(base, candidate)
    slow_down(find(candidate, **FORCES), 1 / 1.05)
    build.answer(base, candidate)
    assert build.gate() == 11


def test_an_invalid_candidate_is_not_measured_again(build, base, candidate):
    fail(find(candidate, **STEP))
    build.answer(base, candidate, "exit 6")
    assert build.gate() == 6
    assert len(build.calls()) == 1


@pytest.mark.parametrize("is_recorded", [True, False])
def test_a_candidate_that_crashes_fails_whatever_was_recorded(
    build, base, candidate, capsys, is_recorded
):
    build.answer(base if is_recorded else None, candidate, "exit 6")
    assert build.gate() == 6
    assert "the candidate's code ended the duel" in capsys.readouterr().err


def test_a_duel_that_a_signal_ends_is_told(build, capsys):
    build.answer(None, None, "kill -KILL $$")
    assert build.gate() == 7
    assert "sphlab duel was ended by SIGKILL; finished records are kept" in capsys.readouterr().err


def test_what_sphlab_refuses_is_refused(build, capsys):
    build.answer(None, None, "exit 5")
    assert build.gate() == 5
    assert "sphlab duel ended with 5" in capsys.readouterr().err


@pytest.fixture(scope="module")
def libraries(tmp_path_factory):
    """Shared libraries: one, the same with debug information, and another."""
    folder = tmp_path_factory.mktemp("libraries")
    sources = {"one": "1", "debug": "1", "other": "2"}
    for name, value in sources.items():
        (folder / f"{name}.c").write_text(f"int answer(void) {{ return {value}; }}\n")
        flags = ["-g"] if name == "debug" else []
        command = ["cc", "-shared", "-fPIC", "-O1", *flags, f"{name}.c", "-o", f"{name}.so"]
        subprocess.run(command, cwd=folder, check=True)
    return {name: folder / f"{name}.so" for name in sources}


def test_builds_of_the_same_code_need_no_duel(build, libraries, tmp_path, capsys):
    build.pack("base", "nvcc-13.0", libraries["one"])
    build.pack("candidate", "nvcc-13.0", libraries["debug"])
    junit, markdown = tmp_path / "gate.xml", tmp_path / "gate.md"
    assert build.gate("--junit", str(junit), "--markdown", str(markdown)) == 0
    assert not (build.folder / "answers" / "calls").exists()
    assert "passed: both builds are the same code, and nothing was measured" in (
        capsys.readouterr().out
    )
    assert 'tests="0"' in junit.read_text()
    assert "nothing was measured" in markdown.read_text()


def test_a_pack_that_differs_is_measured(build, libraries, base, candidate):
    build.pack("base", "nvcc-13.0", libraries["one"])
    build.pack("candidate", "nvcc-13.0", libraries["other"])
    slow_down(find(candidate, **FORCES), 1.05)
    build.answer(base, candidate)
    build.answer(base, candidate)
    assert build.gate() == 10


def test_code_that_is_the_same_is_not_blamed(build, libraries, base, candidate, capsys):
    for side, of_clang in (("base", "one"), ("candidate", "other")):
        build.pack(side, "nvcc-13.0", libraries["one"])
        build.pack(side, "clang-19", libraries[of_clang])
    slow_down(find(candidate, **FORCES), 1.05)
    build.answer(base, candidate)
    assert build.gate("--json", str(build.folder / "gate.json")) == 0
    rows = json.loads((build.folder / "gate.json").read_text())["rows"]
    (forces,) = (row for row in rows if row["row"]["stage"] == "forces")
    assert forces["verdict"] == "same"
    assert forces["reason"] == "both packs are the same code (slower otherwise)"
    assert build.gate("--only", "nvcc-*", "--records", str(build.folder / "again")) == 0
    assert len(build.calls()) == 1
    assert "nothing was measured" in capsys.readouterr().out


@pytest.mark.parametrize("packs", [("one", None), ("text", "text")])
def test_a_pack_of_one_side_or_that_is_none_is_left_to_sphlab(build, libraries, tmp_path, packs):
    (tmp_path / "text").write_text("no library")
    for side, name in zip(("base", "candidate"), packs, strict=True):
        if name is not None:
            build.pack(side, "nvcc-13.0", libraries.get(name, tmp_path / "text"))
    build.answer(None, None, "exit 5")
    assert build.gate() == 5


def test_records_are_not_overwritten(build, capsys):
    (build.folder / "records").mkdir()
    assert build.gate() == 8
    assert "records: cannot be made" in capsys.readouterr().err


def test_what_does_not_go_together_is_refused(build, tmp_path, capsys):
    assert main(["gate", "a", "b", "--suite", "gate"]) == 2
    assert "--records" in capsys.readouterr().err
    assert main(["gate", "a", str(tmp_path / "x" / "lib"), "--suite", "s", "--records", "r"]) == 2
    assert "--sphlab: there is no " in capsys.readouterr().err
