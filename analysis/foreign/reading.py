"""Reads one side of a comparison of another tool's results: a file, or a folder of several runs."""

import json
from dataclasses import dataclass
from pathlib import Path

from analysis.errors import InputError, quoted
from analysis.foreign import google_benchmark, nvbench
from analysis.foreign.run import Benchmark
from analysis.foreign.tool import Tool
from analysis.load import text_lines
from analysis.schema import refusal
from analysis.strict_json import strictly

TOOLS = (google_benchmark.TOOL, nvbench.TOOL)
SUFFIX = ".json"


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


def is_foreign(path):
    """Whether a path is of another tool's results: a folder, or a document of JSON that fills a
    file. A recorded run has a JSON value in each of its lines. Raises InputError where a file
    cannot be read."""
    path = Path(path)
    if path.is_dir():
        return True
    first = next((line.strip() for line in text_lines(path) if line.strip()), "")
    try:
        value = json.loads(first)
    except (ValueError, RecursionError):
        return first == "{"
    return isinstance(value, dict) and "benchmarks" in value


def load_side(path):
    """The Side of a file, or of all *.json of a folder. Raises InputError, naming file and key,
    where one is of no tool that is read, and where the files of a folder do not go together."""
    path = Path(path)
    if not path.is_dir():
        tool, run = _load(path)
        return Side(tool, run.device, run.made, run.benchmarks, 1, run.interleaved, run.caveats)
    files = sorted(path.glob(f"*{SUFFIX}"))
    if not files:
        raise InputError(
            f"{path}: holds no *{SUFFIX}; give a file, or a folder of runs of "
            f"{' or '.join(tool.name for tool in TOOLS)}. Folders of packs need --suite"
        )
    return _together(path, {file: _load(file) for file in files})


def _load(path):
    """(Tool, Run) of a file."""
    try:
        document = strictly("".join(text_lines(path)))
    except json.JSONDecodeError as error:
        raise InputError(
            f"{path}:{error.lineno}: column {error.colno}: {error.msg}; is the file complete?"
        ) from error
    except ValueError as error:
        raise InputError(f"{path}: {error}") from error
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


def _together(folder, loaded):
    """The Side of several runs. loaded: {file: (Tool, Run)}"""
    first, (tool, run) = next(iter(loaded.items()))
    benchmarks = {}
    for file, (other, one) in loaded.items():
        if other is not tool:
            raise InputError(f"{file}: is of {other.name}, but {first} of {tool.name}")
        for name, benchmark in one.benchmarks.items():
            _append(benchmarks, name, benchmark, file)
    return Side(
        tool,
        run.device,
        f"{len(loaded)} runs in {folder}, the first of {run.made}",
        benchmarks,
        len(loaded),
        True,
        tuple(caveat for _, one in loaded.values() for caveat in one.caveats),
    )


def _append(benchmarks, name, found, file):
    """Adds the benchmark of one more run, as one repetition."""
    known = benchmarks.setdefault(
        name, Benchmark(found.runtime, found.environment, error=found.error, skipped=found.skipped)
    )
    known.error = known.error or found.error
    known.skipped = known.skipped or found.skipped
    for key, value in found.environment.items():
        if not known.skipped and known.environment.get(key) != value:
            raise InputError(
                f"{file}: {quoted(name)}: {key}: {value}, but {known.environment.get(key)} in the "
                "runs before it; keep runs of one environment in a folder"
            )
    if found.repetitions:
        known.repetitions.append(found.median())
