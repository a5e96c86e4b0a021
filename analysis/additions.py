"""The command additions: what commits that added something took, counted by git.

The list is tests/expectations/additions.json; docs/additions.md sums it up (tables/additions.py).
"""

import json
import subprocess
from pathlib import Path

from analysis.errors import AnalysisError, InputError
from analysis.help_layout import add_command
from analysis.output import show, write
from analysis.published.tables import markdown

LIST = Path("tests/expectations/additions.json")
AREAS = ("kernels", "harness", "analysis", "scenarios", "tests")
LINES = (*AREAS, "rest")  # what lines are counted by
RECORDS = "results/"
TEXT = "count the files and lines of the commits that added something"
EPILOG = """\
examples:
  python -m analysis additions            # a row a commit; are the counts those of git?
  python -m analysis additions --update   # after a commit was added to the list
  python -m analysis published --update docs/additions.md

exit codes:
  0   the counts are those of the commits
  3   the list cannot be read, or this clone does not hold a commit of it
  8   the list cannot be written
  25  the list has other counts than git
"""


class CommitMissing(InputError):
    """This clone does not hold a commit, or not the one before it."""


class CountsDiffer(AnalysisError):
    """The list has other counts than git."""

    exit_code = 25


def add_to(commands):
    """Adds the command to the subparsers of the command line."""
    sub = add_command(commands, "additions", _run, TEXT, EPILOG)
    sub.add_argument("--update", action="store_true", help="write the counts into the list")
    text = "of the repository (default: here)"
    sub.add_argument("--root", metavar="DIR", type=Path, default=Path(), help=text)


def _run(options):
    file = options.root / LIST
    listed = read(file)
    found = [one | {"counted": counted(one["commit"], options.root)} for one in listed["commits"]]
    text = _as_text(listed | {"commits": found})
    if options.update:
        write(file, text.encode())
    elif text != file.read_text(encoding="utf-8"):
        raise CountsDiffer(f"{file}: is not what git counts: python -m analysis additions --update")
    rows = [_row(one, one["commit"]) for one in found]
    rows += [_row(one, "trial") for one in listed["trials"]]
    show(markdown(["kind", "added", "commit", "files", "new", *LINES], rows, 3))
    show(f"{file}: {len(listed['commits'])} commits, counted by git\n")
    return 0


def _row(one, commit):
    numbers = (one["counted"][key] for key in ("files", "new", *LINES))
    return [
        one["kind"],
        one["what"],
        commit,
        *(f"{number:,}" if number else "-" for number in numbers),
    ]


def read(file):
    """The list of a file: {"commits": [...], "trials": [...]}."""
    try:
        listed = json.loads(file.read_text(encoding="utf-8"))
        if not all({"kind", "what", "commit"} <= one.keys() for one in listed["commits"]):
            raise ValueError("commits: each has a kind, what was added, and the commit")
        return listed
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise InputError(f"{file}: is no list of additions: {error!r}") from error


def counted(commit, root):
    """{"files", "new": files, and lines added by area}: of all but records, against the parent."""
    lines = _added_lines(commit, root)
    new = [path for path in _diff(commit, root, "--name-only", "--diff-filter=A") if path in lines]
    by_area = dict.fromkeys(LINES, 0)
    for path, added in lines.items():
        by_area[area_of(path)] += added
    return {"files": len(lines), "new": len(new), **by_area}


def area_of(path):
    """The tree that a file stands in: a test wherever it stands is one of `tests`."""
    folders = path.split("/")[:-1]
    if "tests" in folders:
        return "tests"
    return folders[0] if folders and folders[0] in AREAS else "rest"


def _added_lines(commit, root):
    """Lines added by path; of what is no text, none."""
    fields = iter(_diff(commit, root, "--numstat"))
    lines = {}
    for counts in fields:
        added, _, path = counts.split("\t")
        if not path:  # a file that was renamed: the old path, then the new one
            next(fields)
            path = next(fields)
        if not path.startswith(RECORDS):
            lines[path] = 0 if added == "-" else int(added)
    return lines


def _diff(commit, root, *options):
    """What `git diff` says of a commit against its first parent, by NUL."""
    done = subprocess.run(
        ["git", "diff", "-z", "--find-renames", *options, f"{commit}^", commit, "--"],
        cwd=root,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        raise CommitMissing(
            f"{commit}: this clone does not hold the commit and the one before it: "
            f"git fetch --unshallow ({done.stderr.strip().splitlines()[0]})"
        )
    return done.stdout.rstrip("\0").split("\0") if done.stdout else []


def _as_text(listed):
    """The list as it is kept: an addition a line."""
    parts = [f'  "description": {json.dumps(listed["description"])}']
    for key in ("commits", "trials"):
        rows = ",\n".join(f"    {json.dumps(one, ensure_ascii=False)}" for one in listed[key])
        parts.append(f'  "{key}": [\n{rows}\n  ]')
    return "{\n" + ",\n".join(parts) + "\n}\n"
