"""Pages are held against the records, and written anew."""

import pytest

from analysis.cli import main
from analysis.published.errors import PublishedError
from analysis.published.page import check, with_table
from analysis.tests.change import find
from analysis.tests.compare.sides import slow_down
from analysis.tests.published.conftest import RUN

LET = f'<!-- let steps = records("{RUN}", stage="step", particles=83648) -->\n'
VALUE = '<!-- = mipps(steps, variant="par-part-noloop", toolchain="clang-19") -->'
TABLE = """\
<!-- table records
heading: variant | sort
row: `list` | yes | variant="list-*"
row: `cells` | no | variant="par-*"
columns: toolchain = "clang-19", "nvcc-13.0" | mipps(steps) as .1f MIPPS
column: ratio | mipps(steps, toolchain="nvcc-13.0") / mipps(steps, toolchain="clang-19")
  as .2f
bold: largest of 1 to 2
-->
{}<!-- end of table -->
"""


def mipps(records, variant, toolchain):
    record = find(records, stage="step", particles=83648, variant=variant, toolchain=toolchain)
    return record["summary"]["mipps"]


@pytest.fixture
def expected(records):
    return mipps(records, "par-part-noloop", "clang-19")


def told(found):
    return [(one.line, str(one)) for one in [*found.differences, *found.wrong]]


def test_a_value_that_stands_as_the_records_have_it(library, expected):
    text = f"{LET}It runs {expected:.1f}{VALUE} MIPPS.\n"
    found = check(text, library)
    assert (found.values, found.differences, found.wrong, found.text) == (1, [], [], text)


def test_a_value_that_differs_is_told_and_written_with_its_digits(library, expected):
    found = check(f"{LET}It runs\n**0.12{VALUE}** MIPPS.\n", library)
    source = VALUE.removeprefix("<!-- = ").removesuffix(" -->")
    assert told(found) == [(3, f"0.12 stands, the records say {expected:.2f}: {source}")]
    assert found.text == f"{LET}It runs\n**{expected:.2f}{VALUE}** MIPPS.\n"
    assert check(found.text, library).differences == []


def test_a_format_goes_before_the_digits_that_stand(library, expected):
    marked = VALUE.replace(" -->", " as .3f -->")
    assert check(f"{LET}1{marked}", library).text == f"{LET}{expected:.3f}{marked}"
    (wrong,) = check(f"{LET}1{VALUE.replace(' -->', ' as 3 -->')}", library).wrong
    assert "'3' is no format of a number" in str(wrong)


def test_a_claim_that_holds_and_one_that_does_not(library):
    claim = '<!-- holds: mipps(steps, variant="{}") > mipps(steps, variant="{}") -->'
    pinned = LET.replace("particles=83648", 'particles=83648, toolchain="clang-19"')
    true = pinned + "Lists win" + claim.format("list-*", "par-*") + ".\n"
    assert check(true, library).differences == []
    found = check(pinned + "Cells win" + claim.format("par-*", "list-*") + ".\n", library)
    assert [one.line for one in found.differences] == [2]
    assert 'the records do not say so: mipps(steps, variant="par-*")' in str(found.differences[0])


def test_a_table_is_made_of_its_specification(library, records):
    found = check(LET + TABLE.format(""), library)
    assert found.wrong == []
    table = found.text.split("-->\n", 2)[2].split("<!--")[0].splitlines()
    assert table[:2] == [
        "| variant | sort | `clang-19` | `nvcc-13.0` | ratio |",
        "|---|---|--:|--:|--:|",
    ]
    of = {
        name: [mipps(records, name, toolchain) for toolchain in ("clang-19", "nvcc-13.0")]
        for name in ("list-gather+per-particle", "par-part-noloop")
    }
    clang, nvcc = of["list-gather+per-particle"]
    assert (
        table[2]
        == f"| `list` | yes | {clang:.1f} MIPPS | **{nvcc:.1f} MIPPS** | {nvcc / clang:.2f} |"
    )
    assert len(table) == 4
    assert check(found.text, library).differences == []


def test_rows_by_a_key_of_records(library):
    text = f"""{LET}<!-- table records
heading: by
rows: toolchain of steps
column: MIPPS | mipps(steps, variant="par-*") as .1f
-->
<!-- end of table -->
"""
    table = check(text, library).text.split("-->\n", 2)[2].splitlines()
    assert [line.split("|")[1].strip() for line in table[2:4]] == ["`clang-19`", "`nvcc-13.0`"]


def test_a_table_that_differs_tells_its_first_row_that_does(library):
    whole = check(LET + TABLE.format(""), library).text
    line = next(n for n, one in enumerate(whole.splitlines(), 1) if one.startswith("| `cells`"))
    (found,) = check(whole.replace("| `cells` | no", "| `cells` | yes"), library).differences
    assert found.line == line
    assert str(found).startswith("| `cells` | yes |")
    assert str(found).endswith(": table records")


def test_cells_without_a_record(library):
    lacking = TABLE.replace('variant="par-*"', 'variant="absent"')
    (wrong,) = check(LET + lacking.format(""), library).wrong
    assert "no record has" in str(wrong)
    assert "variant is 'list-gather+per-particle' or 'par-part-noloop'" in str(wrong)
    table = check(LET + lacking.replace("bold", "missing: -\nbold").format(""), library).text
    assert "| `cells` | no | - | - | - |" in table


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        (f"{LET}some{VALUE}", 2, "no number stands right before the comment"),
        (f"{LET}\n1<!-- = 1 +", 3, "the comment is not closed by -->"),
        (f"{LET}1<!-- = 1 + -->", 2, "is no expression: invalid syntax: 1 +"),
        ("1<!-- = steps -->", 1, "there is no 'steps'"),
        ("\n\n<!-- let a b = 1 -->", 3, "'a b = 1' is no definition: write let NAME = EXPRESSION"),
        (f"{LET}{LET}", 2, "'steps' is defined twice on this page"),
        ("<!-- table records\n-->\n", 1, "is not closed by <!-- end of table -->: table records"),
        (
            "<!-- table records\n-->\n1<!-- = 1 -->\n<!-- end of table -->",
            1,
            "is not closed by <!-- end of table -->: table records",
        ),
        ("\n<!-- end of table -->\n", 2, "no table begins before 'end of table'"),
        ("<!-- table\n-->\n<!-- end of table -->", 1, "there is no table ''; there are additions"),
        ("<!-- table speed\n-->\n<!-- end of table -->", 1, "there is no table 'speed'"),
        ("<!-- table records\n-->\n<!-- end of table -->", 1, "takes rows (row, rows) and columns"),
        (
            f"{LET}{TABLE.replace('bold: ', 'bald: ').format('')}",
            2,
            "'bald: largest of 1 to 2' is no",
        ),
        (
            f"{LET}{TABLE.replace('1 to 2', '1 to 9').format('')}",
            2,
            "write bold: largest of 1 to 3",
        ),
        (
            f"{LET}{TABLE.replace(' | sort', '').format('')}",
            2,
            "take as many texts: 2 in the first",
        ),
        (f"{LET}{TABLE.replace('  as .2f', '').format('')}", 2, "write KEY=VALUE, KEY=VALUE"),
        (f"{LET}{TABLE.replace(' as .1f', '').format('')}", 2, "write EXPRESSION as FORMAT [UNIT]"),
        (f"{LET}{TABLE.replace('toolchain =', 'toolchain').format('')}", 2, "write KEY = VALUE"),
        ("<!-- = 1 as -->", 1, "no number stands right before the comment"),
        ("1<!-- = " + "(" * 300 + "1" + ")" * 300 + " -->", 1, "is no expression"),
        ("1<!-- = " + "-" * 3000 + "1 -->", 1, "is"),
    ],
)
def test_what_is_wrong_with_a_page_is_told(text, line, reason, library):
    found = check(text, library)
    assert any(one.line == line and reason in str(one) for one in found.wrong), told(found)


def test_a_definition_that_is_wrong_is_told_once_and_named_by_what_uses_it(library):
    found = check('<!-- let a = count("results/absent.jsonl") -->\n1<!-- = a -->', library)
    assert [one.line for one in found.wrong] == [1, 2]
    assert "absent.jsonl: cannot be read" in str(found.wrong[0])
    assert "'a' has no value: its definition is wrong" in str(found.wrong[1])


def test_a_table_is_replaced_by_name():
    page = "a\n<!-- table x\nof: b\n-->\nold\n<!-- end of table -->\nc\n"
    assert with_table(page, "x", "new\n") == page.replace("old", "new")
    with pytest.raises(PublishedError, match="0 tables"):
        with_table(page, "y", "new\n")


class TestCommand:
    """python -m analysis published"""

    @pytest.fixture
    def page(self, root):
        page = root / "docs" / "page.md"
        page.write_text(f"{LET}It runs 0.1{VALUE} MIPPS.\n{TABLE.format('')}", encoding="utf-8")
        return page

    def run(self, root, *options):
        return main(["published", "--root", str(root), *map(str, options)])

    def test_differences_end_with_25_and_name_file_and_line(self, root, page, capsys, expected):
        assert self.run(root) == 25
        error = capsys.readouterr().err
        assert f"{page}:2: 0.1 stands, the records say {expected:.1f}: mipps(steps" in error
        assert f"{page}:12: nothing stands, the records say | variant | sort |" in error

    def test_update_writes_what_the_records_say(self, root, page, capsys):
        assert self.run(root, "--update") == 0
        assert "1 pages, 2 values; 2 written anew" in capsys.readouterr().out
        assert self.run(root, "--check") == 0
        assert "1 pages, 2 values, all as the records say" in capsys.readouterr().out

    def test_a_recording_that_changes_a_number_is_noticed(self, root, page, records, record_again):
        self.run(root, "--update")
        for one in records:
            if one["stage"] == "step":
                slow_down(one, 2)
        record_again(records)
        assert self.run(root) == 25

    def test_a_record_that_is_gone_ends_with_3(self, root, page, records, record_again, capsys):
        self.run(root, "--update")
        record_again([one for one in records if one["variant"] != "par-part-noloop"])
        before = page.read_text(encoding="utf-8")
        for option in ("--check", "--update"):
            assert self.run(root, option) == 3
            assert f"{page}:2: {RUN}: no record has" in capsys.readouterr().err.replace(
                str(root / "results"), "results"
            )
        assert page.read_text(encoding="utf-8") == before

    def test_a_claim_is_not_mended_by_an_update(self, root, page, capsys):
        page.write_text(f"{LET}1{VALUE}<!-- holds: 1 > 2 -->\n", encoding="utf-8")
        assert self.run(root, "--update") == 25
        assert f"{page}:2: the records do not say so: 1 > 2" in capsys.readouterr().err
        assert self.run(root) == 25

    def test_pages_that_are_not_there(self, tmp_path, root, page, capsys):
        empty = tmp_path / "empty"
        empty.mkdir()
        assert self.run(empty) == 2
        assert self.run(root, root / "absent.md") == 3
        page.write_bytes(b"\xff")
        assert self.run(root) == 3
