"""Samples are written short, and read back to the last bit."""

import numpy as np
import pytest

from analysis.recorded.content_hash import content_hash
from analysis.recorded.digits import from_text
from analysis.recorded.series import packed, unpacked

MARK = 2.4469997733831413e-06


def event_seconds(ticks):
    """Times of CUDA events of so many ticks of 32 ns."""
    return (np.asarray(ticks) * 32 / 1e6).astype(np.float32).astype(float) * 1e-3


def samples_of(times):
    return {
        "time_s": [float(time) for time in times],
        "clock_mhz": [None if n == 1 else 1980.0 for n in range(len(times))],
        "order": [100 + 10 * (n // 2) + n % 2 for n in range(len(times))],
        "block": [n // 2 for n in range(len(times))],
    }


@pytest.fixture
def there_and_back():
    """Packs and unpacks samples: (row, parts by kind, samples again)."""

    def run(samples, policy):
        parts = {}

        def refer(kind, content):
            parts[kind] = content
            return content_hash(content)

        row = packed(samples, policy, refer)
        return row, parts, unpacked(row, policy, lambda kind, *_: parts[kind])

    return run


@pytest.mark.parametrize(
    ("times", "policy", "per"),
    [
        (event_seconds([1000, 997, 1003, 1000]), {"mark_cost_s": None}, 1),
        (event_seconds([70, 75, 76, 700]) - MARK, {"mark_cost_s": MARK}, 1),
        (event_seconds([50001, 50003, 60007]) / 10, {"mark_cost_s": None}, 10),
        (
            event_seconds([50001, 50003, 60007]) / 187,
            {"mark_cost_s": None, "calls": 187},
            187,
        ),
    ],
)
def test_times_of_events_are_ticks(there_and_back, times, policy, per):
    row, _, again = there_and_back(samples_of(times), policy)
    assert row["time"]["per"] == per
    assert min(from_text(row["time"]["ticks"])) == 0
    assert again == samples_of(times)


@pytest.mark.parametrize("per", [1, 10])
def test_times_of_a_host_are_nanoseconds(there_and_back, per):
    samples = samples_of(np.array([2654647, 1453456, 2702403]) / 1e9 / per)
    row, _, again = there_and_back(samples, {"mark_cost_s": None})
    assert {key: row["time"][key] for key in ("tick_ns", "per", "from")} == {
        "tick_ns": 1,
        "per": per,
        "from": 1453456,
    }
    assert again == samples


def test_a_clock_that_all_samples_have_stands_alone(there_and_back):
    samples = samples_of([1, 2, 3]) | {"clock_mhz": [1980.0] * 3}
    row, parts, again = there_and_back(samples, {"mark_cost_s": None})
    assert row["clock_mhz"] == 1980.0
    assert again == samples
    row["clock_mhz"] = [[1980.0, 3]]  # as in earlier files
    assert unpacked(row, {"mark_cost_s": None}, lambda kind, *_: parts[kind]) == samples


def test_ticks_that_are_numbers_are_taken(there_and_back):
    samples = samples_of(event_seconds([1000, 997, 1003]))
    row, parts, _ = there_and_back(samples, {"mark_cost_s": None})
    row["time"]["ticks"] = [3, 0, 6]
    assert unpacked(row, {"mark_cost_s": None}, lambda kind, *_: parts[kind]) == samples


def test_a_sample_below_zero_stays_one(there_and_back):
    times = event_seconds([10, 75]) - MARK
    assert times[0] < 0
    assert there_and_back(samples_of(times), {"mark_cost_s": MARK})[2] == samples_of(times)


def test_other_times_stay_as_they_are(there_and_back):
    samples = samples_of([1e-3, 1.23456789012345e-3, -4e-9, 0.0])
    row, _, again = there_and_back(samples, {"mark_cost_s": None})
    assert row["time_s"] == samples["time_s"]
    assert again == samples


def test_the_pattern_of_blocks_is_shared(there_and_back):
    samples = samples_of([1, 2, 3, 4, 5, 6])
    row, parts, again = there_and_back(samples, {"mark_cost_s": None})
    assert row["first"] == 100
    assert parts["turns"] == {"block": [0, 1, 2], "start": [0, 10, 20]}
    assert parts["within"] == [0, 1]
    assert row["clock_mhz"] == [[1980.0, 1], [None, 1], [1980.0, 4]]
    assert again == samples


def test_an_order_without_a_pattern_is_written_out(there_and_back):
    samples = samples_of([1, 2, 3, 4, 5])
    samples["order"][3] = 117
    row, _, again = there_and_back(samples, {"mark_cost_s": None})
    assert row["order"] == samples["order"]
    assert again == samples


def test_there_may_be_none(there_and_back):
    assert there_and_back(samples_of([]), {"mark_cost_s": None})[2] == samples_of([])
