"""The answer of a search, as an object."""

import json

import numpy as np
import pytest

from analysis import sphlab
from analysis.tests.best.made import answer, ranking

ROWS = np.random.default_rng(3).random((20, 3))
ANSWERING = """
import shutil
shutil.copy('made.json', value('--json'))
shutil.copy(sys.argv[2], 'seen') if os.path.exists(sys.argv[2]) else None
print('rank  ms a step\\n  1   2 <&')
"""


@pytest.fixture
def searching(stand_in, records, tmp_path):
    """A program that finds what is made up, and keeps the file that it is asked about."""
    (tmp_path / "made.json").write_text(json.dumps(answer(records[0], ranking())))
    stand_in(ANSWERING)


def test_the_fastest_for_positions(searching, tmp_path):
    found = sphlab.best(ROWS, radius=0.3, budget="5s", box="bounds")
    assert (tmp_path / "seen").stat().st_size > ROWS.nbytes
    assert (found.variant, found.toolchain) == ("list-gather+warp-per-cell", "nvcc-13.0")
    assert found.step_ms == pytest.approx(2)
    assert found.command == "sphlab best positions.particles --radius 0.3 --budget 5s"
    assert found.answer["ranking"][2]["name"] == "rows"


def test_the_table_has_a_row_a_variant(searching):
    table = sphlab.best(ROWS, 0.3).table
    assert table["name"].tolist()[2] == "rows"
    assert table["toolchain"].tolist() == ["nvcc-13.0", "nvcc-13.0", "clang-19"]
    assert table["step_s.median"].tolist() == pytest.approx([2e-3, 2.01e-3, 3e-3])


def test_it_shows_what_the_command_prints(searching):
    found = sphlab.best("dam-break-lj", time=1.5)
    assert repr(found) == str(found) == "rank  ms a step\n  1   2 <&"
    assert found._repr_html_() == "<pre>rank  ms a step\n  1   2 &lt;&amp;</pre>"
    assert found.command == "sphlab best dam-break-lj --time 1.5"


def test_nothing_is_left_behind(searching, tmp_path, monkeypatch):
    """Not of a search that fails, either; without files in memory the usual folder is taken."""
    monkeypatch.setattr("analysis.sphlab.answer.MEMORY", tmp_path / "nowhere")
    (tmp_path / "usual").mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "usual"))
    sphlab.best(ROWS, 0.3)
    (tmp_path / "made.json").write_text("{}")
    with pytest.raises(sphlab.InputError):
        sphlab.best(ROWS, 0.3)
    assert list((tmp_path / "usual").iterdir()) == []


def test_what_does_not_go_together_is_refused(searching):
    with pytest.raises(TypeError, match="box: go with an array, and dam-break-lj is a name"):
        sphlab.best("dam-break-lj", box="bounds")
    with pytest.raises(TypeError, match="json: is what best"):
        sphlab.best(ROWS, 0.3, json="a.json")
