"""Pages are held against the records, and written anew."""

import pytest

from analysis.cli import main
from analysis.published import page as pages
from analysis.published.errors import PublishedError
from analysis.published.numbers import of
from analysis.published.page import with_table
from analysis.tests.change import find
from analysis.tests.compare.sides import slow_down
from analysis.tests.published.conftest import RUN

LET = f"""[let]
steps = 'records("{RUN}", stage="step", particles=83648)'
"""
VALUE = 'mipps(steps, variant="par-part-noloop", toolchain="clang-19")'
NUMBERS = f"{LET}[numbers]\na.value = '{VALUE}'\n"
CLAIM = LET.replace("particles=83648", 'particles=83648, toolchain="clang-19"') + (
    """[holds]\nfirst = 'mipps(steps, variant="{}") > mipps(steps, variant="{}")'\n"""
)
TABLE = """[tables.variants]
heading = "variant | sort"
row = ['`list` | yes | variant="list-*"', '`cells` | no | variant="par-*"']
columns = 'toolchain = "clang-19", "nvcc-13.0" | mipps(steps) as .1f MIPPS'
column = '''
  ratio | mipps(steps, toolchain="nvcc-13.0") / mipps(steps, toolchain="clang-19")
  as .2f'''
bold = "largest of 1 to 2"
"""
OPENED = "<!-- table variants -->\n"
CLOSED = "<!-- end of table -->\n"


def mipps(records, variant, toolchain):
    record = find(records, stage="step", particles=83648, variant=variant, toolchain=toolchain)
    return record["summary"]["mipps"]


@pytest.fixture
def expected(records):
    return mipps(records, "par-part-noloop", "clang-19")


@pytest.fixture
def check(library):
    """Holds a page with its numbers against the records."""
    return lambda text, numbers="": pages.check(text, of(numbers, "x.toml"), library)


def all_of(found):
    return [(one.line, str(one)) for one in [*found.differences, *found.wrong]]


def table_in(text):
    return text.split(OPENED)[1].split("<!--")[0].splitlines()


def test_a_value_that_stands_as_the_records_have_it(check, expected):
    text = f"It runs {expected:.1f}<!-- a.value --> MIPPS.\n"
    found = check(text, NUMBERS)
    assert (found.values, found.differences, found.wrong, found.text) == (1, [], [], text)


def test_a_value_that_differs_is_told_and_written_with_its_digits(check, expected):
    found = check("It runs\n**0.12<!-- a.value -->** MIPPS.\n", NUMBERS)
    assert all_of(found) == [(2, f"0.12 stands, the records say {expected:.2f}: a.value = {VALUE}")]
    assert found.text == f"It runs\n**{expected:.2f}<!-- a.value -->** MIPPS.\n"
    assert check(found.text, NUMBERS).differences == []


def test_a_name_may_stand_behind_several_numbers(check, expected):
    found = check("0<!-- a.value --> or 0.1<!-- a.value -->", NUMBERS)
    assert found.text == f"{expected:.0f}<!-- a.value --> or {expected:.1f}<!-- a.value -->"


def test_a_format_goes_before_the_digits_that_stand(check, expected):
    found = check("1<!-- a.value -->", NUMBERS.replace(VALUE, f"{VALUE} as .3f"))
    assert found.text == f"{expected:.3f}<!-- a.value -->"
    (wrong,) = check("1<!-- a.value -->", NUMBERS.replace(VALUE, f"{VALUE} as 3")).wrong
    assert "'3' is no format of a number" in str(wrong)


def test_a_claim_that_holds_and_one_that_does_not(check):
    text = "Of two\nlists win<!-- holds first -->.\n"
    assert all_of(check(text, CLAIM.format("list-*", "par-*"))) == []
    found = check(text, CLAIM.format("par-*", "list-*"))
    assert [one.line for one in found.differences] == [2]
    said = 'the records do not say so: holds first = mipps(steps, variant="par-*")'
    assert said in str(found.differences[0])


def test_a_source_that_is_none_is_told(check):
    numbers = '[sources]\nhere = "file results/absent.jsonl"\n'
    assert all_of(check("5 ms<!-- source here -->", numbers)) == [
        (1, "there is no file 'results/absent.jsonl': source here = file results/absent.jsonl")
    ]
    assert all_of(check("5 ms<!-- source here -->", numbers.replace("absent", "run"))) == []


def test_a_table_is_made_of_its_entry(check, records):
    found = check(OPENED + CLOSED, LET + TABLE)
    assert found.wrong == []
    table = table_in(found.text)
    assert table[:2] == [
        "| variant | sort | `clang-19` | `nvcc-13.0` | ratio |",
        "|---|---|--:|--:|--:|",
    ]
    by_variant = {
        name: [mipps(records, name, toolchain) for toolchain in ("clang-19", "nvcc-13.0")]
        for name in ("list-gather+per-particle", "par-part-noloop")
    }
    clang, nvcc = by_variant["list-gather+per-particle"]
    assert (
        table[2]
        == f"| `list` | yes | {clang:.1f} MIPPS | **{nvcc:.1f} MIPPS** | {nvcc / clang:.2f} |"
    )
    assert len(table) == 4
    assert check(found.text, LET + TABLE).differences == []


def test_rows_by_a_key_of_records(check):
    numbers = f"""{LET}[tables.variants]
heading = "by"
rows = "toolchain of steps"
column = 'MIPPS | mipps(steps, variant="par-*") as .1f'
"""
    table = table_in(check(OPENED + CLOSED, numbers).text)
    assert [line.split("|")[1].strip() for line in table[2:4]] == ["`clang-19`", "`nvcc-13.0`"]


def test_a_table_that_differs_tells_its_first_row_that_does(check):
    whole = check(OPENED + CLOSED, LET + TABLE).text
    line = next(n for n, one in enumerate(whole.splitlines(), 1) if one.startswith("| `cells`"))
    changed = whole.replace("| `cells` | no", "| `cells` | yes")
    (found,) = check(changed, LET + TABLE).differences
    assert found.line == line
    assert str(found).startswith("| `cells` | yes |")
    assert str(found).endswith(": table variants")


def test_cells_without_a_record(check):
    lacking = LET + TABLE.replace('variant="par-*"', 'variant="absent"')
    (wrong,) = check(OPENED + CLOSED, lacking).wrong
    assert "no record has" in str(wrong)
    assert "variant is 'list-gather+per-particle' or 'par-part-noloop'" in str(wrong)
    table = check(OPENED + CLOSED, f'{lacking}missing = "-"\n').text
    assert "| `cells` | no | - | - | - |" in table


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("some<!-- a.value -->", 1, "no number stands right before the comment: a.value"),
        ("\n1<!-- a.value", 2, "the comment is not closed by -->"),
        ("1<!-- = 1 -->", 1, "'= 1' is no mark"),
        ("\n1<!-- a.valve -->", 2, "x.toml has no 'a.valve' in [numbers]; is it 'a.value'?"),
        ("1<!-- holds a.value -->", 1, "x.toml has no 'a.value' in [holds], where it belongs"),
        (f"{OPENED}{CLOSED}", 1, "x.toml has no 'variants' in [tables]"),
        (f"\n{OPENED}", 2, "is not closed by <!-- end of table -->: table variants"),
        (f"{OPENED}1<!-- a.value -->\n{CLOSED}", 1, "is not closed by <!-- end of table -->"),
        (f"{OPENED}1<!-- a.value -->\n{CLOSED}", 3, "no table begins before 'end of table'"),
    ],
)
def test_what_is_wrong_with_a_page_is_told(text, line, reason, check):
    found = check(text, NUMBERS)
    assert any(one.line == line and reason in str(one) for one in found.wrong), all_of(found)


@pytest.mark.parametrize(
    ("expression", "reason"),
    [
        ("1 +", "is no expression: invalid syntax: a.value = 1 +"),
        ("runs", "there is no 'runs'"),
        ("1 as", "is no expression"),
        ("(" * 300 + "1" + ")" * 300, "is no expression"),
        ("-" * 3000 + "1", "is"),
    ],
)
def test_what_is_wrong_with_an_expression_is_told(expression, reason, check):
    (wrong,) = check("1<!-- a.value -->", f"[numbers]\na.value = '{expression}'\n").wrong
    assert reason in str(wrong)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (("heading", 'kind = "speed"\nheading'), "no kind 'speed' of table; there are additions"),
        (("row =", "lines ="), "'lines' is no key of a table of this kind; keys are heading, row"),
        (("1 to 2", "1 to 9"), "write bold = 'largest of 1 to 3'"),
        ((" | sort", ""), "take as many texts: 2 in the first"),
        (("  as .2f", ""), "write KEY=VALUE, KEY=VALUE"),
        ((" as .1f", ""), "write EXPRESSION as FORMAT [UNIT]"),
        (("toolchain =", "toolchain"), "write KEY = VALUE"),
    ],
)
def test_what_is_wrong_with_a_table_is_told(change, reason, check):
    (wrong,) = check(OPENED + CLOSED, LET + TABLE.replace(*change)).wrong
    assert reason in str(wrong)


def test_a_table_without_rows_is_told(check):
    (wrong,) = check(OPENED + CLOSED, '[tables.variants]\ncolumn = "a | 1 as .0f"\n').wrong
    assert str(wrong).startswith("a table of records takes rows (row, rows) and columns")


def test_a_definition_that_is_wrong_is_told_once_and_named_by_what_uses_it(check):
    numbers = "[let]\na = 'count(\"results/absent.jsonl\")'\n[numbers]\nb = 'a'\n"
    of_file, of_page = check("1<!-- b -->", numbers).wrong
    assert of_file.at("page.md").startswith("x.toml: [let] a: ")
    assert "absent.jsonl: cannot be read" in str(of_file)
    assert of_page.at("page.md").startswith("page.md:1: 'a' has no value: its definition is")


def test_a_definition_may_use_those_above_it_alone(check):
    numbers = "[let]\nb = 'a'\na = '1'\n[numbers]\nc = 'b'\n"
    assert "[let] b: there is no 'a'" in str(check("1<!-- c -->", numbers).wrong[0])
    (wrong,) = check("", "[let]\na-b = '1'\n").wrong[:1]
    assert "x.toml: [let] a-b: is no name of an expression" in str(wrong)


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        ("[let]\nmore = '1'\n", "[let] more: no expression uses it; delete it, or use it"),
        ("[numbers]\na.more = '1'\n", "[numbers] a.more: no mark names it; delete it"),
        ("[holds]\nmore = '1 > 0'\n", "[holds] more: no mark names it"),
        ("[sources]\nmore = 'definition'\n", "[sources] more: no mark names it"),
        ("[tables.more]\n", "[tables] more: no mark names it"),
    ],
)
def test_an_entry_that_nothing_uses_is_told(entry, said, check):
    (wrong,) = check("", entry).wrong
    assert wrong.at("page.md").startswith(f"x.toml: {said}")


def test_a_table_is_replaced_by_name():
    page = "a\n<!-- table x -->\nold\n<!-- end of table -->\nc\n"
    assert with_table(page, "x", "new\n") == page.replace("old", "new")
    with pytest.raises(PublishedError, match="0 tables"):
        with_table(page, "y", "new\n")


class TestCommand:
    """python -m analysis published"""

    @pytest.fixture
    def page(self, root):
        page = root / "docs" / "page.md"
        page.write_text(f"It runs 0.1<!-- a.value --> MIPPS.\n{OPENED}{CLOSED}", encoding="utf-8")
        self.numbers(root, NUMBERS + TABLE)
        return page

    def numbers(self, root, text):
        file = root / "docs" / "numbers" / "page.toml"
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")

    def run(self, root, *options):
        return main(["published", "--root", str(root), *map(str, options)])

    def test_differences_end_with_25_and_name_file_and_line(self, root, page, capsys, expected):
        assert self.run(root) == 25
        error = capsys.readouterr().err
        assert f"{page}:1: 0.1 stands, the records say {expected:.1f}: a.value = mipps(" in error
        assert f"{page}:3: nothing stands, the records say | variant | sort |" in error

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
            assert f"{page}:1: {RUN}: no record has" in capsys.readouterr().err.replace(
                str(root / "results"), "results"
            )
        assert page.read_text(encoding="utf-8") == before

    def test_a_claim_is_not_mended_by_an_update(self, root, page, capsys):
        page.write_text("1<!-- a --><!-- holds b -->\n", encoding="utf-8")
        self.numbers(root, "[numbers]\na = '1'\n[holds]\nb = '1 > 2'\n")
        assert self.run(root, "--update") == 25
        assert f"{page}:1: the records do not say so: holds b = 1 > 2" in capsys.readouterr().err
        assert self.run(root) == 25

    def test_a_file_of_numbers_that_is_wrong_ends_with_3(self, root, page, capsys):
        self.numbers(root, "[numbers]\na = '1'\na = '2'\n")
        assert self.run(root) == 3
        assert "numbers/page.toml: is no TOML that gives each name once" in capsys.readouterr().err

    def test_functions_and_keys_are_told(self, root, capsys):
        assert self.run(root, "--functions") == 0
        said = capsys.readouterr().out
        assert "\npercent_more(NUMBER, NUMBER): by how many percent" in said
        assert "\nwalked(WHAT, FILE, step=PATTERN): " in said
        assert "\nKEYS are suite, side, device, " in said

    def test_pages_that_are_not_there(self, tmp_path, root, page, capsys):
        empty = tmp_path / "empty"
        empty.mkdir()
        assert self.run(empty) == 2
        assert self.run(root, root / "absent.md") == 3
        page.write_bytes(b"\xff")
        assert self.run(root) == 3
