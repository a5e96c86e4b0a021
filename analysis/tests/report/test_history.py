"""The history of rows, of repositories made here."""

import copy
from itertools import count
from pathlib import Path

import numpy as np
import pytest

from analysis.cli import main
from analysis.recorded.lines import as_lines
from analysis.report.collect import collect
from analysis.report.git import repository_of
from analysis.report.history import changes_of, history
from analysis.report.progress import Progress
from analysis.tests.compare.sides import set_times
from analysis.tests.report.conftest import results_of


@pytest.fixture
def recorded(git, records, tmp_path):
    """Commits of a kernel, each followed by one of records of it: `recorded(factor, ...)` makes the
    steps take `factor` times as long."""
    numbers = count(1)
    steps = [record for record in records if record["scope"] == "step"]

    def record(factor, revision=None, board="0a1b2c3d"):
        number = next(numbers)
        kernel = tmp_path / "kernels" / "k.cu"
        kernel.parent.mkdir(exist_ok=True)
        kernel.write_text(f"{number}\n")
        git("add", "kernels")
        git("commit", "--quiet", "-m", f"Kernel {number} | <b>")
        made = copy.deepcopy(steps)
        for one in made:
            one["code"] = {"revision": revision or git("rev-parse", "HEAD"), "dirty": False}
            one["recorded_at"] = f"2026-11-{number:02}T12:00:00Z"
            one["device"]["board"] = board
            times = np.multiply(one["samples"]["time_s"], factor)
            set_times(one, times, one["samples"]["block"])
        results_of(tmp_path, made)
        git("add", "results")
        git("commit", "--quiet", "-m", f"Records {number}")
        return tmp_path / "results"

    return record


def read(results):
    repository = repository_of(results)
    found = history(collect(results, Progress()), repository, Progress())
    return found, repository


def test_a_row_is_followed_through_the_versions_of_its_file(recorded, git):
    for factor in (1.0, 1.0, 1.2):
        results = recorded(factor)
    found, repository = read(results)
    assert (found.gaps, found.unread) == ((), ())
    series = found.series["imaginary-gpu"]
    assert {len(one.points) for one in series} == {3}
    assert len(series) == 8
    (change,) = changes_of(series[0], repository, found.missing)
    assert change.at == 2
    assert change.ratio == pytest.approx(1.2, rel=1e-3)
    # Between the second and the third recording: records of the second, kernel of the third.
    assert change.commits.count == 2
    assert [text.partition(" ")[2] for text in change.commits.subjects] == ["Kernel 3 | <b>"]
    assert change.also == ()


def test_another_board_is_told_beside_a_change(recorded):
    recorded(1.1)
    found, repository = read(recorded(1.0, board="ffffffff"))
    (change,) = changes_of(found.series["imaginary-gpu"][0], repository, found.missing)
    assert change.ratio == pytest.approx(1 / 1.1)
    assert change.also == ("board 0a1b2c3d to ffffffff",)


def test_a_file_that_is_brought_to_version_2_is_no_recording(recorded, git, records, tmp_path):
    results = recorded(1.0)
    file = results / "imaginary-gpu" / "small.jsonl"
    assert main(["migrate", str(file)]) == 0
    git("commit", "--quiet", "-am", "Migrated")
    found, _ = read(results)
    assert found.series == {}


def test_a_shallow_clone_is_told_and_the_rest_is_built(recorded, git, tmp_path, capsys):
    for factor in (1.0, 1.1):
        recorded(factor)
    clone = tmp_path / "clone"
    git("clone", "--quiet", "--depth", "1", f"file://{tmp_path}", str(clone))
    site = tmp_path / "site"
    assert main(["report", str(clone / "results"), "--out", str(site)]) == 26
    told = capsys.readouterr().err
    assert "part of the history is missing: the clone is shallow" in told
    assert "git fetch --unshallow" in told
    page = (site / "imaginary-gpu" / "history.html").read_text(encoding="utf-8")
    assert "the clone is shallow" in page
    assert (site / "index.html").exists()


def test_a_revision_that_is_no_commit_here_is_named(recorded, capsys):
    recorded(1.0, revision="c0ffee" * 6 + "c0ff")
    results = recorded(1.2)
    found, repository = read(results)
    assert (
        "no commit of this clone is the revision of recordings c0ffeec0ff; fetch" in found.gaps[0]
    )
    (change,) = changes_of(found.series["imaginary-gpu"][0], repository, found.missing)
    assert change.commits is None
    assert change.why == "c0ffeec0ff: not in this clone"
    assert main(["report", str(results), "--out", str(results.parent / "site")]) == 26
    assert "c0ffeec0ff" in capsys.readouterr().err


@pytest.mark.parametrize("revision", ["--output=made", "HEAD", "-h", "c0ffee\n; rm", ""])
def test_a_revision_is_no_argument_of_git(recorded, revision, tmp_path):
    recorded(1.0, revision=revision or " ")
    found, repository = read(recorded(1.2))
    (change,) = changes_of(found.series["imaginary-gpu"][0], repository, found.missing)
    assert change.commits is None
    assert not list(tmp_path.rglob("made"))


def test_a_version_that_is_missing_in_the_clone_is_named(recorded, git, tmp_path, capsys):
    results = recorded(1.0)
    blob = git("rev-parse", "HEAD:results/imaginary-gpu/small.jsonl")
    recorded(1.1)
    (tmp_path / ".git" / "objects" / blob[:2] / blob[2:]).unlink()
    assert main(["report", str(results), "--out", str(tmp_path / "site")]) == 26
    told = capsys.readouterr().err
    assert "this clone lacks a version of a file, imaginary-gpu/small.jsonl of" in told


def test_a_version_that_cannot_be_read_is_named_and_the_rest_is_built(
    recorded, git, tmp_path, capsys
):
    results = recorded(1.0)
    file = results / "imaginary-gpu" / "small.jsonl"
    kept = file.read_text(encoding="utf-8")
    file.write_text(kept.replace('"stop_rule"', '"stop rule"'), encoding="utf-8")
    git("commit", "--quiet", "-am", "Broken")
    file.write_text(kept, encoding="utf-8")
    git("commit", "--quiet", "-am", "Mended")
    assert main(["report", str(results), "--out", str(tmp_path / "site")]) == 0
    assert "Additional properties are not allowed ('stop rule'" in capsys.readouterr().err
    page = (tmp_path / "site" / "imaginary-gpu" / "history.html").read_text(encoding="utf-8")
    assert "1 older version of files cannot be read" in page


def test_results_in_no_repository_have_the_history_of_their_files(results, monkeypatch, capsys):
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(Path(results).parent))
    assert repository_of(results) is None
    assert main(["report", str(results), "--out", str(results.parent / "site")]) == 0
    page = (results.parent / "site" / "imaginary-gpu" / "history.html").read_text(encoding="utf-8")
    assert "files hold today is shown: the results lie in no git repository." in page


def test_a_repository_without_a_commit_has_no_history(git, results, capsys):
    assert main(["report", str(results), "--out", str(results.parent / "site")]) == 0
    page = (results.parent / "site" / "imaginary-gpu" / "history.html").read_text(encoding="utf-8")
    assert "lie in no git repository" not in page


def test_a_repository_that_git_refuses_is_named_with_the_remedy(git, results, capsys):
    (results.parent / ".git" / "config").write_text("[core\n", encoding="utf-8")
    site = results.parent / "site"
    assert main(["report", str(results), "--out", str(site)]) == 3
    assert "--no-history leaves git out" in capsys.readouterr().err
    assert main(["report", str(results), "--out", str(site), "--no-history"]) == 0


def test_older_steps_are_read_of_both_versions(recorded, git, records):
    from analysis.recorded.identity import record_id
    from analysis.report.history import steps_in
    from analysis.tests.version_1 import text_of

    later = "".join(as_lines(one | {"id": record_id(one)} for one in records))
    of_both = [list(steps_in(text.encode(), "x")) for text in (text_of(records), later)]
    for found in of_both:
        assert [one["summary"]["median_s"] for one in found] == [
            one["summary"]["median_s"] for one in records if one["scope"] == "step"
        ]
