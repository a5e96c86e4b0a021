"""What README.md, CONTRIBUTING.md and docs/ say of this repository holds.

Excerpts of code stand in the files that they are said to be from; paths and links lead somewhere;
figures in git are those that pages show; README.md is short, all pages together are no book, and
docs/README.md lists every page.

An excerpt is a fence whose line before is a path in backticks and a colon. It occurs in that file
literally; a line `...` alone, as a comment or not, stands for what is left out, after which the
excerpt goes on further down in the file.
"""

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PAGES = sorted([ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").glob("*.md")])
MARK = re.compile(r"^`([^`\s]+)`:$")
FENCE = re.compile(r"^```(\w*)$")
LEFT_OUT = re.compile(r"^\s*(//|#)?\s*\.\.\.$")
CODE = re.compile(r"`([^`\n]+)`")
PATH = re.compile(r"^[\w.-]+(/[\w.-]+)+/?$")
SOURCE = re.compile(r"^[\w.-]+\.(hpp|cpp|cuh|cu|py|cmake)$")
MOST_WORDS_OF_README = 900
MOST_WORDS = 50_000  # of README.md and docs/
COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")


def pages():
    return [pytest.param(page, id=page.relative_to(ROOT).as_posix()) for page in PAGES]


def repository_files(*which):
    """Lists the files of this checkout that git does not ignore, as paths from the root; with
    --cached, those that git has."""
    listed = subprocess.run(
        ["git", "ls-files", *(which or ("--cached", "--others", "--exclude-standard"))],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    return listed.stdout.splitlines()


def fences(text):
    """(path that marks it or None, language, line number, lines) of every fence of a page."""
    lines = text.splitlines()
    found = []
    opened = None
    for number, line in enumerate(lines):
        fence = FENCE.match(line)
        if opened is None and fence:
            before = next((each for each in reversed(lines[:number]) if each.strip()), "")
            mark = MARK.match(before)
            opened = (mark and mark[1], fence[1], number + 1, number + 1)
        elif opened is not None and line == "```":
            path, language, at, first = opened
            found.append((path, language, at, lines[first:number]))
            opened = None
    return found


def pieces(lines):
    """The parts of an excerpt between lines `...`, as texts."""
    parts = [[]]
    for line in lines:
        if LEFT_OUT.match(line):
            parts.append([])
        else:
            parts[-1].append(line)
    return ["\n".join(part).strip("\n") for part in parts if any(line.strip() for line in part)]


def untrue_piece(excerpt, source):
    """The first part of an excerpt that the source does not have where it should, or None."""
    position = 0
    whole = "\n" + source
    for piece in pieces(excerpt):
        at = whole.find("\n" + piece + "\n", position)
        if at < 0:
            return piece
        position = at + len(piece)
    return None


def untrue_excerpts(text, root):
    """What is wrong with the excerpts of a page."""
    wrong = []
    for path, _, at, lines in fences(text):
        if path is None:
            continue
        if not (root / path).is_file():
            wrong.append(f"line {at}: there is no file {path}")
        elif piece := untrue_piece(lines, (root / path).read_text()):
            wrong.append(f"line {at}: {path} does not have, there or at all:\n{piece}")
    return wrong


def without_fences(text):
    return re.sub(r"^```.*?^```$", "", text, flags=re.DOTALL | re.MULTILINE)


def missing_paths(text, files):
    """Paths in backticks that lead nowhere: those that begin with a folder of the repository, and
    names of source files."""
    folders = {parent.as_posix() for file in files for parent in Path(file).parents}
    known = set(files) | folders
    roots = {file.split("/")[0] for file in files if "/" in file}
    names = {Path(file).name for file in files}
    missing = []
    for code in CODE.findall(without_fences(text)):
        if PATH.match(code) and code.split("/")[0] in roots:
            if code.rstrip("/") not in known:
                missing.append(code)
        elif SOURCE.match(code) and code not in names:
            missing.append(code)
    return missing


def anchors(text):
    """The anchors of a page's headings."""
    headings = re.findall(r"^#+ (.*)$", without_fences(text), flags=re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def broken_links(page):
    """Links of a page to files, and headings of pages, that are not there."""
    broken = []
    for link in LINK.findall(without_fences(page.read_text())):
        if re.match(r"^\w+:", link):
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        if not target.exists() or (anchor and anchor not in anchors(target.read_text())):
            broken.append(link)
    return broken


def figures_shown(page, root):
    """Figures of results/ that a page links or has in it, as paths from the root."""
    text = COMMENT.sub("", without_fences(page.read_text()))
    links = [(page.parent / link).resolve() for link in LINK.findall(text) if link.endswith(".png")]
    return {link.relative_to(root).as_posix() for link in links if root / "results" in link.parents}


def wrong_figures(pages, files, root):
    """Tells which figures of results/ git should drop, and which it lacks."""
    shown = set().union(*(figures_shown(page, root) for page in pages))
    drawn = re.compile(r"results/.*\.(png|svg|pdf|html)")
    kept = {file for file in files if drawn.fullmatch(file)}
    return [f"{file}: no page shows it: link it, or git rm" for file in sorted(kept - shown)] + [
        f"{file}: a page shows it: ci/draw, and git add" for file in sorted(shown - kept)
    ]


def words(page):
    """Counts the words that a reader of the rendered page sees, as `wc -w` does."""
    return len(COMMENT.sub("", page).split())


def words_of_a_reader(page):
    """Counts the words without the bars of tables and other signs: those with a letter or digit."""
    text = COMMENT.sub("", page).replace("|", " ")
    return sum(re.search(r"\w", word) is not None for word in text.split())


def wrong_index(index, names):
    """Names the pages of a folder that a list of them lacks, or has twice."""
    linked = [link.partition("#")[0] for link in LINK.findall(index)]
    return [
        f"{name}: stands {count} times in the index: once, under its kind"
        for name in sorted(names)
        if (count := linked.count(name)) != 1
    ]


@pytest.mark.parametrize("page", pages())
def test_excerpts_are_those_of_their_files(page):
    wrong = untrue_excerpts(page.read_text(), ROOT)
    assert not wrong, "\n".join(wrong)


def test_the_code_of_add_a_strategy_is_of_files():
    """A page that teaches by code shows none that no compiler has seen."""
    text = (ROOT / "docs/add-a-strategy.md").read_text()
    shown = [fence for fence in fences(text) if fence[1]]
    assert len(shown) >= 10
    unmarked = [at for path, _, at, _ in shown if path is None]
    assert not unmarked, f"fences without a path in lines {unmarked}"


@pytest.mark.parametrize("page", pages())
def test_paths_lead_somewhere(page):
    assert not missing_paths(page.read_text(), repository_files())


@pytest.mark.parametrize("page", pages())
def test_links_lead_somewhere(page):
    assert not broken_links(page)


def test_the_readme_is_short():
    counted = words((ROOT / "README.md").read_text())
    assert counted <= MOST_WORDS_OF_README, "docs/ has room for it, a page of each kind"


def test_the_pages_are_no_book():
    pages = [page for page in PAGES if page.name != "CONTRIBUTING.md"]
    counted = {str(page.relative_to(ROOT)): words_of_a_reader(page.read_text()) for page in pages}
    most = sorted(counted, key=counted.get)[:-6:-1]
    assert sum(counted.values()) <= MOST_WORDS, (
        "say it once, and link it; the longest pages are "
        + ", ".join(f"{name} ({counted[name]})" for name in most)
    )


def test_every_page_is_in_the_index_once():
    index = ROOT / "docs/README.md"
    names = {page.name for page in (ROOT / "docs").glob("*.md")} - {index.name}
    assert not wrong_index(index.read_text(), names)


def test_figures_in_git_are_those_that_pages_show():
    wrong = wrong_figures(PAGES, repository_files("--cached"), ROOT)
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (["int a;", "...", "int c;"], None),
        (["int b;"], None),
        (["int c;", "// ...", "int a;"], "int a;"),
        (["int"], "int"),
        (["int d;"], "int d;"),
    ],
)
def test_an_excerpt_that_is_not_true_is_told(tmp_path, lines, told):
    (tmp_path / "a.cu").write_text("int a;\nint b;\nint c;\n")
    text = "\n".join(["`a.cu`:", "```cpp", *lines, "```"])
    wrong = untrue_excerpts(text, tmp_path)
    assert bool(wrong) == (told is not None)
    assert told is None or wrong[0].endswith(told)


def test_an_excerpt_of_no_file_is_told(tmp_path):
    assert untrue_excerpts("`a.cu`:\n```cpp\nint a;\n```\n", tmp_path) == [
        "line 2: there is no file a.cu"
    ]


def test_paths_that_are_missing_are_told():
    text = "`kernels/a.cu` `kernels/` `kernels/b.cu` `b.cu` `a.cu` `x/y` `list-gather`"
    assert missing_paths(text, ["kernels/a.cu"]) == ["kernels/b.cu", "b.cu"]


def test_links_that_are_broken_are_told(tmp_path):
    (tmp_path / "other.md").write_text("## What an id is\n")
    page = tmp_path / "page.md"
    page.write_text("[a](other.md#what-an-id-is) [b](other.md#else) [c](none.md) [d](https://a.b)")
    assert broken_links(page) == ["other.md#else", "none.md"]


def test_figures_that_are_wrong_are_told(tmp_path):
    page = tmp_path / "docs" / "page.md"
    page.parent.mkdir()
    page.write_text(
        "![a](../results/gpu/figures/a.png) [b](../results/gpu/figures/b.png) [c](c.png)\n"
        "<!-- [d](../results/gpu/figures/d.png) -->"
    )
    kept = [f"results/gpu/figures/{name}" for name in ("a.png", "d.png", "index.html")]
    assert wrong_figures([page], [*kept, "results/gpu/a.jsonl", "e.png"], tmp_path) == [
        "results/gpu/figures/d.png: no page shows it: link it, or git rm",
        "results/gpu/figures/index.html: no page shows it: link it, or git rm",
        "results/gpu/figures/b.png: a page shows it: ci/draw, and git add",
    ]


def test_words_are_those_that_a_reader_sees():
    assert words("# A page\n\n2<!-- best.ms --> ms `a b`\n<!-- source\n x -->\n") == 7


def test_bars_and_signs_are_no_words():
    assert words_of_a_reader("| a | 2 % |\n|---|--:|\n- b<!-- b.c --> × `c d` …\n") == 5


def test_a_page_that_the_index_lacks_or_has_twice_is_told():
    index = "[a](a.md) [b](b.md) [b again](b.md#there) [out](../README.md)"
    assert wrong_index(index, {"a.md", "b.md", "c.md"}) == [
        "b.md: stands 2 times in the index: once, under its kind",
        "c.md: stands 0 times in the index: once, under its kind",
    ]
