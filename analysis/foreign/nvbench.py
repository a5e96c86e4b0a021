"""Files of nvbench: what `--json` and `--jsonbin` write, of version 1 of their format.

A state of a benchmark is measured once a run, by many samples that follow each other directly. So
it is one number here: the median of its isolated ("cold") samples on the device, from the files
that `--jsonbin` writes beside, or from the summary; where the file has neither, their mean. States
that are of the CPU alone have times of the CPU.
"""

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from analysis.errors import InputError, quoted
from analysis.foreign.run import Benchmark, Repetition, Run
from analysis.foreign.tool import Tool, value_at

MAJOR = 1  # version of the format
FLOATS = np.dtype("<f4")  # of the files beside
OF_DEVICE = (
    "name",
    "sm_version",
    "number_of_sms",
    "sm_default_clock_rate",
    "global_memory_size",
    "global_memory_bus_peak_clock_rate",
    "global_memory_bus_width",
    "l2_cache_size",
    "ecc_state",
)
LIBRARY = "meta.version.nvbench.string"
KIND = "time"  # which number of the samples, and of which clock
CLOCK = "nv/cold/sm_clock_rate/mean"
DISCARDED = (
    "the file holds no number for its time: all samples were discarded, as while the clock is "
    "throttled; lock it (--lock-gpu-clocks base) or let the device cool, and run it again"
)


@dataclass(frozen=True)
class _Place:
    """Where the times of a state stand in its summaries."""

    runtime: str
    samples: str
    times: str
    what: str


PLACES = (
    _Place("cuda", "nv/json/bin:nv/cold/sample_times", "nv/cold/time/gpu", "on the device"),
    _Place("host", "nv/json/bin:nv/cpu_only/sample_times", "nv/cpu_only/time/cpu", "on the CPU"),
)


def _wrong_version(document):
    major = value_at(document, "meta", "version", "json", "major")
    if major is None:
        return (
            "meta.version.json.major: is absent: nvbench wrote it before its files had a version; "
            "use a later one"
        )
    if major != MAJOR:
        return (
            f"meta.version.json.major: {quoted(repr(major))}, but {MAJOR} is the version of "
            "nvbench's files that is read"
        )
    return ""


def _run(document, path):
    devices = {one["id"]: one for one in document["devices"] or []}
    library = value_at(document, "meta", "version", "nvbench", "string")
    benchmarks, order = {}, []
    for entry in document["benchmarks"]:
        names = set()
        for state in entry["states"] or []:
            name = f"{entry['name']} {state['name']}".rstrip()
            if name in names:
                raise InputError(f"{path}: benchmarks: {quoted(name)} stands twice in one entry")
            names.add(name)
            _add(benchmarks, name, _read(state, devices, library, name, path), path)
        order.append(entry["name"])
    if not benchmarks:
        raise InputError(f"{path}: benchmarks: holds no state that was run")
    return Run(
        ", ".join(one["name"] for one in devices.values()) or "no device",
        f"nvbench {library or 'of unknown version'}",
        benchmarks,
        _is_interleaved(order),
        _caveats(benchmarks, path),
    )


def _read(state, devices, library, name, path):
    """The Benchmark of one state of one entry."""
    # A state of the CPU alone has no device, whatever its id says.
    device = devices.get(state["device"], {})
    environment = {f"devices.{key}": device.get(key) for key in OF_DEVICE} | {LIBRARY: library}
    benchmark = Benchmark("cuda", environment, device=device.get("id"))
    if state["is_skipped"]:
        reason = state.get("skip_reason", "") or "nvbench skipped it, without a reason"
        benchmark.without.append(reason)
        return benchmark
    summaries = {one["tag"]: _values(one) for one in state["summaries"] or []}
    for place in PLACES:
        found = _time(summaries, place, name, path)
        if found is not None:
            if place.runtime == "cuda" and not device:
                raise InputError(
                    f"{path}: devices: none has the id {state['device']} of {quoted(name)}"
                )
            _set_time(benchmark, place, *found, _clock(summaries, name, path))
            return benchmark
    benchmark.without.append("the file holds no time of it")
    return benchmark


def _set_time(benchmark, place, kind, seconds, clock):
    if np.isnan(seconds):
        benchmark.without.append(DISCARDED)
        return
    benchmark.runtime = place.runtime
    benchmark.environment[KIND] = f"{kind} {place.what}"
    benchmark.repetitions.append(Repetition(seconds, clock))


def _clock(summaries, name, path):
    clock = _number(summaries, CLOCK, name, path)
    return None if clock is None or np.isnan(clock) else clock


def _values(summary):
    return {one["name"]: one["value"] for one in summary.get("data") or []}


def _time(summaries, place, name, path):
    """Which number the time of a state is, and the number [s], NaN of no samples; None where there
    is no such number."""
    samples = summaries.get(place.samples, {})
    if samples.get("size") == "0":
        return "median", np.nan
    if "filename" in samples:
        return "median", float(np.median(_samples(samples, name, path)))
    for kind in ("median", "mean"):
        seconds = _number(summaries, f"{place.times}/{kind}", name, path)
        if seconds is not None:
            return kind, seconds
    return None


def _number(summaries, tag, name, path):
    """The value of a summary, None where there is none of it, NaN of what is not finite: a mean of
    no samples. Raises InputError for what is no time and no clock."""
    text = summaries.get(tag, {}).get("value")
    if text is None:
        return None
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not np.isfinite(value):
        return np.nan
    if value < 0:
        raise InputError(f"{path}: {quoted(name)}: {tag}: {quoted(repr(text))} is no such number")
    return value


def _samples(summary, name, path):
    """The samples [s] of a state from the file beside the document.

    Of its name the folder and the file's own count: until July 2026 nvbench named it from where
    the benchmark was started, since then from where the document lies."""
    where = f"{path}: {quoted(name)}"
    parts = Path(summary["filename"]).parts[-2:]
    if len(parts) != 2 or ".." in parts or Path(parts[0]).is_absolute():
        raise InputError(
            f"{where}: {quoted(repr(summary['filename']))} is no file in a folder beside it"
        )
    file = path.parent.joinpath(*parts)
    data = _contents(file, where)
    if not data or len(data) != FLOATS.itemsize * _whole(summary.get("size")):
        raise InputError(
            f"{where}: {file}: holds {len(data)} bytes, not {quoted(str(summary.get('size')))} "
            f"samples of {FLOATS.itemsize} bytes; run it again"
        )
    times = np.frombuffer(data, dtype=FLOATS).astype(float)
    if not np.all((times >= 0) & (times < np.inf)):
        raise InputError(f"{where}: {file}: holds a sample that is no time; run it again")
    return times


def _contents(file, where):
    try:
        # A device or a pipe may have no end.
        if file.is_file():
            return file.read_bytes()
    except (OSError, ValueError) as error:
        raise InputError(f"{where}: {file}: cannot be read: {error}") from error
    raise InputError(
        f"{where}: its samples are not in {file}; keep the folders that --jsonbin writes beside "
        "the document, or run with --json"
    )


def _whole(text):
    """The number that a text says, 0 of what says none."""
    return int(text) if text is not None and text.isdecimal() and len(text) < 19 else 0


def _add(benchmarks, name, found, path):
    """Adds a state to those of its name that the file had before: a benchmark that was named
    several times is repeated."""
    known = benchmarks.setdefault(name, found)
    if known is found:
        return
    for key in known.contradictions(found):
        raise InputError(
            f"{path}: {quoted(name)}: its repetitions have another {key}: "
            f"{known.environment.get(key)} and {found.environment.get(key)}; run it again"
        )
    known.add(found)


def _is_interleaved(order):
    """Whether the entries of every benchmark that has several have others between them."""
    several = {name for name in order if order.count(name) > 1}
    follow = any(one == other for one, other in zip(order, order[1:], strict=False))
    return bool(several) and not follow


def _caveats(benchmarks, path):
    caveats = []
    if any(one.environment.get(KIND, "").startswith("mean ") for one in benchmarks.values()):
        caveats.append(
            f"{path}: times are means, which single late samples move; run with --jsonbin"
        )
    if any(
        one.runtime == "cuda" and repetition.clock_hz is None
        for one in benchmarks.values()
        for repetition in one.repetitions
    ):
        caveats.append(f"{path}: not known: clocks")
    return tuple(caveats)


TOOL = Tool(
    name="nvbench",
    keys=("meta", "devices", "benchmarks"),
    schema=Path(__file__).with_name("nvbench.schema.json"),
    version=_wrong_version,
    run=_run,
    fingerprint=(*(f"devices.{key}" for key in OF_DEVICE), LIBRARY, KIND),
    unknown="board, driver, power limit, compiler and flags, whether results are right",
    out="--jsonbin {}",
    more="name each benchmark 12 times (-b copy -b scan -b copy -b scan ...)",
    interleaving="name the benchmarks in turn (-b copy -b scan -b copy -b scan ...)",
)
