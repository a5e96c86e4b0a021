"""Records of the host, and how busy the machine was while they were recorded."""

OPENMP = {
    "threads": 2,
    "processors": "0-1",
    "environment": "OMP_NUM_THREADS=2 OMP_WAIT_POLICY=passive",
}


def put_on_host(records):
    """Makes records of a GPU ones of the host, whose clock is not known."""
    for record in records:
        record["runtime"] = {"name": "host", "version": None, "openmp": dict(OPENMP)}
        record["samples"]["clock_mhz"] = [None] * len(record["samples"]["time_s"])


def put_load(record, waited, stolen=0.0):
    """Says that threads lost so much of each block, or of the blocks from 0 on: a number, or one a
    block."""
    blocks = sorted(set(record["samples"]["block"]))
    waited, stolen = (
        value if isinstance(value, list) else [value] * len(blocks) for value in (waited, stolen)
    )
    record["load"] = {
        "block": blocks,
        "average": [2.5] * len(blocks),
        "waited": waited,
        "stolen": stolen,
    }
