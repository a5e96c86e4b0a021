"""The answer of `sphlab best --json`, and its figure."""

import copy
import json

import pytest
from matplotlib.text import Text

from analysis.best.answer import load_answer
from analysis.best.figure import draw
from analysis.cli import main
from analysis.errors import InputError
from analysis.tests.best.made import answer, ranking


def text_of(figure):
    """All that a figure says, in one line."""
    return " ".join(" ".join(text.get_text().split()) for text in figure.findobj(Text))


@pytest.fixture
def found(records):
    return answer(records[0], ranking())


@pytest.fixture
def write_answer(tmp_path):
    def write_answer(document):
        path = tmp_path / "best.json"
        text = document if isinstance(document, str) else json.dumps(document)
        path.write_text(text, encoding="utf-8")
        return path

    return write_answer


def test_an_answer_is_read(found, write_answer):
    assert load_answer(write_answer(found)) == found


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda one: one.update(schema_version=2), "schema_version: 1 was expected"),
        (lambda one: one.pop("search"), "'search' is a required property"),
        (lambda one: one["ranking"][1].pop("bytes"), r"ranking\[1\]: 'bytes' is a required"),
        (lambda one: one["ranking"][0]["step_s"].update(low=float("nan")), "low: nan is not"),
        (lambda one: one.update(ranking=[]), "ranking: holds no variant"),
    ],
)
def test_what_is_no_answer_is_told_with_its_key(change, told, found, write_answer):
    change(found)
    with pytest.raises(InputError, match=told):
        load_answer(write_answer(found))


@pytest.mark.parametrize("text", ["{", '{"a": 1, "a": 2}', '{"contender": "1"}'])
def test_other_text_is_told_with_what_writes_an_answer(text, write_answer):
    with pytest.raises(InputError, match="best.json: .*'sphlab best --json FILE' writes such"):
        load_answer(write_answer(text))


def test_a_file_that_is_not_there_is_told(tmp_path):
    with pytest.raises(InputError, match="none.json: cannot be read: No such file"):
        load_answer(tmp_path / "none.json")


class TestFigure:
    @pytest.fixture
    def axes(self, found):
        return draw(found).figure.axes

    def test_bars_are_the_times_in_ms_and_memory_in_mib(self, axes):
        times, memory = axes
        assert times.get_xlabel() == "time of a step [ms]"
        assert memory.get_xlabel() == "memory [MiB]"
        assert sorted(bar.get_width() for bar in times.patches) == pytest.approx([2, 2.01, 3])
        assert [bar.get_width() for bar in memory.patches] == pytest.approx([3, 3, 3])

    def test_whiskers_are_the_intervals(self, axes):
        segments = axes[0].collections[0].get_segments()
        ends = [(line[0][0], line[1][0]) for line in segments]
        assert ends == [pytest.approx((0.99 * one, 1.01 * one)) for one in (2, 2.01, 3)]

    def test_ties_are_marked_and_toolchains_told(self, axes):
        ranks = [label.get_text() for label in axes[0].get_yticklabels()]
        assert ranks == ["1", "2 =", "3"]
        legend = [text.get_text() for text in axes[0].get_legend().get_texts()]
        assert legend == ["nvcc-13.0", "clang-19"]

    def test_variants_stand_with_their_tuning_and_what_they_are_behind(self, axes):
        texts = [text.get_text() for text in axes[0].texts]
        assert "rows, forces: block 64" in texts
        assert "2 ms" in texts
        assert "3 ms (+50.0 %)" in texts

    def test_without_ratios_none_is_told(self, found):
        for one in found["ranking"]:
            one["ratio_to_first"] = None
        texts = [text.get_text() for text in draw(found).figure.axes[0].texts]
        assert "3 ms" in texts

    def test_names_stay_inside_their_plot(self, found):
        for one in found["ranking"]:
            one["name"] = "+".join([one["name"], *["a-very-long-part"] * 8])
        figure = draw(found).figure
        figure.canvas.draw()
        times, memory = figure.axes
        names = [text for text in times.texts if "very-long" in text.get_text()]
        assert names
        for name in names:
            assert name.get_window_extent().x1 < memory.get_window_extent().x0

    def test_of_variants_that_differ_in_tuning_alone_the_best_is_drawn(self, found):
        slower = copy.deepcopy(found["ranking"][0]) | {"rank": 4}
        slower["variant"]["forces"]["tuning"]["block"] = 128
        found["ranking"].append(slower)
        tried = [one for one in found["search"]["tried"] if one["fate"] == "ranked"]
        found["search"]["tried"] += [one | {"variant": slower["variant"]} for one in tried[:1]]
        texts = [text.get_text() for text in draw(found).figure.axes[0].texts]
        drawn = [text for text in texts if "block" in text]
        assert drawn == [
            "list-gather+warp-per-cell, forces: block 64 (best of 2 tunings)",
            "list-gather+per-particle, forces: block 64",
            "rows, forces: block 64",
        ]
        assert "Of 4 ranked variants 3 are drawn" in text_of(draw(found).figure)

    def test_another_toolchain_is_no_tuning(self, found):
        other = copy.deepcopy(found["ranking"][0]) | {"rank": 4}
        other["variant"]["toolchains"] = ["clang-19"]
        found["ranking"].append(other)
        assert len(draw(found).figure.axes[0].get_yticklabels()) == 4

    @pytest.mark.parametrize(
        ("busy", "is_told", "words"),
        [
            (0, True, None),
            (3, True, "in 3 of 8 blocks a thread was without its processor"),
            (8, False, "Which variant is the fastest cannot be told."),
        ],
    )
    def test_a_busy_machine_is_told(self, busy, is_told, words, found):
        found["load"] = {
            "blocks": 8,
            "busy_blocks": busy,
            "largest_lost_share": 0.2,
            "first_is_told": is_told,
        }
        text = text_of(draw(found).figure)
        assert ("machine was busy" in text) == (busy > 0)
        assert words is None or words in text

    def test_an_answer_of_a_device_says_nothing_of_load(self, found):
        found["load"] = None
        assert "busy" not in text_of(draw(found).figure)


class TestCommand:
    def test_the_figure_is_written(self, found, write_answer, tmp_path, capsys):
        assert main(["figures", str(write_answer(found)), "--out", str(tmp_path / "out")]) == 0
        assert (tmp_path / "out" / "best-tank-1000-initial.png").stat().st_size > 1000

    def test_no_figure_can_be_chosen(self, found, write_answer, capsys):
        assert main(["figures", str(write_answer(found)), "--only", "mipps"]) == 2
        assert "an answer of sphlab best, of which one figure is drawn" in capsys.readouterr().err
