"""A small whole file of each kind that commands read, and what a file may be instead."""

import copy
import json
import random
import shutil
from pathlib import Path

from analysis.audit.records import as_lines as as_lines_of_audit
from analysis.audit.records import load_audit
from analysis.kernels.device_metrics import OF_COUNTS
from analysis.load import load_records
from analysis.profiling.export import read_launches
from analysis.profiling.loops import loops_of
from analysis.profiling.profiles import as_lines as profile_lines
from analysis.profiling.profiles import profiles_of
from analysis.profiling.timeline import read_timeline
from analysis.tests import test_counters, test_prefix_sums, test_validation
from analysis.tests.compare.sides import as_duel, two_sides
from analysis.tests.make_small import FILE, LATER_FILE
from analysis.tests.profiling import made_export
from analysis.tests.profiling.made_timeline import text_of, timeline_of_loop
from analysis.tests.test_kernel_resources import kernel
from analysis.tests.version_1 import text_of as text_of_records

ROOT = Path(__file__).resolve().parents[2]
RESULTS = ROOT / "results"
FOREIGN = Path(__file__).parent / "data" / "foreign"


def write_all(folder):
    """{kind: path} of whole files and folders, made in a folder."""
    paths = {
        "records": _copied(FILE, folder / "records.jsonl"),
        "later": _copied(LATER_FILE, folder / "later.jsonl"),
        "answer": _copied(RESULTS / "nvidia-h100-80gb-hbm3" / "best" / "dam-break-lj.json", folder),
        "limits": _limits(folder / "device"),
        "google": _copied(FOREIGN / "google-benchmark-1.9.5" / "base.json", folder / "google.json"),
        "nvbench": _copied(FOREIGN / "nvbench-0.1.0" / "base.json", folder / "nvbench.json"),
        "audit": _audit(folder / "audit.jsonl"),
        "verification": _beginning(RESULTS / "host-x86_64" / "verification.jsonl", folder, 12),
        "validation": _beginning(RESULTS / "nvidia-h200" / "counters.validation.jsonl", folder, 2),
    }
    base, candidate = two_sides()
    counted = test_counters.line()
    texts = {
        "base": text_of_records(base),
        "candidate": text_of_records(candidate),
        "duel": text_of_records(as_duel(base, candidate)),
        "sums": json.dumps(
            {
                "context": test_prefix_sums.CONTEXT,
                "benchmarks": [test_prefix_sums.case("in-place", 8, 32, 90.0, synchronisations=6)],
            }
        ),
        "counts": json.dumps(counted) + "\n",
        "counted": made_export.export(test_validation.measured(counted), kind=OF_COUNTS),
        "page": "# Numbers\n\nOne: 1<!-- one -->.\n",
    }
    records = load_records(FILE)
    step = next(one for one in records if one["scope"] == "step")
    alone = next(one for one in records if (one["scope"], one["stage"]) == ("kernel", "forces"))
    texts["timeline"] = text_of(timeline_of_loop(step["id"]))
    texts["export"] = made_export.export(
        made_export.kernel(alone["id"], alone["resources"]["kernel"])
    )
    numbers = folder / "docs" / "numbers" / "root" / "page.toml"
    numbers.parent.mkdir(parents=True)
    numbers.write_text('[numbers]\none = "1"\n', encoding="utf-8")
    for kind, text in texts.items():
        paths[kind] = folder / f"{kind}.jsonl"
        paths[kind].write_text(text, encoding="utf-8")
    loops = loops_of(read_timeline(paths["timeline"]), None, records)
    paths["loop"] = folder / "of.loop.jsonl"
    paths["loop"].write_text("".join(json.dumps(one) + "\n" for one in loops), encoding="utf-8")
    paths["profile"] = folder / "of.profile.jsonl"
    profiles = profiles_of(read_launches(paths["export"]), records, "ncu")
    paths["profile"].write_text(profile_lines(profiles), encoding="utf-8")
    paths["folder"] = folder / "device"
    _copied(FILE, paths["folder"])
    paths["packs"] = _packs(folder / "packs")
    paths["results"] = folder / "results"
    (paths["results"] / "imaginary").mkdir(parents=True)
    _copied(FILE, paths["results"] / "imaginary" / "records.jsonl")
    return paths


def _copied(file, to):
    to = to / file.name if to.is_dir() else to
    return Path(shutil.copyfile(file, to))


def _beginning(file, folder, lines):
    path = folder / f"of-{file.name}"
    with file.open(encoding="utf-8") as source:
        text = "".join(line for line, _ in zip(source, range(lines), strict=False))
    path.write_text(text, encoding="utf-8")
    return path


def _limits(folder):
    """Limits of the device of the records."""
    folder.mkdir()
    limits = json.loads((RESULTS / "nvidia-h200" / "limits.json").read_text(encoding="utf-8"))
    limits["device"]["name"] = "Imaginary GPU"
    (folder / "limits.json").write_text(json.dumps(limits), encoding="utf-8")
    return folder / "limits.json"


def _audit(path):
    """A duel of each purpose."""
    duels = load_audit(RESULTS / "host-x86_64" / "gate-audit.jsonl")
    kept = {duel["purpose"]: duel for duel in duels}
    path.write_text("".join(as_lines_of_audit(kept.values())), encoding="utf-8")
    return path


def _packs(folder):
    folder.mkdir()
    report = json.dumps([kernel("gather", 64)])
    (folder / "libsphlab-kernels-nvcc-13.0.resources.json").write_text(report)
    (folder / "libsphlab-kernels-nvcc-13.0.so").write_text("no library")
    return folder


def not_files(folder):
    """{what: path} of what is given in place of a file."""
    texts = {
        "empty": b"",
        "blank": b"\n\n",
        "binary": bytes(range(256)) * 8,
        "a number": b"3\n",
        "null": b"null\n",
        "a list": b"[]\n",
        "a list of numbers": b"[1, 2]\n",
        "an object": b"{}\n",
        "a text": b'"text"\n',
        "words": b"this is no JSON\n",
        "nested": b"[" * 100_000 + b"\n",
        "a schema of a number": b'{"schema": 3, "schema_version": []}\n',
    }
    paths = {"absent": folder / "absent.jsonl", "a folder": folder / "folder.jsonl"}
    paths["a folder"].mkdir()
    for what, content in texts.items():
        paths[what] = folder / f"{what.replace(' ', '-')}.jsonl"
        paths[what].write_bytes(content)
    return paths


def changed(text, source):
    """A text of JSON, whole or in lines, with one value of it removed or of another type."""
    try:
        lines, whole = [json.loads(text)], True
    except ValueError:
        lines, whole = [json.loads(line) for line in text.splitlines()], False
    lines = copy.deepcopy(lines)
    places = [place for line in lines for place in _places(line)]
    holder, key = source.choice(places)
    if isinstance(holder, dict) and source.random() < 0.3:
        del holder[key]
    else:
        holder[key] = source.choice([None, True, 7, -1.5, "x", "", [], [None], {}, {"x": None}])
    return json.dumps(lines[0]) if whole else "".join(json.dumps(line) + "\n" for line in lines)


def _places(value):
    items = value.items() if isinstance(value, dict) else enumerate(value)
    for key, entry in items:
        yield value, key
        if isinstance(entry, (dict, list)):
            yield from list(_places(entry))[:400]


def generator(*words):
    return random.Random(" ".join(map(str, words)))
