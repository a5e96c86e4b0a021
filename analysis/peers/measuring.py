"""What each library needs for a list of the same particles, once that is known to be right."""

import gc
import importlib
import os
import platform
import statistics
import time
import tomllib
from contextlib import suppress
from importlib import metadata
from pathlib import Path

import numpy as np
from scipy.spatial import cKDTree

from analysis.peers import libraries

NEIGHBOURS = 40  # of a particle, on average
NEAR = 1e-6  # relative to the radius: where single precision may judge a pair otherwise
SEED = 1
MIXED = np.uint64(0x9E3779B97F4A7C15)


def particles_of(count):
    """Positions at random in a cube of side 1, as float32, and the radius, so that no pair is so
    near to the radius that two precisions may judge it otherwise."""
    radius = float((3 * NEIGHBOURS / (4 * np.pi * count)) ** (1 / 3))
    places = np.random.default_rng(SEED).random((count, 3), np.float32)
    tree = cKDTree(places.astype(float))
    outer = tree.query_pairs(radius * (1 + NEAR), output_type="ndarray")
    apart = places[outer[:, 0]].astype(float) - places[outer[:, 1]].astype(float)
    is_near = np.sqrt((apart**2).sum(axis=1)) > radius * (1 - NEAR)
    return np.delete(places, np.unique(outer[is_near, 0]), axis=0), radius


def fingerprint(pairs):
    """The number of (i, j), and a number that is the same for the same ones in any order."""
    i, j = (np.asarray(one).astype(np.uint64) for one in pairs)
    mixed = (i << np.uint64(32)) | j
    for shift in (30, 27, 31):
        mixed ^= mixed >> np.uint64(shift)
        mixed *= MIXED
    return len(i), int(mixed.sum())


def right_answer(positions, radius):
    """The fingerprint of all pairs, each twice, by SciPy in double precision."""
    pairs = cKDTree(positions.astype(float)).query_pairs(radius, output_type="ndarray")
    return fingerprint(np.concatenate([pairs, pairs[:, ::-1]]).T)


class Peer:
    """One library with its list of one set of particles, or why it has none."""

    def __init__(self, name, positions, radius, device, expected):
        self.name, self.version, self.failure, self.seconds = name, None, None, []
        try:
            module = importlib.import_module(f"{libraries.__name__}.{name}")
            self.version = version_of(module.DISTRIBUTION)
            if device not in module.DEVICES:
                self.failure = f"it runs on {' and '.join(module.DEVICES)} alone"
                return
            self._find, pairs = module.prepare(positions, radius, device)
            found = fingerprint(pairs(self._find()))
            if found != expected:
                self.failure = f"it has other pairs: {found[0]}, and {expected[0]} are right"
        except Exception as error:  # of somebody else's library, whatever it is
            self.failure = _told(error)

    def time(self):
        """Times one more list, unless the library has failed."""
        if self.failure:
            return
        gc.collect()
        try:
            begin = time.perf_counter()
            found = self._find()
            self.seconds.append(time.perf_counter() - begin)
            del found
        except Exception as error:
            self.failure = _told(error)

    def as_json(self):
        told = {"peer": self.name, "version": self.version}
        if self.failure:
            return told | {"failure": self.failure}
        low, middle, high = statistics.quantiles(self.seconds, n=4)
        return told | {
            "median_s": middle,
            "quartiles_s": [low, high],
            "seconds": [round(each, 6) for each in self.seconds],
        }


def _told(error):
    """An exception in one line."""
    return f"{type(error).__name__}: {error}".splitlines()[0]


def version_of(distribution):
    """The version of what is installed, or of the checkout that this runs in."""
    try:
        return metadata.version(distribution)
    except metadata.PackageNotFoundError:
        project = Path(__file__).resolve().parents[1] / "pyproject.toml"
        return tomllib.loads(project.read_text(encoding="utf-8"))["project"]["version"]


def measure(names, counts, repeats, device, tell, keep):
    """The record of the libraries for each number of particles. tell(text): of progress.
    keep(record): of those numbers that are done, after each."""
    cases = []
    record = {"schema_version": 1, "device": device, "machine": machine(device), "cases": cases}
    for count in counts:
        positions, radius = particles_of(count)
        expected = right_answer(positions, radius)
        peers = []
        for name in names:
            tell(f"{count} particles: {name}: its pairs")
            peers.append(Peer(name, positions, radius, device, expected))
        for turn in range(repeats):
            for peer in peers:
                tell(f"{count} particles: {peer.name}: {turn + 1} of {repeats}")
                peer.time()
        cases.append(
            {
                "particles": len(positions),
                "radius": radius,
                "pairs": expected[0],
                "results": [peer.as_json() for peer in peers],
            }
        )
        keep(record)
    return record


def machine(device):
    """What all of them ran on."""
    told = {
        "processor": _processor(),
        "processors": len(os.sched_getaffinity(0)),
        "python": platform.python_version(),
        "numpy": np.__version__,
    }
    with suppress(ImportError):
        if device == "cuda":
            import torch

            told["gpu"] = torch.cuda.get_device_name()
    return told


def _processor():
    lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    names = [line.partition(": ")[2] for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()
