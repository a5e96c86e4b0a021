"""The limits of a device: their file, and the least times that follow from them."""

import copy
import json
import math
from pathlib import Path

import pytest

from analysis.cli import main
from analysis.errors import InputError
from analysis.limits import BY, LEAST, load_limits, with_limits
from analysis.load import frame
from analysis.tests.made_limits import SIZES, limits_beside

RESULTS = Path(__file__).resolve().parents[2] / "results"


@pytest.fixture
def document(records):
    return limits_beside(records[0])


@pytest.fixture
def write_limits(tmp_path):
    def write_limits(document):
        path = tmp_path / "limits.json"
        path.write_text(json.dumps(document), encoding="utf-8")
        return path

    return write_limits


def limited(records, document, stage, **work):
    """The least time of one record of so much work, and the limit that sets it."""
    record = copy.deepcopy(next(one for one in records if one["stage"] == stage))
    record["work"] |= {"bytes": None, "flops": None} | work
    record["kernels"] = record["kernels"][:1] or [{}]
    row = with_limits(frame([record]), document, "limits.json").iloc[0]
    return row[LEAST], row[BY]


def test_a_stream_takes_its_bytes_by_the_copy_rate(records, document):
    assert limited(records, document, "euler", bytes=8e7) == (pytest.approx(2e-5), "copy")


def test_pairs_take_the_longer_of_arithmetic_and_first_cache(records, document):
    by_fma = limited(records, document, "forces", flops=6e10, bytes=3e9)
    assert by_fma == (pytest.approx(1e-3), "fma")
    by_l1 = limited(records, document, "forces", flops=6e10, bytes=3e11)
    assert by_l1 == (pytest.approx(1e-2), "l1")


def test_a_pass_before_the_forces_goes_over_pairs_as_they_do(records, document):
    of_density = [dict(one, stage="density") for one in records if one["stage"] == "forces"]
    assert limited(of_density, document, "density", flops=6e10)[1] == "fma"


def test_a_stage_of_little_work_takes_a_launch(records, document):
    assert limited(records, document, "euler", bytes=8) == (pytest.approx(2e-6), "launch")


def test_a_step_has_no_limit_of_its_own(records, document):
    least, by = limited(records, document, "step")
    assert math.isnan(least)
    assert by is None


def test_limits_of_another_device_are_refused_by_name(records, document):
    document["device"]["name"] = "Another device"
    with pytest.raises(InputError, match="Another device, but the records of"):
        with_limits(frame(records), document, "limits.json")


def test_limits_of_a_host_with_other_processors_are_refused_though_the_name_is_the_same(
    records, document
):
    document["device"]["compute_units"] = 7
    with pytest.raises(InputError, match=r"device\.compute_units: the limits are of 7, but"):
        with_limits(frame(records), document, "limits.json")


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (lambda it: it.pop("device"), "device"),
        (lambda it: it["limits"][0].update(name="magic"), "limits[0].name"),
        (lambda it: it["limits"][0]["summary"].update(median=0), "limits[0].summary.median"),
        (lambda it: it.update(schema_version=2), "schema_version"),
    ],
)
def test_a_wrong_document_is_refused_with_its_key(document, write_limits, spoil, words):
    spoil(document)
    with pytest.raises(InputError) as caught:
        load_limits(write_limits(document))
    assert words in str(caught.value)
    assert "limits.json" in str(caught.value)


def drawn(small, tmp_path, *words, only="A9"):
    return main(["figures", str(small), "--out", str(tmp_path / "out"), "--only", only, *words])


def test_a_file_that_is_not_there_is_an_error_where_it_is_named(small, tmp_path, capsys):
    assert drawn(small, tmp_path, "--limits", str(tmp_path / "none.json")) == 3
    assert "'sphlab limits'" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["A9", "mipps"])
def test_limits_that_were_not_recorded_are_told_of(small, tmp_path, capsys, name):
    assert drawn(small, tmp_path, only=name) == 0
    err = capsys.readouterr().err
    assert "limits.json: not there" in err
    assert "'sphlab limits'" in err


@pytest.mark.parametrize("name", ["A9", "mipps"])
def test_a_figure_draws_them(small, document, write_limits, tmp_path, capsys, name):
    assert drawn(small, tmp_path, "--limits", str(write_limits(document)), only=name) == 0
    assert "limits" not in capsys.readouterr().err


@pytest.mark.parametrize("path", sorted(RESULTS.glob("*/limits.json")), ids=str)
def test_the_committed_limits_are_of_the_device_of_their_folder(path):
    document = load_limits(path)
    assert document["device"]["slug"] == path.parent.name
    assert [limit["name"] for limit in document["limits"]] == list(SIZES)
