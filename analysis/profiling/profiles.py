"""Profiles: a line per record, made of an export and the records, and kept beside them."""

import json
from pathlib import Path

from analysis.errors import InputError
from analysis.json_lines import parsed
from analysis.kernels.names import base_name
from analysis.profiling.metrics import METRICS
from analysis.schema import refusal

SCHEMA_FILE = Path(__file__).parent / "profile.schema.json"
SCHEMA_VERSION = 1
# Predictor or corrector: alone, the latter runs, and the record may name the former.
OF_TWO_KERNELS = {"euler"}
REQUIRED = [key for key, metric in METRICS.items() if metric.required]


def profiles_of(launches, records, profiler):
    """A profile, a dict as profile.schema.json describes it, for each record that was profiled.

    launches: of read_launches(). records: of load_records(). profiler: its name and version.
    Raises InputError for a launch of a record that is not there, or of another kernel than the
    record was taken of.
    """
    by_id = {record["id"]: record for record in records}
    seen = {}
    for launch in launches:
        seen.setdefault(launch.id, []).append(launch)
    return [_profile(_record(by_id, key), found, profiler) for key, found in seen.items()]


def as_lines(profiles):
    """The text of a profile file."""
    return "".join(json.dumps(profile, sort_keys=True) + "\n" for profile in profiles)


def load_profiles(path):
    """All profiles of a file. Raises InputError, naming file, line and key."""
    profiles, line_of = [], {}
    try:
        lines = Path(path).read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: is not UTF-8 text: {error.reason}") from error
    for number, line in enumerate(lines, start=1):
        profile = _checked(line, f"{path}:{number}")
        first = line_of.setdefault(profile["record"], number)
        if first != number:
            raise InputError(
                f"{path}:{number}: record: {profile['record']} stands on line {first} already"
            )
        profiles.append(profile)
    if not profiles:
        raise InputError(f"{path}: holds no profile")
    return profiles


def longest_kernel(profile):
    """The kernel that took most of a stage's time."""
    return max(profile["kernels"], key=lambda kernel: kernel["metrics"]["duration_s"])


def total(profile, key):
    """The sum of a metric over the kernels of a stage."""
    return sum(kernel["metrics"][key] for kernel in profile["kernels"])


def _record(by_id, key):
    if key not in by_id:
        raise InputError(
            f"record {key} was profiled and is not among the records; name the file that "
            "`sphlab profile` was given"
        )
    return by_id[key]


def _profile(record, launches, profiler):
    if len({launch.process for launch in launches}) > 1:
        raise InputError(
            f"record {record['id']} was profiled by several processes; keep their exports apart"
        )
    _require_kernel(record, launches)
    return {
        "schema_version": SCHEMA_VERSION,
        "record": record["id"],
        "suite": record["suite"],
        "device": record["device"]["slug"],
        "toolchain": record["toolchain"]["name"],
        "scenario": record["scenario"]["name"],
        "particles": record["scenario"]["particles"],
        "variant": record["variant"],
        "stage": record["stage"],
        "profiler": profiler,
        "kernels": [{"name": launch.kernel, "metrics": launch.metrics} for launch in launches],
    }


def _require_kernel(record, launches):
    """Another build may have other kernels: what was counted is then not what was timed."""
    expected = record["resources"]["kernel"]
    if expected is None or record["stage"] in OF_TWO_KERNELS:
        return
    seen = {base_name(launch.kernel) for launch in launches}
    if base_name(expected) not in seen:
        raise InputError(
            f"record {record['id']} ({record['variant']}, {record['stage']}) is of kernel "
            f"{base_name(expected)}, and the profiler saw {', '.join(sorted(seen))}; profile with "
            "the build that was measured"
        )


def _checked(line, where):
    profile = parsed(line, where)
    reason = refusal(profile, SCHEMA_FILE)
    if reason is not None:
        raise InputError(f"{where}: {reason}; profile again with ci/profile")
    for kernel in profile["kernels"]:
        missing = [key for key in REQUIRED if kernel["metrics"].get(key) is None]
        if missing:
            raise InputError(
                f"{where}: {kernel['name']}: no {', '.join(missing)}; profile with ci/profile"
            )
    return profile
