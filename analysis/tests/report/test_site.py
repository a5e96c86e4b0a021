"""Where a site is written, and what is left where that fails."""

import re

import pytest

from analysis.cli import main
from analysis.report import site as writing
from analysis.report.progress import QUIET_S, Progress
from analysis.tests.report.conftest import site_of

NO_HISTORY = "--no-history"


def test_the_site_has_a_page_of_each_kind_and_copies_of_what_it_shows(results, capsys):
    made = site_of(results, NO_HISTORY)
    pages = {path.relative_to(made).as_posix() for path in made.rglob("*.html")}
    kinds = ("index", "rooflines", "verification", "kernels", "figures", "history")
    assert pages == {
        "index.html",
        *(f"imaginary-gpu/{kind}.html" for kind in kinds),
        "imaginary-gpu/scenarios/dam-break-lj.html",
    }
    record = "imaginary-gpu/small.jsonl"
    assert (made / "records" / record).read_bytes() == (results / record).read_bytes()
    assert (made / "assets" / "plotly.min.js").stat().st_size > 1_000_000
    assert re.search(r"8 pages, [\d.]+ MB, in \d+ s\n", capsys.readouterr().out)


def test_every_link_leads_to_a_file_of_the_site(results):
    made = site_of(results, NO_HISTORY)
    links = 0
    for page in made.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        data = page.with_suffix(".data.js")
        text += data.read_text(encoding="utf-8") if data.exists() else ""
        for target in re.findall(r'(?:href|src)="([^"#:]+)["#]', text):
            links += 1
            assert (page.parent / target).is_file(), f"{page}: {target}"
    assert links > 60


def test_nothing_is_of_elsewhere(results):
    made = site_of(results, NO_HISTORY)
    for page in made.rglob("*.html"):
        assert "//" not in page.read_text(encoding="utf-8")


def test_the_site_is_the_same_every_time(results):
    first = {path: path.read_bytes() for path in _files(site_of(results, NO_HISTORY))}
    assert {path: path.read_bytes() for path in _files(site_of(results, NO_HISTORY))} == first


def test_a_folder_of_something_else_is_refused(results, capsys):
    out = results.parent / "site"
    out.mkdir()
    (out / "thesis.tex").write_text("years of work")
    assert main(["report", str(results), "--out", str(out)]) == 8
    assert f"{out}: is not empty, and no site of ours: it holds 'thesis.tex'" in (
        capsys.readouterr().err
    )
    assert [path.name for path in out.iterdir()] == ["thesis.tex"]


def test_an_empty_folder_is_taken_and_a_former_site_is_replaced(results):
    (results.parent / "site").mkdir()
    made = site_of(results, NO_HISTORY)
    (made / "old.html").write_text("")
    site_of(results, NO_HISTORY)
    assert not (made / "old.html").exists()
    assert (made / "index.html").exists()


@pytest.mark.parametrize("place", ["results/site", "results", "."])
def test_results_and_site_are_not_parts_of_each_other(results, place, capsys):
    out = results.parent / place
    assert main(["report", str(results), "--out", str(out)]) == 2
    assert "are parts of each other" in capsys.readouterr().err


def test_a_file_in_the_place_of_the_site_is_refused(results, tmp_path, capsys):
    file = tmp_path / "site"
    file.write_text("")
    assert main(["report", str(results), "--out", str(file)]) == 8
    assert "is no folder" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("error", "code", "told"),
    [
        (KeyboardInterrupt(), 130, "interrupted; the site that was there is as it was"),
        (OSError(28, "No space left on device"), 8, "No space left on device"),
    ],
)
def test_what_was_there_stays_where_writing_ends_early(
    results, monkeypatch, capsys, error, code, told
):
    made = site_of(results, NO_HISTORY)
    before = {path: path.read_bytes() for path in _files(made)}

    def fail(*_):
        raise error

    monkeypatch.setattr(writing.shutil, "copyfile", fail)
    assert main(["report", str(results), "--out", str(made), NO_HISTORY]) == code
    assert told in capsys.readouterr().err
    assert {path: path.read_bytes() for path in _files(made)} == before
    assert {path.name for path in made.parent.iterdir()} == {"results", "site"}


def test_a_site_that_cannot_take_its_place_leaves_the_old_one(results, monkeypatch, tmp_path):
    made = site_of(results, NO_HISTORY)
    monkeypatch.setattr(writing, "_rename", _failing_once_to(made))
    assert main(["report", str(results), "--out", str(made), NO_HISTORY]) == 8
    assert (made / "index.html").exists()
    assert {path.name for path in made.parent.iterdir()} == {"results", "site"}


def _failing_once_to(made):
    """Renames, but for the first time that something is to take the place of the site."""
    failures = iter([writing.OutputError(f"{made}: cannot be replaced: Permission denied")])
    rename = writing._rename

    def renamed(path, target):
        error = next(failures, None) if target == made else None
        if error is not None:
            raise error
        rename(path, target)

    return renamed


@pytest.mark.parametrize("what", ["absent", "empty", "a file"])
def test_results_that_are_none_are_refused(tmp_path, what, capsys):
    folder = tmp_path / "results"
    if what == "empty":
        folder.mkdir()
    if what == "a file":
        folder.write_text("")
    assert main(["report", str(folder), "--out", str(tmp_path / "site")]) == 3
    expected = "holds no recorded run" if what == "empty" else "is no folder"
    assert expected in capsys.readouterr().err
    assert not (tmp_path / "site").exists()


def test_a_file_that_is_no_record_is_named(results, capsys):
    (results / "imaginary-gpu" / "broken.jsonl").write_text("{\n")
    assert main(["report", str(results), "--out", str(results.parent / "site")]) == 3
    assert "broken.jsonl:1" in capsys.readouterr().err
    assert not (results.parent / "site").exists()


@pytest.mark.parametrize(
    "url", ["x", "ftp://a/b", "javascript:alert(1)", "https://", "https://a/ b", 'https://a/"b']
)
def test_a_repository_that_is_no_url_is_refused(results, url, capsys):
    with pytest.raises(SystemExit) as caught:
        main(["report", str(results), "--out", "site", "--repository", url])
    assert caught.value.code == 2
    assert "--repository" in capsys.readouterr().err


def test_a_device_alone_has_a_site(results):
    made = site_of(results / "imaginary-gpu", NO_HISTORY, "--out", str(results.parent / "one"))
    assert made.name == "site"
    assert (results.parent / "one" / "imaginary-gpu" / "index.html").exists()


def test_progress_is_told_of_what_takes_long():
    told, now = [], iter([0.0, 0.0, 1.0, QUIET_S + 0.5, QUIET_S + 0.6])

    class Stream:
        def write(self, text):
            told.append(text)

        def flush(self):
            pass

    progress = Progress(Stream(), lambda: next(now))
    assert list(progress.of("reading", [1, 2, 3, 4])) == [1, 2, 3, 4]
    assert "".join(told) == "analysis: reading: 2 of 4, 2 s\n"


def _files(folder):
    return sorted(path for path in folder.rglob("*") if path.is_file())
