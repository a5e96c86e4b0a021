"""What a profiler counted of a recorded stage (docs/profiling.md)."""

from dataclasses import dataclass

from analysis.profiling.profiles import load_profiles, longest_kernel, total


@dataclass
class ProfiledStage:
    """The counters of the kernel of a stage that takes most of its time."""

    file: str
    profiler: str  # its name and version
    kernel: str  # demangled
    share_of_stage: float  # that the kernel has of the time of all its kernels
    metrics: dict[str, float]  # those that the device told

    def share(self, metric):
        """Gives a counter in per cent as a share from 0 to 1; None where it is not told."""
        value = self.metrics.get(metric)
        return None if value is None else value / 100


def load_profiled(file):
    """The stages of a file, by the id of the record that each is of. Raises InputError."""
    return {profile["record"]: _profiled(profile, str(file)) for profile in load_profiles(file)}


def mismatch(profile, record):
    """Why the counters are not of the kernel that was timed, "" where nothing tells that: neither a
    record nor a profile holds a hash of the machine code, so that registers and block must do."""
    kernels = record["kernels"]
    if not kernels or any(_agrees(profile, kernel) for kernel in kernels):
        return ""
    registers, block = (profile.metrics.get(key, 0) for key in ("registers", "block_size"))
    return (
        f"{profile.file}: the profile of {record['stage']} is of a kernel with {registers:.0f} "
        f"registers a thread in blocks of {block:.0f}, and no kernel of the record has that: it is "
        "of another build, and left out; profile this one again with ci/profile"
    )


def _agrees(profile, kernel):
    pairs = ((profile.metrics.get(key), kernel[key]) for key in ("registers", "block_size"))
    return all(told is None or known is None or told == known for told, known in pairs)


def _profiled(profile, file):
    longest = longest_kernel(profile)
    metrics = {k: float(v) for k, v in sorted(longest["metrics"].items()) if v is not None}
    share = metrics["duration_s"] / total(profile, "duration_s")
    return ProfiledStage(file, profile["profiler"], longest["name"], share, metrics)
