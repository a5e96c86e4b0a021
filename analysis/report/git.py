"""What git says of a folder: the files that it held before, and the commits between two."""

import hashlib
import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from analysis.errors import InputError

MOST_SUBJECTS = 12
# No object is looked for elsewhere, and nothing is written.
ENVIRONMENT = {"GIT_NO_LAZY_FETCH": "1", "GIT_OPTIONAL_LOCKS": "0", "LC_ALL": "C"}
COMMIT = re.compile(r"[0-9a-f]{7,64}")


@dataclass(frozen=True)
class Version:
    """A file as a commit left it."""

    path: str  # from the folder
    blob: str  # its name in git
    commit: str  # the oldest that has it so


@dataclass(frozen=True)
class Between:
    """The commits that lead from one revision to another."""

    count: int
    subjects: tuple[str, ...]  # of those that touch code that is measured, the latest first
    more: int  # of these, that are not told
    is_line: bool  # whether the first revision is an ancestor of the other


class NoRepository(InputError):
    """A folder lies in no repository."""


class Repository:
    """The git repository that a folder, a Path, lies in."""

    def __init__(self, folder):
        self.folder = folder
        self._between = {}
        self.root = Path(self._line("rev-parse", "--show-toplevel"))

    @property
    def is_shallow(self):
        return self._line("rev-parse", "--is-shallow-repository") == "true"

    def versions(self, suffix):
        """The Versions of all files below the folder whose names end with `suffix`, the oldest
        first; one for each content that a file has had."""
        if self._run("rev-parse", "--verify", "--quiet", "HEAD", check=False).returncode:
            return []  # nothing is committed yet
        arguments = ["--reverse", "--raw", "--no-abbrev", "--no-renames", "-m", "-z", "--relative"]
        words = self._text("log", *arguments, "--format=%x00%H", "--", ".").split("\0")
        found = {}
        commit = None
        position = 0
        while position < len(words):
            word = words[position].lstrip("\n")
            if word.startswith(":"):
                blob, path = word.split()[3], words[position + 1]
                if path.endswith(suffix) and blob.strip("0"):
                    found.setdefault((path, blob), Version(path, blob, commit))
                position += 2
            elif word == "":
                position += 1
            else:
                commit = word
                position += 1
        return list(found.values())

    def contents(self, versions):
        """Yields each of the Versions with its bytes, None of one that this clone lacks."""
        with self._process("cat-file", "--batch") as process:
            for version in versions:
                process.stdin.write(f"{version.blob}\n".encode())
                process.stdin.flush()
                header = process.stdout.readline().split()
                if header[-1:] == [b"missing"] or len(header) != 3:
                    yield version, None
                    continue
                content = process.stdout.read(int(header[2]) + 1)
                yield version, content[:-1]

    def missing(self, revisions):
        """Those of the revisions that are no commit of this clone, as a set. Whatever is no name
        of a commit is one, and never an argument of git."""
        names = sorted(filter(COMMIT.fullmatch, revisions))
        asked = "".join(f"{name}^{{commit}}\n" for name in names)
        told = self._text("cat-file", "--batch-check", stdin=asked).splitlines()
        pairs = zip(names, told, strict=True)
        there = {name for name, line in pairs if line.split()[-1] != "missing"}
        return set(revisions) - there

    def between(self, first, second, code):
        """The commits Between two revisions, neither of which is missing().

        code: folders, from the root, whose commits are told by their subjects.
        """
        key = (first, second)
        if key not in self._between:
            self._between[key] = self._commits(first, second, code)
        return self._between[key]

    def _commits(self, first, second, code):
        span = f"{first}..{second}"
        count = int(self._line("rev-list", "--count", span))
        told = ["--no-merges", "--format=%h %s", span, "--", *code]
        subjects = self._text("-C", str(self.root), "log", *told).splitlines()
        ancestor = self._run("merge-base", "--is-ancestor", first, second, check=False)
        return Between(
            count,
            tuple(subjects[:MOST_SUBJECTS]),
            max(0, len(subjects) - MOST_SUBJECTS),
            ancestor.returncode == 0,
        )

    def _line(self, *words):
        return self._text(*words).rstrip("\n")

    def _text(self, *words, stdin=""):
        return self._run(*words, stdin=stdin).stdout.decode(errors="replace")

    def _run(self, *words, stdin="", check=True):
        try:
            done = subprocess.run(
                self._command(words),
                env=os.environ | ENVIRONMENT,
                input=stdin.encode(),
                capture_output=True,
                check=False,
            )
        except OSError as error:
            raise InputError(f"git: cannot be run: {error.strerror}") from error
        if check and done.returncode:
            told = done.stderr.decode(errors="replace").strip()
            kind = NoRepository if "not a git repository" in told else InputError
            raise kind(f"{self.folder}: git {words[0]}: {told}; --no-history leaves git out")
        return done

    def _process(self, *words):
        return subprocess.Popen(
            self._command(words),
            env=os.environ | ENVIRONMENT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )

    def _command(self, words):
        return ["git", "-C", str(self.folder), *words]


def blob_name(content):
    """What git calls a file of these bytes."""
    return hashlib.sha1(b"blob %d\0" % len(content) + content, usedforsecurity=False).hexdigest()


def repository_of(folder):
    """The Repository of a folder; None where it lies in none, or there is no git. Raises InputError
    where git refuses to say."""
    if shutil.which("git") is None:
        return None
    try:
        return Repository(folder)
    except NoRepository:
        return None
