"""Whatever a file of another tool holds, it is compared, or refused by name.

SPHLAB_FUZZED_RECORDS and SPHLAB_FUZZING_SEED as for records.
"""

import json
import os
import random

import pytest

from analysis.cli import main
from analysis.output import OBEYED
from analysis.tests.foreign import made
from analysis.tests.fuzzing import fuzzed

COUNT = int(os.environ.get("SPHLAB_FUZZED_RECORDS", "400")) // 4
SEED = int(os.environ.get("SPHLAB_FUZZING_SEED", "1"))
WHOLE = {
    "google-benchmark": made.google_benchmark(repetitions=9),
    "nvbench": made.nvbench(repetitions=9),
}


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("tool", WHOLE)
def test_a_file_is_compared_or_refused(tool, tmp_path, capsys):
    source = random.Random(f"{SEED} {tool}")
    whole, path, report = (tmp_path / name for name in ("whole.json", "fuzzed.json", "report.md"))
    text = json.dumps(WHOLE[tool])
    whole.write_text(text, encoding="utf-8")
    codes = set()
    for number in range(COUNT):
        path.write_bytes(fuzzed(source, text))
        sides = [whole, path] if number % 2 else [path, whole]
        options = ["--across", "all", "--markdown", report, "--json", tmp_path / "report.json"]
        code = main([str(word) for word in ["gate", *sides, *options]])
        told = capsys.readouterr()
        assert not OBEYED.search(told.out + told.err)
        assert code != 3 or path.name in told.err
        if report.exists():
            assert not OBEYED.search(report.read_text(encoding="utf-8"))
        codes.add(code)
    assert {0, 3} <= codes <= {0, 3, 6, 10, 11}
