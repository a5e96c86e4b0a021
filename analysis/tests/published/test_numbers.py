"""What names stand for is read from the file of a page, and each wrong file is told."""

from pathlib import Path

import pytest

from analysis.errors import InputError
from analysis.published.errors import PublishedError
from analysis.published.marks import Mark
from analysis.published.numbers import file_of, of, read

TEXT = """
[let]
runs = 'records("run.jsonl")'
[numbers]
a9.gain.84k = '''
  time(runs,
  stage="step")'''
[numbers.a12]
gain = "1"
[tables.sizes]
rows = "particles of runs"
column = ["a | 1 as .0f", "b | 2 as .0f"]
"""


def mark(kind, name):
    return Mark(kind, name, 0, 0)


def test_entries_by_dotted_name_and_on_one_line():
    found = of(TEXT)
    assert found.sections["let"] == {"runs": 'records("run.jsonl")'}
    assert found.entry(mark("number", "a9.gain.84k")) == 'time(runs, stage="step")'
    assert found.entry(mark("number", "a12.gain")) == "1"
    assert found.entry(mark("table", "sizes")) == {
        "rows": ["particles of runs"],
        "column": ["a | 1 as .0f", "b | 2 as .0f"],
    }


def test_a_name_that_is_not_there_is_told_with_the_nearest():
    with pytest.raises(PublishedError, match=r"x.toml has no 'a9.gian.84k' in \[numbers\]; is it"):
        of(TEXT, "x.toml").entry(mark("number", "a9.gian.84k"))
    with pytest.raises(PublishedError, match=r"has no 'sizes' in \[holds\], where it belongs"):
        of(TEXT).entry(mark("holds", "sizes"))


def test_what_no_mark_names_is_unused():
    named = [mark("number", "a9.gain.84k"), mark("holds", "a12.gain"), mark("end of table", "")]
    assert set(of(TEXT).unused(named)) == {("numbers", "a12.gain"), ("tables", "sizes")}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("[numbers]\na = '1'\na = '2'\n", "is no TOML that gives each name once: .*line 3"),
        ("[numbers]\na = '1'\na.b = '2'\n", "is no TOML that gives each name once"),
        ("[numbers]\na.b = '1'\n'a.b' = '2'\n", r"\[numbers\] 'a.b': write the name without"),
        ("[number]\na = '1'\n", r"'number' is no section; sections are \[let\], \[numbers\]"),
        ("numbers = '1'\n", "'numbers' is no section"),
        ("[numbers]\na.b = 1\n", r"\[numbers\] a.b: write a text in quotes"),
        ("[numbers]\na = {}\n", r"\[numbers\] a: write a text in quotes"),
        ("[tables]\na = 'b'\n", r"\[tables\] a: write \[tables.a\]"),
        ("[tables.a]\nrow = []\n", r"\[tables\] a.row: write a text in quotes"),
        ("[tables.a]\nrow = [1]\n", r"\[tables\] a.row: write a text in quotes"),
        ("x" * 10, "is no TOML"),
    ],
)
def test_a_file_that_is_wrong_is_told(text, reason):
    with pytest.raises(PublishedError, match=f"x.toml: {reason}"):
        of(text, "x.toml")


def test_pages_of_the_root_have_a_folder_of_their_own(tmp_path):
    assert file_of(Path("docs/README.md")) == Path("docs/numbers/README.toml")
    assert file_of(Path("README.md")) == Path("docs/numbers/root/README.toml")
    assert not read(tmp_path / "absent.md").text
    file = file_of(tmp_path / "page.md")
    file.parent.mkdir(parents=True)
    file.write_bytes(b"\xff")
    with pytest.raises(InputError, match="page.toml: cannot be read"):
        read(tmp_path / "page.md")
