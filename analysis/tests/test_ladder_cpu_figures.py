"""The figures of paper D's CPU ladder, on made-up records: lines and cells are read back."""

import copy

import pytest

from analysis.errors import InputError
from analysis.tests.change import find, put
from analysis.tests.drawn import curves, drawn

# Milliseconds of a step with 100 k particles, by (traversal, threads).
MS = {
    ("cpu-cells", None): 200,
    ("cpu-symmetric", None): 40,
    ("omp-asymmetric", 8): 16,
    ("omp-symmetric", 4): 12,
    ("omp-symmetric", 8): 8,
    ("omp-slices-x", 8): 10,
    ("omp-slices-y", 8): 9,
}


@pytest.fixture
def template(records):
    return find(
        records, toolchain="nvcc-13.0", variant="par-part-noloop", particles=83648, stage="step"
    )


def made(template, traversal, threads, particles=100_000, factor=1.0, lanes=8):
    record = copy.deepcopy(template)
    record["scenario"] |= {"name": "dam-break", "particles": particles}
    record["strategies"] = {"forces": traversal, "hash": "linear"}
    tuning = {} if threads is None else {"threads": threads}
    record["tuning"] = {"forces": tuning | {"lanes": lanes}}
    record["variant"] = f"{traversal}+half-radius-cells"
    record["id"] = f"{traversal} {threads} {particles} {lanes}"
    seconds = factor * MS[traversal, threads] * particles / 1e5 / 1e3
    for key, of_median in (("median_s", 1), ("p05_s", 0.9), ("p95_s", 1.2)):
        put(record, f"summary.{key}", of_median * seconds)
    return record


@pytest.fixture
def ladder(template):
    """Twice as many particles take half as long again a particle with one core."""
    return [
        made(template, *way, particles, 1.5 if particles == 200_000 and way[1] is None else 1)
        for way in MS
        for particles in (100_000, 200_000)
    ]


def cells(figure):
    table = figure.axes[0].tables[0]
    lines = {}
    for (row, column), cell in sorted(table.get_celld().items()):
        lines.setdefault(row, []).insert(column, cell.get_text().get_text())
    return list(lines.values())


def caption(figure):
    return " ".join(" ".join(text.get_text() for text in figure.texts).split())


def test_what_keeps_its_cells_longer_is_no_part_of_the_ladder(ladder):
    for record in ladder:
        record["list_life"] = {"interval": 1}
    expected = {name: curves(figure) for name, figure in drawn("D8", ladder).items()}
    faster = copy.deepcopy(ladder)
    for record in faster:
        record["list_life"] = {"interval": 10}
        record["id"] += " kept"
        record["summary"] |= dict.fromkeys(("median_s", "p05_s", "p95_s"), 1e-06)
    found = {name: curves(figure) for name, figure in drawn("D8", ladder + faster).items()}
    assert found == expected


def test_speed_up_is_over_the_best_of_one_core(ladder):
    drawings = drawn("D8", ladder)
    assert set(drawings) == {
        f"D8-dam-break-disordered-nvcc-13.0-{threads}-threads" for threads in (4, 8)
    }
    lines = curves(drawings["D8-dam-break-disordered-nvcc-13.0-8-threads"])
    assert lines["omp-symmetric"] == pytest.approx({100_000: 5, 200_000: 7.5})
    assert lines["omp-asymmetric"] == pytest.approx({100_000: 2.5, 200_000: 3.75})
    assert lines["omp-slices-x"] == pytest.approx({100_000: 4, 200_000: 6})
    assert lines["omp-slices-y"] == pytest.approx({100_000: 40 / 9, 200_000: 60 / 9})


def test_the_fastest_tuning_of_each_counts(template, ladder):
    ladder.append(made(template, "omp-symmetric", 8, factor=0.5, lanes=16))
    ladder.append(made(template, "cpu-symmetric", None, factor=3, lanes=16))
    figure = drawn("D8", ladder)["D8-dam-break-disordered-nvcc-13.0-8-threads"]
    assert curves(figure)["omp-symmetric"][100_000] == pytest.approx(10)


def test_what_was_not_recorded_is_told(template, ladder):
    kept = [record for record in ladder if record["id"] != "omp-slices-x 8 200000 8"]
    figure = drawn("D8", kept)["D8-dam-break-disordered-nvcc-13.0-8-threads"]
    assert "omp-slices-x: not recorded, and so not drawn, at 200 k particles" in caption(figure)
    assert set(curves(figure)["omp-slices-x"]) == {100_000}


def test_no_figure_without_a_single_core(ladder):
    threads = [record for record in ladder if record["tuning"]["forces"].get("threads")]
    assert drawn("D8", threads) == {}
    assert drawn("D4", threads) == {}


def test_no_threads_told_are_those_of_the_process(template, ladder):
    def of_the_process(record):
        record["tuning"]["forces"]["threads"] = 0
        record["runtime"] |= {"openmp": {"threads": 8, "processors": "0-7", "environment": ""}}
        return record

    changed = [
        of_the_process(record) if record["id"].startswith("omp-symmetric 8") else record
        for record in ladder
    ]
    figure = drawn("D8", changed)["D8-dam-break-disordered-nvcc-13.0-8-threads"]
    assert curves(figure)["omp-symmetric"] == pytest.approx({100_000: 5, 200_000: 7.5})


def test_threads_that_nothing_tells_are_an_error(ladder):
    ladder[-1]["tuning"]["forces"]["threads"] = 0
    with pytest.raises(InputError, match="threads"):
        drawn("D8", ladder)


def test_the_table_has_ours_and_the_papers(ladder):
    (figure,) = drawn("D4", ladder).values()
    header, first, second, paper = cells(figure)
    assert header == ["", "particles", "1 core", "4 threads", "8 threads"]
    assert first[1:] == ["100,000", "40 ms", "12 ms\n3.33", "8 ms\n5.00"]
    assert second[1:] == ["200,000", "120 ms", "24 ms\n5.00", "16 ms\n7.50"]
    assert paper[1:] == ["300,000", "24,520 s", "6,375 s\n3.9", "5,414 s\n4.6"]


def test_a_missing_cell_of_the_table_is_told(ladder):
    kept = [record for record in ladder if record["id"] != "omp-symmetric 4 200000 8"]
    (figure,) = drawn("D4", kept).values()
    assert cells(figure)[2][3] == "not recorded"
