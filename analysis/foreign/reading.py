"""Reads one side of a comparison of another tool's results: a file, or a folder of several runs."""

import os
import re
from dataclasses import dataclass, replace
from pathlib import Path

from analysis.compare.fingerprint import ALL
from analysis.errors import InputError, quoted
from analysis.foreign import google_benchmark, nvbench
from analysis.foreign.devices import ids, numbered_as
from analysis.foreign.parsing import parse
from analysis.foreign.run import Benchmark
from analysis.foreign.text import head, read_text
from analysis.foreign.tool import Tool
from analysis.schema import refusal

TOOLS = (google_benchmark.TOOL, nvbench.TOOL)
SUFFIXES = (".json", ".json.gz")
OF_AN_OBJECT = re.compile(r'\{\s*"')  # how a line of a recorded run begins
# In the first line of a document that has all in one line.
OF_A_TOOL = re.compile(r'\{\s*"(context|meta|devices)"\s*:|"benchmarks"\s*:')


@dataclass(frozen=True)
class Side:
    """What is held against another one of its tool."""

    tool: Tool
    device: str
    made: str
    benchmarks: dict[str, Benchmark]
    runs: int  # of which each is a block, where there are several
    interleaved: bool
    caveats: tuple[str, ...]
    began_s: tuple[float, ...] = ()  # of the runs of which that is known
    files: frozenset[str] = frozenset()  # of a folder, by name


def is_foreign(path):
    """Whether a path is of another tool's results: a folder, or whatever is no recorded run, which
    has an object in each of its lines. Raises InputError where a file cannot be read."""
    if os.path.isdir(path):
        return True
    text = head(path)
    if text is None:
        return True
    first = text.lstrip().partition("\n")[0].rstrip()
    return not OF_AN_OBJECT.match(first) or OF_A_TOOL.search(first) is not None


def load_side(path, across=()):
    """The Side of a file, or of all *.json of a folder. Raises InputError, naming file and key,
    where one is of no tool that is read, and where the files of a folder do not go together.

    across: keys of the environment in which they may differ."""
    path = Path(path)
    if not path.is_dir():
        tool, run = _load(read_text(path), path)
        return Side(tool, run.device, run.made, run.benchmarks, 1, run.interleaved, run.caveats)
    files, copies = _without_copies({file: read_text(file) for file in _files(path)})
    loaded = {file: _load(text, file) for file, text in files.items()}
    return _together(path, loaded, copies, across)


def _files(folder):
    """The runs in a folder, by name. Hidden files are what systems and editors leave beside."""
    try:
        found = sorted(folder.iterdir())
    except OSError as error:
        raise InputError(f"{folder}: cannot be read: {error.strerror}") from error
    files = [
        file
        for file in found
        if file.name.lower().endswith(SUFFIXES) and not file.name.startswith(".")
    ]
    if not files:
        raise InputError(
            f"{folder}: holds no *{SUFFIXES[0]}; give a file, or a folder of runs of "
            f"{' or '.join(tool.name for tool in TOOLS)}, without folders in it. Folders of packs "
            "need --suite"
        )
    return files


def _without_copies(texts):
    """The files of which each is another run, and a caveat for each of the others."""
    first = {}
    for file, text in texts.items():
        first.setdefault(text, file)
    copies = [
        f"{file}: is a copy of {first[text].name}, and counts once"
        for file, text in texts.items()
        if first[text] != file
    ]
    return {file: text for text, file in first.items()}, copies


def _load(text, path):
    """(Tool, Run) of a file's text."""
    document = parse(text, path)
    tool = _tool_of(document, path)
    wrong = tool.version(document) or refusal(document, tool.schema)
    if wrong:
        raise InputError(f"{path}: {wrong}")
    return tool, tool.run(document, path)


def _tool_of(document, path):
    if isinstance(document, dict):
        for tool in TOOLS:
            if document.keys() >= set(tool.keys):
                return tool
    known = " and ".join(f"{tool.name} ({', '.join(tool.keys)})" for tool in TOOLS)
    raise InputError(f"{path}: is no recorded run, and has not the keys of {known}")


def _together(folder, loaded, caveats, across):
    """The Side of several runs. loaded: {file: (Tool, Run)}"""
    first, (tool, run) = next(iter(loaded.items()))
    for file, (other, _) in loaded.items():
        if other is not tool:
            raise InputError(f"{file}: is of {other.name}, but {first} of {tool.name}")
    benchmarks, varied = _joined(
        {file: numbered_as(one.benchmarks, run.benchmarks) for file, (_, one) in loaded.items()},
        across,
    )
    if len({tuple(ids(one.benchmarks)) for _, one in loaded.values()}) > 1:
        caveats.append(
            f"{folder}: its runs have other ids of devices, and are taken in their order"
        )
    if varied:
        caveats.append(f"{folder}: its runs differ in {', '.join(varied)}")
    return Side(
        tool,
        run.device,
        f"{len(loaded)} runs in {folder}, the first of {run.made}",
        benchmarks,
        len(loaded),
        True,
        tuple(caveats) + tuple(caveat for _, one in loaded.values() for caveat in one.caveats),
        tuple(one.began_s for _, one in loaded.values() if one.began_s is not None),
        frozenset(file.name for file in loaded),
    )


def _joined(runs, across):
    """All benchmarks of several runs, each of which is a repetition, and the keys in which their
    environments differ as they may. runs: {file: benchmarks}"""
    names = dict.fromkeys(name for benchmarks in runs.values() for name in benchmarks)
    joined, varied = {name: Benchmark() for name in names}, {}
    for file, benchmarks in runs.items():
        for name, known in joined.items():
            found = _of_one_run(benchmarks.get(name), file)
            for key in known.contradictions(found):
                if key not in across and ALL not in across:
                    raise InputError(
                        f"{file}: {quoted(name)}: {key}: {found.environment.get(key)}, but "
                        f"{known.environment.get(key)} in the runs before it; keep runs of one "
                        f"environment in a folder, or say --across {key}"
                    )
                varied[key] = True
            known.add(found)
    return joined, list(varied)


def _of_one_run(found, file):
    """A Benchmark of a run as one repetition, None where the run lacks it."""
    if found is None:
        return Benchmark(without=[f"{file.name}: not in it"])
    if found.without:
        return replace(found, repetitions=[], without=[f"{file.name}: {found.without[0]}"])
    return replace(found, repetitions=[found.median()] if found.repetitions else [])
