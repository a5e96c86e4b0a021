"""Stands in for `sphlab duel --tunings`: answers with records of sides of known speed.

An amount of work `extra` makes the forces extra / 1000 slower. What is asked of it is in the
environment: FAKE_SPHLAB_SIDES, a JSON file of the two sides; FAKE_SPHLAB_EXIT, an exit code.
"""

import copy
import json
import os
import sys
from pathlib import Path

import numpy as np

from analysis.tests.compare.sides import set_times
from analysis.tests.version_1 import text_of

options = sys.argv[1:]
if "FAKE_SPHLAB_EXIT" in os.environ:
    sys.exit(int(os.environ["FAKE_SPHLAB_EXIT"]))
sides = json.loads(Path(os.environ["FAKE_SPHLAB_SIDES"]).read_text(encoding="utf-8"))
tunings = json.loads(Path(options[options.index("--tunings") + 1]).read_text(encoding="utf-8"))
folder = Path(options[options.index("--out") + 1])
folder.mkdir()


def measured(record, factor, generator):
    """The record with new samples, `factor` times as long as its own."""
    again = copy.deepcopy(record)
    blocks = record["samples"]["block"]
    noise = np.exp(generator.normal(0, 0.001, len(blocks)))
    set_times(again, record["summary"]["median_s"] * factor * noise, blocks)
    return again


for number, injected in enumerate(tunings):
    extra = injected.get("forces", {}).get("extra", 0)
    generator = np.random.default_rng([number, len(tunings)])
    with (folder / f"{number + 1:04}.jsonl").open("w", encoding="utf-8") as file:
        for record in (record for side in sides for record in side):
            is_slowed = record["side"] == "candidate" and record["stage"] == "forces"
            factor = 1 + extra / 1000 if is_slowed else 1.0
            file.write(text_of([measured(record, factor, generator)]))
