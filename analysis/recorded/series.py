"""The samples of a row, which are most of a file, written short and without loss.

- Times of a device are whole ticks of its timer, from the smallest: a timer that returns
  milliseconds as a 32-bit float says `float32(ticks * tick_ns / 1e6)` of them. A sample is that in
  seconds, over the steps or calls that it covers (`per`), less the cost of a mark. The clock of a
  host counts nanoseconds, and rounds nothing. Times that are not so stand as plain numbers,
  `time_s`. Ticks are a text (analysis/recorded/digits.py), and numbers in earlier files.
- Clocks and blocks are runs of [value, count]. A clock that all samples have stands alone.
- Where every block has the same pattern, the order is that of the first sample, plus that of a
  block's first sample from there (`turns`), plus that of a sample from its block's first
  (`within`). Both are parts that many rows share. Elsewhere `order` and `block` stand in the row.
"""

from itertools import groupby, product

import numpy as np

from analysis.recorded.digits import from_text, to_text

TICK_NS = 32  # of the events of CUDA
HOST_TICK_NS = 1
MOST_STEPS = 1000  # of a sample


def packed(samples, policy, refer):
    """The samples of a row, for the file. refer: (kind, content) to the id of a part."""
    if not samples["time_s"]:
        return {"time_s": [], "clock_mhz": [], "order": [], "block": []}
    clocks = _runs(samples["clock_mhz"])
    clock = {"clock_mhz": clocks if len(clocks) > 1 else clocks[0][0]}
    return _packed_times(samples["time_s"], policy) | clock | _packed_order(samples, refer)


def unpacked(row, policy, part):
    """The inverse. part: (kind, key, id) to the content of a part.

    Raises ValueError, with the key, where the series are of different lengths."""
    times = row["time_s"] if "time_s" in row else _times(row["time"], policy)
    clocks = row["clock_mhz"]
    if not isinstance(clocks, list):
        clocks = [[clocks, len(times)]]
    clock = _of_runs(clocks, "clock_mhz", len(times))
    if "order" in row:
        order, block = row["order"], _of_runs(row["block"], "block", len(times))
    else:
        turns = part("turns", "samples.turns", row["turns"])
        within = part("within", "samples.within", row["within"])
        _require_count("order", len(turns["start"]) * len(within), len(times))
        _require_count("block", len(turns["block"]) * len(within), len(times))
        order = [row["first"] + start + n for start in turns["start"] for n in within]
        block = [number for number in turns["block"] for _ in within]
    return {"time_s": times, "clock_mhz": clock, "order": order, "block": block}


def _packed_times(times, policy):
    mark_cost = policy["mark_cost_s"] or 0.0
    seconds = np.array(times, dtype=float)
    often = [1, policy.get("calls", 1), *range(10, 101, 10), *range(1, MOST_STEPS)]
    for tick_ns, per in product((TICK_NS, HOST_TICK_NS), dict.fromkeys(often)):
        how = (tick_ns, per, mark_cost)
        # The first alone tells of most that it is not this one.
        if _is_in_ticks(seconds[:1], *how):
            ticks = _ticks(seconds, *how)
            if _is_in_ticks(seconds, *how):
                smallest = int(ticks.min())
                return {
                    "time": {
                        "tick_ns": tick_ns,
                        "per": per,
                        "from": smallest,
                        "ticks": to_text((ticks - smallest).tolist()),
                    }
                }
    return {"time_s": times}


def _ticks(seconds, tick_ns, per, mark_cost):
    return np.rint((seconds + mark_cost) * per / (tick_ns * 1e-9)).astype(np.int64)


def _is_in_ticks(seconds, *how):
    return np.array_equal(_seconds(_ticks(seconds, *how), *how), seconds)


def _seconds(ticks, tick_ns, per, mark_cost):
    if tick_ns == HOST_TICK_NS:
        return ticks / 1e9 / per - mark_cost
    milliseconds = (ticks * tick_ns / 1e6).astype(np.float32)
    return milliseconds.astype(float) * 1e-3 / per - mark_cost


def _times(time, policy):
    # As doubles, which are exact up to 2^53 and never wrap.
    ticks = from_text(time["ticks"]) if isinstance(time["ticks"], str) else time["ticks"]
    ticks = np.array(ticks, dtype=float) + time["from"]
    mark_cost = policy["mark_cost_s"] or 0.0
    with np.errstate(over="ignore"):  # an infinite time is refused as any other that is none
        return _seconds(ticks, time["tick_ns"], time["per"], mark_cost).tolist()


def _packed_order(samples, refer):
    order, blocks = samples["order"], _runs(samples["block"])
    ends = np.cumsum([count for _, count in blocks]).tolist()
    of_blocks = [order[end - count : end] for end, (_, count) in zip(ends, blocks, strict=True)]
    patterns = [[n - of_block[0] for n in of_block] for of_block in of_blocks]
    if any(pattern != patterns[0] for pattern in patterns):
        return {"order": order, "block": blocks}
    turns = {
        "block": [number for number, _ in blocks],
        "start": [of_block[0] - order[0] for of_block in of_blocks],
    }
    return {
        "first": order[0],
        "turns": refer("turns", turns),
        "within": refer("within", patterns[0]),
    }


def _runs(values):
    return [[value, len(list(run))] for value, run in groupby(values)]


def _of_runs(runs, key, expected):
    _require_count(key, sum(count for _, count in runs), expected)
    return [value for value, count in runs for _ in range(count)]


def _require_count(key, count, expected):
    """Before so many are made: a run may claim to be longer than any memory."""
    if count != expected:
        raise ValueError(f"samples.{key}: {count} entries, but samples.time_s has {expected}")
