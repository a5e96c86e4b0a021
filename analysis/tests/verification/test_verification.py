"""A file of verifications: read, refused with file, line and key, and drawn."""

import json
from types import SimpleNamespace

import pytest

from analysis.cli import main
from analysis.errors import InputError
from analysis.load import load_records
from analysis.published.functions import checks, tolerances
from analysis.published.library import Library
from analysis.schema import OF_VERIFICATION, schema
from analysis.suites import claim_of
from analysis.tests.verification import made
from analysis.verification.drawing import drawings
from analysis.verification.errors_figure import _judged
from analysis.verification.material import table
from analysis.verification.reading import is_verification, load_verification

EXPECTED = {
    "verification-errors",
    "verification-still-water-still-water-100",
    "verification-front-still-water-100",
}
FOREIGN = {"check": "tides", "detail": "too high"}
METRE = {"check": "tides", "tolerance": 0, "norm": "metre"}


@pytest.fixture
def file(tmp_path):
    return made.save(tmp_path / "verification.jsonl", made.lines())


def edited(lines, key, edit):
    """The lines, the last that has `key` changed, and its number."""
    number = max(index for index, line in enumerate(lines, 1) if key in json.loads(line))
    row = json.loads(lines[number - 1])
    edit(row)
    return [*lines[: number - 1], json.dumps(row) + "\n", *lines[number:]], number


def test_checks_and_curves_have_what_they_are_of(file):
    found = load_verification(file)
    assert len(found.checks) == 6
    assert len(found.curves) == 4
    first = found.checks[0]
    assert first["toolchain"]["name"] == "nvcc-13.0"
    assert first["session"]["device"]["board"] == "0a1b2c3d"
    assert first["state"] == made.INITIAL
    assert first["scenario"]["parameters"] == {"particles_per_depth": 4}


def test_its_kind_is_told_by_its_first_line(file, tmp_path):
    assert is_verification(file)
    (tmp_path / "run.jsonl").write_text('{"schema_version": 2}\n', encoding="utf-8")
    assert not is_verification(tmp_path / "run.jsonl")
    assert not is_verification(tmp_path / "absent.jsonl")
    with pytest.raises(InputError, match=r"verification.jsonl:1: "):
        load_records(file)


def test_the_schema_holds_that_of_a_record():
    text = json.dumps(schema(OF_VERIFICATION))
    assert "record.schema.json#" not in text
    assert "#/definitions/record/properties/device" in text


@pytest.mark.parametrize(
    ("key", "edit", "said"),
    [
        ("values", lambda row: row.pop("values"), "'values' is a required property"),
        ("values", lambda row: row.update(values=["1e-6"]), "values[0]: '1e-6' is not of type"),
        ("values", lambda row: row.update(unit="m"), "'unit' was unexpected"),
        ("values", lambda row: row.update(values=[3e-5]), "values: the value 3e-05 of 'acc"),
        ("values", lambda row: row.update(values=[None]), "values: the value None of 'accel"),
        ("values", lambda row: row["values"].append(0), "values: 2 of 1 checks"),
        ("values", lambda row: row.update(failed=[]), "failed: [] "),
        ("values", lambda row: row.update(failed=[FOREIGN]), "failed: 'tides' is none of"),
        ("values", lambda row: row.update(case="0" * 16), "case: no line before it"),
        ("values", lambda row: row.update(checks="0" * 16), "'checks' was unexpected"),
        ("curve", lambda row: row.update(curve="tide"), "curve: 'tide' is not one of"),
        ("curve", lambda row: row["series"]["z"].pop(), "series: its arrays differ in length"),
        ("part", lambda row: row.update(id="0" * 16), "id: 0000000000000000, but the content"),
        ("content", lambda row: row.update(part="case", content={}), "content: 'session' is a"),
        ("content", lambda row: row.update(part="checks", content=[]), "content: [] "),
        (
            "content",
            lambda row: row.update(part="checks", content=[METRE]),
            "norm: 'metre' is not one",
        ),
    ],
)
def test_a_malformed_line_is_refused_by_file_line_and_key(tmp_path, capsys, key, edit, said):
    lines, number = edited(made.lines(), key, edit)
    file = made.save(tmp_path / "verification.jsonl", lines)
    assert main(["validate", str(file)]) == 3
    error = capsys.readouterr().err
    assert f"{file}:{number}: " in error
    assert said in error


def test_a_file_of_version_1_is_to_be_made_again(tmp_path, capsys):
    lines, _ = edited(made.lines(), "kind", lambda row: row.update(schema_version=1))
    file = made.save(tmp_path / "verification.jsonl", lines)
    assert main(["validate", str(file)]) == 3
    error = capsys.readouterr().err
    assert f"{file}:1: schema_version: 1, but this package reads 3" in error
    assert "verify again with `sphlab verify --output`" in error


def test_a_line_has_no_name_twice(tmp_path, capsys):
    rows = [("clang-19", made.INITIAL, made.check()), ("clang-19", made.INITIAL, made.failing())]
    file = made.save(tmp_path / "verification.jsonl", made.lines(rows))
    assert main(["validate", str(file)]) == 3
    assert "checks: a name is there twice: " in capsys.readouterr().err


def test_a_line_holds_all_checks_of_a_state(file):
    rows = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    assert [row["values"] for row in rows if "values" in row] == [[1e-6, 0], [3e-6]] * 2


def test_what_the_file_names_as_failed_has_failed_whatever_its_value(tmp_path):
    rows = [("clang-19", made.INITIAL, made.failing(value=0)), *made.contents()]
    found = load_verification(made.save(tmp_path / "verification.jsonl", made.lines(rows)))
    assert [check["detail"] for check in found.failed()] == ["largest at particle 7"]
    assert all("detail" not in check for check in found.checks if check["passed"])


def test_the_device_is_of_the_schema_of_a_record(tmp_path, capsys):
    device = made.SESSION["device"] | {"slug": "NVIDIA H200"}
    lines = made.lines(session=made.SESSION | {"device": device})
    file = made.save(tmp_path / "verification.jsonl", lines)
    assert main(["validate", str(file)]) == 3
    assert "verification.jsonl:2: content.device.slug: 'NVIDIA H200'" in capsys.readouterr().err


def test_a_line_that_is_cut_short_and_a_file_without_a_check_are_refused(tmp_path, capsys):
    lines = made.lines()
    file = made.save(tmp_path / "verification.jsonl", [*lines[:-1], lines[-1][:20]])
    assert main(["validate", str(file)]) == 3
    assert f"{file}:{len(lines)}: the last line is cut short" in capsys.readouterr().err
    made.save(file, lines[:1])
    assert main(["validate", str(file)]) == 3
    assert "holds no check" in capsys.readouterr().err


def test_a_check_that_failed_is_invalid_and_named(file, tmp_path, capsys):
    assert main(["validate", str(file)]) == 0
    assert "6 checks, all passed, and 4 curves" in capsys.readouterr().out
    rows = [*made.contents(), ("clang-19", made.LATER, made.failing("density rates"))]
    made.save(file, made.lines(rows))
    assert main(["validate", str(file)]) == 6
    error = capsys.readouterr().err
    assert "1 of 7 checks failed" in error
    assert "density rates (clang-19, list-gather+per-particle, still-water, 100" in error
    assert "largest at particle 7" in error


def test_the_figures_are_drawn_and_have_their_claims(file, tmp_path, capsys):
    assert main(["figures", str(file)]) == 0
    drawn = {path.stem for path in (tmp_path / "figures" / "verification").glob("*.png")}
    assert drawn == EXPECTED
    assert all(claim_of(name) for name in drawn)
    assert main(["figures", str(file), "--only", "mipps"]) == 2
    assert "leave out --only, --paper, --profile, --limits and --host" in capsys.readouterr().err


def test_each_point_is_an_error_over_its_tolerance(file):
    over = _judged(table(load_verification(file).checks))
    of_accelerations = over[over["check"] == "accelerations"]
    assert sorted(set(of_accelerations["over"].round(6))) == [0.05, 0.15]
    assert not over[over["check"] == "cells"]["is_drawn"].any()


def test_what_failed_is_drawn_and_marked(file):
    failed = [made.failing(), made.failing("cells", 3) | {"tolerance": 0}]
    made.save(file, made.lines([("clang-19", None, row) for row in failed]))
    (drawing,) = drawings(load_verification(file), file)
    axes = drawing.figure.axes[0]
    crosses = [line for line in axes.lines if line.get_marker() == "x"]
    assert sum(len(line.get_xdata()) for line in crosses) == 2
    assert [tick.get_text() for tick in axes.get_yticklabels()] == ["accelerations", "cells"]


def test_the_curves_are_those_of_the_file(file):
    by_name = {one.name: one.figure for one in drawings(load_verification(file), file)}
    momentum, residual, energy = by_name["verification-still-water-still-water-100"].axes
    assert [list(line.get_ydata()) for line in momentum.lines[-2:]] == [[0.1, 0.2, 0.1]] * 2
    assert list(residual.lines[0].get_ydata())[1:] == [1e-6, 2e-6]
    assert list(energy.lines[3].get_ydata()) == pytest.approx([0.1, 0.2, 0.2]), "the total"
    literal, own = by_name["verification-front-still-water-100"].axes
    assert list(own.lines[0].get_xdata()) == [0, 3]
    assert list(literal.lines[0].get_xdata()) == [0, 4]
    assert list(own.lines[-2].get_ydata()) == [1.11, 1.44]
    assert list(own.lines[-1].get_xdata()) == pytest.approx([0.235, 1.015])


def test_files_of_two_devices_are_not_one_figure(file, tmp_path, capsys):
    other = made.SESSION | {"device": made.SESSION["device"] | {"name": "Another"}}
    both = tmp_path / "both.jsonl"
    made.save(both, [*made.lines(), *made.lines(session=other)])
    assert len(load_verification(both).checks) == 12
    assert main(["figures", str(both)]) == 3
    assert "session.device.name: a figure is of one device" in capsys.readouterr().err


def test_a_page_may_name_what_checks_came_to(file):
    scope = SimpleNamespace(library=Library(file.parent), keys={})
    assert checks(scope, "accel*", file.name, state="step-100") == [3e-6, 3e-6]
    assert checks(scope, "accel*", file.name, toolchain="nvcc-*", particles=100) == [1e-6, 3e-6]
    assert set(tolerances(scope, "accelerations", file.name)) == {2e-5}
