"""What is read of nvbench's files."""

import pytest

from analysis.foreign.reading import is_foreign, load_side
from analysis.tests.foreign import made
from analysis.tests.foreign.refusal import refusal

BASE = "nvbench-0.1.0/base.json"


@pytest.fixture
def save_with_samples(nvbench, save, tmp_path):
    """Writes the document with its samples beside it; `change` may change it before."""

    def save_with_samples(change=lambda document: None):
        document = made.with_samples(nvbench, tmp_path / "base.json")
        change(document)
        return save(document)

    return save_with_samples


def data_of(document, entry, tag):
    (one,) = document["benchmarks"][entry]["states"]
    (found,) = (summary["data"] for summary in one["summaries"] if summary["tag"].startswith(tag))
    return found


def test_states_of_a_file_that_the_tool_wrote(wrote):
    path = wrote(BASE)
    assert is_foreign(path)
    side = load_side(path)
    assert side.tool.name == "nvbench"
    assert side.device == "Quadro GV100, Quadro GP100"
    assert list(side.benchmarks) == [
        "simple Device=0",
        "simple Device=1",
        "copy_type_conversion_sweep Device=0 In=I8 Out=I8",
        "copy_type_conversion_sweep Device=0 In=I8 Out=I16",
        "copy_type_conversion_sweep Device=0 In=I8 Out=I32",
    ]
    first, second, skipped, *_ = side.benchmarks.values()
    assert [one.time_s for one in first.repetitions] == [0.0010034715849794225]
    assert first.environment["devices.name"] == "Quadro GV100"
    assert second.environment["devices.name"] == "Quadro GP100"
    assert skipped.reason == "Not a conversion: InputType == OutputType."
    assert any("times are means" in one for one in side.caveats)
    assert any("not known: clocks" in one for one in side.caveats)


def test_entries_of_one_name_are_repetitions(nvbench, save):
    side = load_side(save(nvbench))
    assert {name: len(one.repetitions) for name, one in side.benchmarks.items()} == {
        "copy Device=0": 12,
        "scan Device=0": 12,
    }
    assert side.interleaved
    assert side.caveats == ()
    assert all(one.clock_hz == 1.755e9 for one in side.benchmarks["copy Device=0"].repetitions)


def test_entries_that_follow_each_other_are_not_interleaved(nvbench, save):
    nvbench["benchmarks"].sort(key=lambda entry: entry["name"])
    assert not load_side(save(nvbench)).interleaved


def test_the_median_of_samples_beside_the_file_is_the_time(save_with_samples, nvbench):
    side = load_side(save_with_samples())
    found = side.benchmarks["copy Device=0"]
    assert found.environment["time"] == "median on the device"
    assert [one.time_s for one in found.repetitions] == pytest.approx([2e-4] * 12, rel=0.02)
    assert side.caveats == ()


def test_a_name_from_where_the_benchmark_was_started_is_found_beside(save_with_samples):
    def from_elsewhere(document):
        name = data_of(document, 0, "nv/json/bin")[0]
        name["value"] = f"runs/of/today/{name['value']}"

    side = load_side(save_with_samples(from_elsewhere))
    assert side.benchmarks["copy Device=0"].repetitions[0].time_s == pytest.approx(2e-4, rel=0.02)


def test_times_of_the_cpu_alone(nvbench, save):
    for entry in nvbench["benchmarks"]:
        (one,) = entry["states"]
        one["device"] = 12345
        one["summaries"] = [made.summary("nv/cpu_only/time/cpu/mean", "0.25")]
    found = load_side(save(nvbench)).benchmarks["scan Device=0"]
    assert found.runtime == "host"
    assert found.environment["time"] == "mean on the CPU"
    assert found.repetitions[0].time_s == 0.25


def test_a_state_without_a_time_was_not_measured(nvbench, save):
    nvbench["benchmarks"][0]["states"][0]["summaries"] = None
    assert load_side(save(nvbench)).benchmarks["copy Device=0"].without == [
        "the file holds no time of it"
    ]


@pytest.mark.parametrize("major", [0, 2, "1", None])
def test_an_unknown_version_is_refused(nvbench, save, major):
    nvbench["meta"]["version"]["json"]["major"] = major
    assert refusal(save(nvbench)).startswith("meta.version.json.major: ")


def test_a_file_without_a_version_is_refused(nvbench, save):
    del nvbench["meta"]["version"]
    assert "before its files had a version" in refusal(save(nvbench))


@pytest.mark.parametrize("value", ["-1e-4", "-inf (ind)", "soon", ""])
def test_what_is_no_time_is_named(nvbench, save, value):
    data_of(nvbench, 5, "nv/cold/time/gpu/median")[0]["value"] = value
    assert refusal(save(nvbench)) == (
        f"scan Device=0: nv/cold/time/gpu/median: {value!r} is no such number"
    )


def test_a_number_that_is_no_text_is_refused(nvbench, save):
    data_of(nvbench, 0, "nv/cold/time/gpu/median")[0]["value"] = 0.1
    assert refusal(save(nvbench)) == (
        "benchmarks[0].states[0].summaries[2].data[0].value: 0.1 is not of type 'string'"
    )


def test_a_device_that_is_not_listed_is_refused(nvbench, save):
    nvbench["benchmarks"][0]["states"][0]["device"] = 3
    assert refusal(save(nvbench)) == "devices: none has the id 3 of copy Device=0"


def test_repetitions_of_other_times_are_refused(nvbench, save):
    del nvbench["benchmarks"][2]["states"][0]["summaries"][2]
    assert "its repetitions have another time: median on the device and mean" in refusal(
        save(nvbench)
    )


def test_samples_that_are_missing_are_refused(save_with_samples, tmp_path):
    path = save_with_samples()
    (tmp_path / "base.json-bin" / "3.bin").unlink()
    assert refusal(path).startswith(
        f"scan Device=0: its samples are not in {tmp_path}/base.json-bin/3.bin; keep"
    )


@pytest.mark.parametrize("size", [0, 19, 24])
def test_a_file_of_another_size_is_refused(save_with_samples, tmp_path, size):
    path = save_with_samples()
    (tmp_path / "base.json-bin" / "3.bin").write_bytes(bytes(size))
    assert f"holds {size} bytes, not 5 samples of 4 bytes" in refusal(path)


def test_a_sample_that_is_no_time_is_refused(save_with_samples, tmp_path):
    path = save_with_samples()
    file = tmp_path / "base.json-bin" / "3.bin"
    file.write_bytes(b"\x00\x00\xc0\x7f" + file.read_bytes()[4:])
    assert "holds a sample that is no time" in refusal(path)


@pytest.mark.parametrize("name", ["/dev/zero", "../../secret", "..", "3.bin", "a\0b/c"])
def test_a_name_outside_is_not_opened(save_with_samples, name):
    def elsewhere(document):
        data_of(document, 0, "nv/json/bin")[0]["value"] = name

    reason = refusal(save_with_samples(elsewhere))
    assert "is no file in a folder beside it" in reason or "its samples are not in" in reason


def test_samples_above_the_folder_are_not_opened(nvbench, save, tmp_path):
    document = made.with_samples(nvbench, tmp_path / "runs" / "base.json")
    (tmp_path / "secret.bin").write_bytes(bytes(20))
    data_of(document, 0, "nv/json/bin")[0]["value"] = "../secret.bin"
    assert "'../secret.bin' is no file in a folder beside it" in refusal(
        save(document, "runs/base.json")
    )


@pytest.mark.parametrize("value", ["nan", "-nan", "inf", "NaN"])
def test_discarded_samples_are_no_time(nvbench, save, value):
    for tag in ("nv/cold/time/gpu/median", "nv/cold/time/gpu/mean", "nv/cold/sm_clock_rate/mean"):
        data_of(nvbench, 5, tag)[0]["value"] = value
    found = load_side(save(nvbench)).benchmarks["scan Device=0"]
    assert len(found.repetitions) == 11
    (reason,) = found.without
    assert "all samples were discarded, as while the clock is throttled; lock it" in reason


def test_no_samples_beside_the_file_are_no_time(save_with_samples, tmp_path):
    def discard(document):
        data_of(document, 3, "nv/json/bin")[1]["value"] = "0"
        (tmp_path / "base.json-bin" / "3.bin").write_bytes(b"")

    found = load_side(save_with_samples(discard)).benchmarks["scan Device=0"]
    assert (len(found.repetitions), len(found.without)) == (11, 1)


def test_a_clock_that_is_no_number_is_unknown(nvbench, save):
    data_of(nvbench, 5, "nv/cold/sm_clock_rate/mean")[0]["value"] = "nan"
    found = load_side(save(nvbench)).benchmarks["scan Device=0"]
    assert len(found.repetitions) == 12
    assert found.median().clock_hz is None
