"""Damaged files of every format are read or refused, by file and field; nothing else comes of them.

The libraries of formats are not all as careful: the command runs them in a process of its own."""

import argparse
import json
import os
import random
import re
from multiprocessing import get_context
from pathlib import Path

import pytest

from analysis.errors import InputError
from analysis.particles.commands import import_file
from analysis.tests.particles.made import WRITERS, Particles

FILES = int(os.environ.get("SPHLAB_FUZZED_SNAPSHOTS", "100"))
NATIVE = Path(__file__).parents[1] / "data" / "particles" / "four.particles"
MESSAGE = r"{}: \S.*"
MOST_SECONDS = 120


def damaged(source, data):
    """Bytes that a disk, an editor or an enemy might leave."""
    data = bytearray(data)
    for _ in range(source.choice([1, 1, 2, 5])):
        at = source.randrange(len(data))
        match source.randrange(6):
            case 0:
                data[at] = source.randrange(256)
            case 1:
                data[at] ^= 1 << source.randrange(8)
            case 2:
                del data[at : at + source.choice([1, 8, 100])]
            case 3:
                del data[at + 1 :]
            case 4:
                data[at:at] = source.choice([b"\xff" * 8, b"\0" * 4, b"\n", b"nan", b"9" * 30])
            case 5:
                data[at : at + 8] = b"\xff" * 8
        if not data:
            break
    return bytes(data)


def import_all(folder, name, whole):
    """Imports damaged files, and notes what is told of each."""
    source = random.Random(name)
    notes = []
    for _ in range(FILES):
        (folder / name).write_bytes(damaged(source, whole))
        try:
            import_file(options(folder, name))
            notes.append("")
        except InputError as error:
            notes.append(str(error))
        except Exception as error:
            notes.append(f"raised {error!r}")
    (folder / "notes.json").write_text(json.dumps(notes), encoding="utf-8")


def options(folder, name):
    return argparse.Namespace(
        input=folder / name,
        output=folder / "my.particles",
        format=None,
        frame=-1,
        length_unit=None,
        types=None,
        box=None,
        periodic=None,
        wrap=False,
        clip=False,
        drop_duplicates=False,
    )


@pytest.mark.parametrize("name", [*WRITERS, "four.particles"])
def test_damaged_files_are_read_or_refused(name, tmp_path):
    if name in WRITERS:
        WRITERS[name](tmp_path / name, Particles())
    else:
        (tmp_path / name).write_bytes(NATIVE.read_bytes())
    whole = (tmp_path / name).read_bytes()
    process = get_context("fork").Process(target=import_all, args=(tmp_path, name, whole))
    process.start()
    process.join(MOST_SECONDS)
    if process.exitcode is None:
        process.kill()
    assert process.exitcode == 0
    notes = json.loads((tmp_path / "notes.json").read_text(encoding="utf-8"))
    told = [note for note in notes if note]
    assert len(told) > FILES / 4
    pattern = re.compile(MESSAGE.format(re.escape(str(tmp_path / name))), re.DOTALL)
    assert [note for note in told if not pattern.fullmatch(note)] == []
