"""Names of records, which may be anybody's, are text wherever they come to stand."""

import csv
import io
import re
from html.parser import HTMLParser

import pytest

from analysis.cli import main
from analysis.output import OBEYED
from analysis.tests.change import put
from analysis.tests.compare.sides import put_everywhere

HOSTILE = "<b>x</b>|`r`$\\frac$\"&'[a](b)__c__\x1b[31m\u202e\n../../etc/x"
KEYS = [
    "variant",
    "suite",
    "physics",
    "toolchain.name",
    "toolchain.compiler",
    "scenario.name",
    "device.name",
    "device.driver",
    "host.cpu",
]


def make_hostile(records):
    for key in KEYS:
        put_everywhere(records, key, HOSTILE)
    for number, record in enumerate(records):
        # Told apart, or they would be one row.
        put(record, "variant", f"{record['strategies']['forces']} {HOSTILE}")
        put(record, "toolchain.name", f"{number} {HOSTILE}")
    return records


@pytest.fixture
def hostile(records):
    return make_hostile(records)


def obeyed(text):
    """What of a text a terminal would obey."""
    return OBEYED.findall(text)


class Tags(HTMLParser):
    """The tags and the text of a page."""

    def __init__(self, page):
        super().__init__()
        self.tags, self.text = set(), ""
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)

    def handle_data(self, data):
        self.text += data


def test_figures_and_their_index(hostile, write, tmp_path, capsys):
    device = tmp_path / "a <b>device & more"
    device.mkdir()
    path = write(hostile, f"{device.name}/<i>run.jsonl")
    everything = ["--all", "--skip-invalid", "--also", "svg", "pdf"]
    assert main(["figures", str(path), *everything]) == 0
    told = capsys.readouterr()
    assert not obeyed(told.out + told.err)
    files = list((device / "figures" / "<i>run").iterdir())
    assert {file.suffix for file in files} == {".png", ".svg", ".pdf"}
    assert all(re.fullmatch(r"[\w.+-]+", file.name) for file in files)
    written = {file for file in tmp_path.rglob("*") if file.is_file()}
    assert written == {path, *files}
    assert main(["index", str(device)]) == 0
    page = Tags((device / "figures" / "index.html").read_text(encoding="utf-8"))
    assert not page.tags & {"b", "i"}
    assert "a <b>device & more" in page.text
    assert "<i>run" in page.text


def test_the_table(hostile, write, capsys):
    path = str(write(hostile))
    assert main(["table", path, "--skip-invalid"]) == 0
    text = capsys.readouterr().out
    assert not obeyed(text)
    lines = len(text.splitlines())
    assert main(["table", path, "--skip-invalid", "--csv"]) == 0
    rows = list(csv.reader(io.StringIO(capsys.readouterr().out)))
    assert len(rows) == lines
    assert len({len(row) for row in rows}) == 1


def test_reports_of_comparisons(write, tmp_path, base_and_candidate, capsys):
    paths = [str(write(side, name)) for side, name in zip(base_and_candidate, "ab", strict=True)]
    markdown = tmp_path / "report.md"
    for command in (["compare", *paths, "--markdown"], ["repeat", *paths, "--out"]):
        assert main([*command, str(markdown)]) == 0
        told = capsys.readouterr()
        text = markdown.read_text(encoding="utf-8")
        assert not obeyed(told.out + told.err + text)
        # Between fences everything is text.
        outside = "".join(re.split(r"^```+.*?^```+$", text, flags=re.M | re.S))
        assert "<b>" not in outside.replace("\\<b\\>", "")
        assert "\\<b\\>" in outside


@pytest.fixture
def base_and_candidate(records):
    from analysis.tests.compare.sides import two_sides

    return tuple(make_hostile(side) for side in two_sides())


def test_figures_that_would_be_one_file_are_refused(records, write, tmp_path, capsys):
    for number, record in enumerate(records):
        put(record, "scenario.name", "a b" if number % 2 else "a_b")
    folder = tmp_path / "figures"
    code = main(["figures", str(write(records)), "--all", "--skip-invalid", "--out", str(folder)])
    assert code == 3
    assert "names in the records differ only in characters" in capsys.readouterr().err
    assert not folder.exists()
