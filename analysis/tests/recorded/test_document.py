"""The example of docs/read-a-record.md runs as it stands there."""

import re
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[3]


def test_the_example_for_pandas_runs(monkeypatch, capsys):
    monkeypatch.chdir(ROOT)
    text = (ROOT / "docs" / "read-a-record.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```python\n(.*?)```", text, flags=re.DOTALL)
    names = {}
    exec(compile(example, "docs/read-a-record.md", "exec"), names)
    assert isinstance(names["seconds"], np.ndarray)
    assert names["steps"]["summary.median_s"].gt(0).all()
    assert "nvcc-13.0" in capsys.readouterr().out
