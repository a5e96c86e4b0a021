"""Documents as Google Benchmark and nvbench write them, with noise of a fixed seed."""

import numpy as np

REPETITIONS = 12
TIMES = {"copy": 2e-4, "scan": 5e-4}  # [s]


def runs(write, seed=1, count=REPETITIONS, **arguments):
    """The documents of as many runs of a tool, each with one repetition of its own noise."""
    return [write(100 * seed + number, repetitions=1, **arguments) for number in range(count)]


def google_benchmark(seed=1, repetitions=REPETITIONS, **factors):
    """factors: of the times of a benchmark, by name."""
    generator = np.random.default_rng(seed)
    # The one that was registered last was complete first: the sign of interleaving.
    entries = [
        _iteration(name, family, index, repetitions, time_s * factors.get(name, 1) * noise)
        for family, (name, time_s) in reversed(list(enumerate(TIMES.items())))
        for index, noise in enumerate(np.exp(generator.normal(0, 0.003, repetitions)))
    ]
    return {
        "context": {
            "date": "2026-11-25T00:00:00+00:00",
            "host_name": "example",
            "executable": "./bench",
            "num_cpus": 8,
            "mhz_per_cpu": 3000,
            "cpu_scaling_enabled": False,
            "caches": [],
            "load_avg": [0.5, 0.4, 0.3],
            "library_build_type": "release",
        },
        "benchmarks": entries,
    }


def _iteration(name, family, index, repetitions, time_s):
    return {
        "name": name,
        "family_index": family,
        "per_family_instance_index": 0,
        "run_name": name,
        "run_type": "iteration",
        "repetitions": repetitions,
        "repetition_index": index,
        "threads": 1,
        "iterations": 1000,
        "real_time": float(time_s * 1e6),
        "cpu_time": float(time_s * 1e6),
        "time_unit": "us",
    }


def nvbench(seed=1, repetitions=REPETITIONS, clock_hz=1.755e9, **factors):
    """A document without files beside it, of a version with medians. factors: as above."""
    generator = np.random.default_rng(seed)
    entries = []
    for _ in range(repetitions):
        for name, time_s in TIMES.items():
            time_s = time_s * factors.get(name, 1) * np.exp(generator.normal(0, 0.002))
            entries.append({"name": name, "states": [state(time_s, clock_hz)]})
    for index, entry in enumerate(entries):
        entry["index"] = index
    return {
        "meta": {
            "argv": ["bench", "--json"],
            "version": {
                "json": {"major": 1, "minor": 0, "patch": 0, "string": "1.0.0"},
                "nvbench": {"major": 0, "minor": 1, "patch": 0, "string": "0.1.0"},
            },
        },
        "devices": [
            {
                "id": 0,
                "name": "Imaginary GPU",
                "sm_version": 900,
                "number_of_sms": 132,
                "sm_default_clock_rate": 1980000000,
                "global_memory_size": 80000000000,
                "global_memory_bus_peak_clock_rate": 2619000000,
                "global_memory_bus_width": 5120,
                "l2_cache_size": 52428800,
                "ecc_state": True,
            }
        ],
        "benchmarks": entries,
    }


def state(time_s, clock_hz=None):
    summaries = [
        summary("nv/cold/sample_size", "100"),
        summary("nv/cold/time/gpu/mean", repr(1.01 * float(time_s))),
        summary("nv/cold/time/gpu/median", repr(float(time_s))),
    ]
    if clock_hz is not None:
        summaries.append(summary("nv/cold/sm_clock_rate/mean", repr(clock_hz)))
    return {
        "name": "Device=0",
        "device": 0,
        "type_config_index": 0,
        "axis_values": None,
        "summaries": summaries,
        "is_skipped": False,
    }


def set_device(document, number):
    """Gives the one device of a document another id, as other processes number it."""
    document["devices"][0]["id"] = number
    for entry in document["benchmarks"]:
        for one in entry["states"]:
            one |= {"name": f"Device={number}", "device": number}


def summary(tag, value):
    return {"tag": tag, "data": [{"name": "value", "type": "float64", "value": value}]}


def with_samples(document, path, count=5):
    """The same as `--jsonbin` writes it: the samples of each state in a file beside `path`, and no
    median."""
    folder = path.with_name(f"{path.name}-bin")
    folder.mkdir(parents=True)
    for number, entry in enumerate(document["benchmarks"]):
        (one,) = entry["states"]
        median = float(one["summaries"][2]["data"][0]["value"])
        samples = np.full(count, median, dtype="<f4")
        samples[0] *= 20  # a late one, which moves a mean
        (folder / f"{number}.bin").write_bytes(samples.tobytes())
        del one["summaries"][2]
        one["summaries"].append(
            {
                "tag": "nv/json/bin:nv/cold/sample_times",
                "data": [
                    {"name": "filename", "type": "string", "value": f"{folder.name}/{number}.bin"},
                    {"name": "size", "type": "int64", "value": str(count)},
                ],
            }
        )
    return document
