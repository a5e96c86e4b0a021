"""Files of Google Benchmark: what `--benchmark_out_format=json` writes, of versions from 1.5 on.

A repetition is one number, the time of an iteration on average over those that were timed. It is
`real_time`, which is the time that the benchmark itself took where it is of `UseManualTime()`, as
for kernels of a device.
"""

from collections import Counter
from datetime import datetime
from itertools import pairwise
from pathlib import Path

from analysis.errors import InputError, quoted
from analysis.foreign.run import Benchmark, Repetition, Run
from analysis.foreign.tool import Tool, value_at
from analysis.strict_json import unique_keys

SECONDS = {"ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1.0}
JSON_VERSION = 1  # of files that say theirs
# Of the context. The clock that it names is a reading or a maximum, by the system, and no key.
FINGERPRINT = (
    "host_name",
    "num_cpus",
    "cpu_scaling_enabled",
    "aslr_enabled",
    "library_version",
    "library_build_type",
)
# Aggregates over the arguments of a family, as Complexity() asks for: no benchmark of their own.
OF_A_FAMILY = ("BigO", "RMS")
AGGREGATES_ALONE = (
    "holds aggregates of repetitions and none of these; run it again without "
    "--benchmark_report_aggregates_only, and without ReportAggregatesOnly() in its code"
)


def object_of(pairs):
    """The object of a document, {key: value} of pairs. Google Benchmark writes some keys twice: a
    counter called as one of its own keys stands behind that, and so does what is set by
    --benchmark_context, which counts where it is of the same type. Raises ValueError for a key that
    stands twice elsewhere."""
    first, last = dict(reversed(pairs)), dict(pairs)
    if len(last) < len(pairs) and "run_type" in last:
        return first
    if len(last) < len(pairs) and "num_cpus" in last:
        return {
            key: last[key] if type(last[key]) is type(value) else value
            for key, value in first.items()
        }
    return unique_keys(pairs)


def _wrong_version(document):
    version = value_at(document, "context", "json_schema_version")
    if version not in (None, JSON_VERSION):
        return (
            f"context.json_schema_version: {quoted(repr(version))}, but {JSON_VERSION} is the "
            "version of Google Benchmark's files that is read"
        )
    first = value_at(document, "benchmarks", 0)
    if isinstance(first, dict) and "run_type" not in first:
        return (
            "benchmarks[0]: has no run_type: a Google Benchmark before 1.5 wrote it; use a later "
            "one"
        )
    return ""


def _run(document, path):
    context = document["context"]
    iterations = [one for one in document["benchmarks"] if one["run_type"] == "iteration"]
    environment = {f"context.{key}": context.get(key) for key in FINGERPRINT}
    benchmarks, indices = {}, Counter()
    for one in iterations:
        name = one["run_name"]
        _require_next(one, indices[name], path)
        indices[name] += 1
        _add(benchmarks.setdefault(name, Benchmark("host", environment)), one)
    _add_aggregates(benchmarks, document["benchmarks"], path)
    return Run(
        f"{context.get('host_name', 'unknown host')}, {context['num_cpus']} CPUs",
        f"{context.get('executable', 'unknown executable')} at {context['date']}",
        benchmarks,
        _is_interleaved(iterations),
        _caveats(context, path),
        _seconds(context["date"]),
    )


def _add_aggregates(benchmarks, entries, path):
    """Adds those of which there are aggregates alone, without a time. Raises InputError where
    nothing else is left."""
    whole = {one["run_name"] for one in entries if one.get("aggregate_name") not in OF_A_FAMILY}
    lacking = sorted(whole - benchmarks.keys())
    if lacking and not any(one.repetitions for one in benchmarks.values()):
        raise InputError(f"{path}: benchmarks: {quoted(lacking[0])}: {AGGREGATES_ALONE}")
    for name in lacking:
        benchmarks[name] = Benchmark(without=[AGGREGATES_ALONE])


def _require_next(one, index, path):
    its_own = one.get("repetition_index", 0)
    if its_own != index:
        raise InputError(
            f"{path}: benchmarks: {quoted(one['run_name'])}: repetition_index {its_own} stands "
            f"where {index} is next: two benchmarks of one name, several runs in a file, or a "
            "file that was edited; give them two names, and each run a file"
        )


def _add(benchmark, one):
    # Counters are numbers, whatever their names.
    if one.get("error_occurred") is True:
        benchmark.error = str(one.get("error_message") or "it ended in an error, of no message")
    elif one.get("skipped") is True:
        benchmark.without.append(
            str(one.get("skip_message") or "it was skipped, without a message")
        )
    elif one["real_time"] is None:
        benchmark.without.append("its real_time is no number; run it again")
    else:
        seconds = one["real_time"] * SECONDS[one["time_unit"]]
        benchmark.repetitions.append(Repetition(seconds))


def _is_interleaved(iterations):
    """Whether they certainly were: a benchmark is written when its last repetition has run, and
    those that are run one after the other stand in the order in which they were registered."""
    places = [
        (one["family_index"], one["per_family_instance_index"])
        for one in iterations
        if "family_index" in one
    ]
    return any(later < earlier for earlier, later in pairwise(places))


def _seconds(date):
    """The time that a date tells, None of one in another form."""
    try:
        return datetime.fromisoformat(date).timestamp()
    except (ValueError, OverflowError):
        return None


def _caveats(context, path):
    if context.get("cpu_scaling_enabled"):
        return (f"{path}: the CPU's clock was free to change (context.cpu_scaling_enabled)",)
    return ()


TOOL = Tool(
    name="Google Benchmark",
    keys=("context", "benchmarks"),
    schema=Path(__file__).with_name("google-benchmark.schema.json"),
    version=_wrong_version,
    run=_run,
    fingerprint=tuple(f"context.{key}" for key in FINGERPRINT),
    unknown="clocks, compiler and flags, load during the run, a device's name and driver, "
    "whether results are right",
    out="--benchmark_out_format=json --benchmark_out={}",
    more="run it with --benchmark_repetitions=12",
    interleaving="run it with --benchmark_enable_random_interleaving=true",
)
