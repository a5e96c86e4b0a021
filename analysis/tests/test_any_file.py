"""Whatever file a command is given, it ends with a documented exit code and a message that names
the file, never with a traceback.

SPHLAB_FUZZED_FILES=500 tries so many changes of each whole file, SPHLAB_FUZZING_SEED=7 others.
"""

import argparse
import os
import shutil
from pathlib import Path

import pytest

from analysis.cli import _parser, main
from analysis.tests.made_files import changed, generator, not_files, write_all

COUNT = int(os.environ.get("SPHLAB_FUZZED_FILES", "4"))
SEED = int(os.environ.get("SPHLAB_FUZZING_SEED", "1"))
HEAD = ["--device", "d", "--toolchain", "t", "--profiler", "p"]
# Command lines: a word in braces is a file of that kind; {out} is one that is written.
COMMANDS = [
    ["validate", "{records}"],
    ["validate", "{later}"],
    ["validate", "{verification}"],
    ["figures", "{records}", "--only", "stages", "--limits", "{limits}", "--out", "{out}"],
    ["figures", "{records}", "--only", "C7", "--profile", "{profile}", "--out", "{out}"],
    ["figures", "{answer}", "--out", "{out}"],
    ["figures", "{verification}", "--out", "{out}"],
    ["index", "{results}"],
    ["table", "{records}", "--out", "{out}"],
    ["migrate", "{records}"],
    ["migrate", "{records}", "{profile}", "{loop}"],
    ["migrate", "{audit}"],
    ["merge", "{later}", "--out", "{out}"],
    ["compare", "{base}", "{candidate}"],
    ["compare", "{google}", "{google}"],
    ["compare", "{nvbench}", "{nvbench}", "--json", "{out}"],
    ["gate", "{base}", "{candidate}", "--json", "{out}"],
    ["gate", "--duel", "{duel}"],
    ["power", "{base}", "--trials", "1"],
    ["repeat", "{base}", "{candidate}", "--out", "{out}"],
    ["changed", "{folder}", "{folder}", "--out", "{out}"],
    ["audit", "{packs}", "suite", "--sphlab", "{page}", "--calibration", "{audit}"],
    ["audit-report", "{audit}"],
    ["audit-report", "{audit}", "--plot", "{out}"],
    ["resources", "{packs}"],
    ["pregate", "{packs}", "{packs}"],
    ["counters", "{counts}"],
    ["validate-counters", "{counts}", "{counted}", *HEAD, "--out", "{out}"],
    ["counters-validation", "{validation}"],
    ["build-cost", "{packs}"],
    ["prefix-sums", "{sums}"],
    ["prefix-sums", "{sums}", "--figure", "{out}"],
    ["profile", "{records}", "{export}", "--profiler", "p", "--out", "{out}"],
    ["crosscheck", "{records}", "{profile}"],
    ["loop", "{records}", "{timeline}", "--out", "{out}"],
    ["loop", "{records}", "{timeline}", "--whole", "{timeline}", "--out", "{out}"],
    ["crosscheck-loop", "{records}", "{loop}"],
    ["published", "{page}"],
    ["published", "--update", "{page}"],
    ["report", "{results}", "--no-history", "--out", "{out}"],
    ["why", "par-part-noloop", "--record", "{records}", "--limits", "{limits}", "--json", "{out}"],
    ["why", "par-part-noloop", "--record", "{records}", "--profile", "{profile}"],
    ["why", "par-part-noloop", "--record", "{later}", "--counts", "{counts}"],
]
WRITTEN = [
    *(one for one in COMMANDS if "{out}" in one),
    *(
        ["gate", "{base}", "{candidate}", f"--{form}", "{out}"]
        for form in ("junit", "markdown", "plot")
    ),
]
READ = [
    (command, place)
    for command in COMMANDS
    for place, word in enumerate(command)
    if word.startswith("{") and word != "{out}"
]
# In which a file is one of JSON, and a change of it may be another whole file. Figures take long to
# draw, and what they read is read by other commands, too.
OF_JSON = [
    (command, place)
    for command, place in READ
    if command[place].strip("{}") not in ("export", "counted", "page", "packs", "results", "folder")
    and "--plot" not in command
    and "--figure" not in command
    and command[0] not in ("figures", "report")
]
REFUSED = {3, 5, 6, 12}


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    return write_all(tmp_path_factory.mktemp("whole"))


@pytest.fixture(scope="module")
def others(tmp_path_factory):
    return not_files(tmp_path_factory.mktemp("others"))


@pytest.fixture
def run(whole, tmp_path, capsys):
    """Runs a command on whole files, one of them replaced: its exit code, and what it says."""

    def run(command, place=None, other=None, out=None):
        out = out or tmp_path / "out"
        files = whole if command[0] != "migrate" else _copies(whole, tmp_path / "copies")
        words = [
            str(out if word == "{out}" else files[word[1:-1]]) if word[0] == "{" else word
            for word in command
        ]
        if place is not None:
            words[place] = str(other)
        code = main(words)
        return code, capsys.readouterr().err

    return run


def _copies(files, folder):
    """Of files: what is migrated is rewritten."""
    folder.mkdir(exist_ok=True)
    return {
        kind: shutil.copy(file, folder / file.name)
        for kind, file in files.items()
        if file.is_file()
    }


def _name(case):
    command, place = case
    return f"{' '.join(command)} at {place}".replace("{", "").replace("}", "")


def test_every_command_is_tried():
    actions = (one for one in _parser()._actions if isinstance(one, argparse._SubParsersAction))
    apart = {
        "additions",  # reads the repository's own list and commits
        "peers",  # reads no file
        "import",  # of formats that others write: particles/test_fuzzed_snapshots.py
    }
    assert set(next(actions).choices) - apart == {command[0] for command in COMMANDS}


@pytest.mark.parametrize("case", READ, ids=_name)
def test_what_is_no_such_file_is_refused(case, run, others):
    command, place = case
    for what, path in others.items():
        if command[0] == "published" and what not in ("absent", "a folder", "binary"):
            continue  # a page without numbers
        if command[0] == "changed" and what == "a folder":
            continue  # of no recordings
        code, said = run(command, place, path)
        assert code in REFUSED | {2}, (what, said)
        assert str(path) in said or command[0] == "audit", (what, said)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("case", OF_JSON, ids=_name)
def test_a_file_that_lacks_a_key_or_has_another_type_is_read_or_refused(case, run, whole, tmp_path):
    command, place = case
    text = whole[command[place][1:-1]].read_text(encoding="utf-8")
    source = generator(SEED, *command, place)
    for number in range(COUNT):
        path = tmp_path / f"changed{whole[command[place][1:-1]].suffix}"
        path.write_text(changed(text, source), encoding="utf-8")
        code, said = run(command, place, path)
        assert code in REFUSED | {0, 10, 11, 13}, (number, said)
        assert code != 3 or str(path) in said or command[0] == "migrate", (number, said)


@pytest.mark.parametrize("command", WRITTEN, ids=" ".join)
@pytest.mark.parametrize("where", ["file/out", "folder"])
def test_an_output_that_cannot_be_written(command, where, run, tmp_path):
    (tmp_path / "file").write_text("no folder")
    (tmp_path / "folder").mkdir()
    out = Path(tmp_path / where)
    if command[0] in ("figures", "report") and where == "folder":
        pytest.skip("it writes folders")
    if "C7" in command:
        pytest.skip("nothing to draw")
    code, said = run(command, out=out)
    assert code == 8, said
    assert str(out) in said or str(out.parent) in said
