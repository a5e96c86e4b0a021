"""Both versions are read into the same records; what is not whole is refused by name."""

import json

import pytest

from analysis.cli import main
from analysis.errors import InputError
from analysis.load import frame, load_records
from analysis.recorded.content_hash import content_hash
from analysis.recorded.identity import record_id
from analysis.recorded.lines import as_lines
from analysis.recorded.parts import PartsRead, PartsWritten
from analysis.tests.change import find, put
from analysis.tests.compare.sides import two_sides
from analysis.tests.loaded import put_load, put_on_host
from analysis.tests.make_small import EARLIER_FILE, LATER_FILE
from analysis.tests.version_1 import text_of


@pytest.fixture
def lines():
    """Those of the committed file of version 2, parsed."""
    return [json.loads(line) for line in LATER_FILE.read_text(encoding="utf-8").splitlines()]


@pytest.fixture
def write_lines(tmp_path):
    def write(lines):
        path = tmp_path / "run.jsonl"
        path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
        return path

    return write


def refusal(path):
    with pytest.raises(InputError) as caught:
        load_records(path)
    assert caught.value.exit_code == 3
    return str(caught.value)


def position(lines, kind):
    return next(n for n, line in enumerate(lines) if line.get("part") == kind)


def test_both_versions_are_the_same_records(small):
    older, later = load_records(small), load_records(LATER_FILE)
    assert load_records(EARLIER_FILE) == later
    assert [record | {"id": record_id(record)} for record in older] == later
    without_id = [frame(records).drop(columns="id") for records in (older, later)]
    assert set(without_id[0]) == set(without_id[1])
    for column in without_id[0]:
        older, later = (records[column].map(written) for records in without_id)
        assert older.equals(later), column


def written(value):
    """As text that tells 1 from 1.0, and not in which order an object has its keys."""
    return json.dumps(value, sort_keys=True, default=repr)


def test_what_rows_share_stands_once(lines):
    kinds = [line["part"] for line in lines if "part" in line]
    assert lines[0] == {"schema_version": 2}
    assert kinds.count("session") == 1
    assert kinds.count("toolchain") == 2
    assert len({(line["part"], line["id"]) for line in lines if "part" in line}) == len(kinds)


@pytest.mark.parametrize("kind", ["contender", "policy", "kernels"])
def test_a_row_that_refers_to_nothing_is_refused(lines, write_lines, kind):
    name = lines.pop(position(lines, kind))["id"]
    message = refusal(write_lines(lines))
    assert f"{kind}: no line before it holds the {kind} part {name}; restore" in message
    assert ".jsonl:" in message


def test_a_row_says_what_differs_from_the_one_before_it(lines, write_lines):
    rows = [line for line in lines if "part" not in line and "schema_version" not in line]
    whole = [line for line in rows if "contender" in line]
    assert 0 < len(whole) < len(rows) / 2
    number = lines.index(next(line for line in rows if "contender" not in line))
    del lines[number - 1]
    del lines[number - 1 :]
    lines.append({key: value for key, value in rows[1].items() if key != "contender"})
    path = write_lines([line for line in lines if "contender" not in line])
    assert "contender: is not there, and no row stands before it" in refusal(path)


def test_changes_of_no_part_are_refused(lines, write_lines):
    part = next(line for line in lines if "changes" in line)
    message = refusal(write_lines([lines[0], part]))
    assert f"changes: no line before it holds a {part['part']} part that they are of" in message


def test_changes_are_of_the_schema_of_the_whole(records, write_lines):
    base = [record | {"id": record_id(record)} for record in records]
    lines = [json.loads(line) for line in as_lines(base)]
    row = next(line for line in lines if "samples" in line and "contender" not in line)
    row["samples"]["clock_mhz"] = "7"
    assert "samples.clock_mhz: '7' is not of type 'number', 'null'" in refusal(write_lines(lines))


def test_parts_whose_ids_begin_alike_have_whole_ones(monkeypatch):
    monkeypatch.setattr(
        "analysis.recorded.parts.content_hash", lambda content: "0123abcd" + 4 * content["id"]
    )
    written, read = PartsWritten(), PartsRead()
    names = [written.refer("load", {"id": name}) for name in ("ab", "cd", "ab", "cd")]
    assert names == ["0123abcd", "0123abcdcdcdcdcd"] * 2
    for line in written.due():
        read.keep(json.loads(line), "")
    assert [read.content("load", "load", name, "")["id"] for name in names[:2]] == ["ab", "cd"]


def row(lines):
    return next(line for line in lines if "contender" in line)


def test_a_run_that_claims_more_samples_than_there_are_is_refused(lines, write_lines):
    """Before they are made: no memory would hold them."""
    row(lines)["samples"]["clock_mhz"] = [[1755.0, 10**12]]
    message = refusal(write_lines(lines))
    assert "samples.clock_mhz: 1000000000000 entries, but samples.time_s has 7" in message


def test_ticks_that_no_timer_counts_are_refused(lines, write_lines):
    samples = row(lines)["samples"]
    del samples["time_s"]
    samples["time"] = {"tick_ns": 32, "per": 1, "from": 2**62, "ticks": [2**62] * 7}
    assert "samples.time_s: " in refusal(write_lines(lines))
    samples["time"]["tick_ns"] = 2**60
    assert "samples.time_s" in refusal(write_lines(lines))


def test_kernels_that_are_none_are_refused(lines, write_lines):
    part = lines[position(lines, "kernels")]
    old, part["content"] = part["id"], ["kernel", 3]
    part["id"] = content_hash(part["content"])
    for line in lines:
        if line.get("kernels") == old:
            line["kernels"] = part["id"]
    assert "its parts make no record" in refusal(write_lines(lines))


def test_the_load_of_blocks_stands_once(write_lines):
    base, _ = two_sides()
    put_on_host(base)
    for record in base:
        put_load(record, 0.02)
    records = [record | {"id": record_id(record)} for record in base]
    lines = [json.loads(line) for line in as_lines(records)]
    assert sum(line.get("part") == "load" for line in lines) == 1
    assert load_records(write_lines(lines)) == records
    name = lines.pop(position(lines, "load"))["id"]
    assert f"load: no line before it holds the load part {name}" in refusal(write_lines(lines))


@pytest.mark.parametrize("key", ["host_toolchain", "choices"])
def test_what_few_variants_choose_is_kept_and_part_of_the_id(write_lines, key):
    base, _ = two_sides()
    chosen = {"host_toolchain": base[0]["toolchain"], "choices": {"accumulation": "double"}}[key]
    split = [record | {key: chosen} for record in base]
    split = [record | {"id": record_id(record)} for record in split]
    lines = [json.loads(line) for line in as_lines(split)]
    assert load_records(write_lines(lines)) == split
    assert not {record["id"] for record in split} & {record_id(record) for record in base}


@pytest.fixture
def two_states(records):
    """Two records that differ in the state, and in what one check and one tuning came to there."""

    def put(record, label, value):
        scenario = record["scenario"] | {"state": record["scenario"]["state"] | {"label": label}}
        check = {"name": f"accelerations ({label})", "value": value, "tolerance": 2e-5}
        later = record | {
            "scenario": scenario,
            "validity": {"status": "ok", "checks": [check | {"passed": True}]},
            "tuning_sweep": [{"stage": "forces", "tuning": {"block": 64}, "median_s": value}],
        }
        return later | {"id": record_id(later)}

    return [put(records[0], "initial", 1e-7), put(records[0], "step-20", 3e-7)]


def test_what_was_checked_and_tried_stands_once(two_states, write_lines):
    lines = [json.loads(line) for line in as_lines(two_states)]
    kinds = [line.get("part") for line in lines]
    counts = [kinds.count(kind) for kind in ("validity", "checks", "sweep", "tried")]
    assert counts == [2, 1, 2, 1]
    assert load_records(write_lines(lines)) == two_states


def test_checks_and_tunings_that_stand_whole_are_read(two_states, write_lines, monkeypatch):
    with monkeypatch.context() as earlier:
        earlier.setattr("analysis.recorded.layout.entries.packed", lambda entries, *_: entries)
        earlier.setattr("analysis.recorded.layout._renamed", lambda checks, *_: checks)
        lines = [json.loads(line) for line in as_lines(two_states)]
    assert not {"checks", "tried"} & {line.get("part") for line in lines}
    assert load_records(write_lines(lines)) == two_states


@pytest.mark.parametrize("kind", ["checks", "tried"])
def test_entries_that_are_nowhere_are_refused(two_states, write_lines, kind):
    lines = [json.loads(line) for line in as_lines(two_states)]
    name = lines.pop(position(lines, kind))["id"]
    message = refusal(write_lines(lines))
    assert f"{kind}.of: no line before it holds the {kind} part {name}" in message


@pytest.mark.parametrize("kind", ["turns", "within"])
def test_samples_that_refer_to_nothing_are_refused(write_lines, kind):
    base, _ = two_sides()
    text = as_lines(record | {"id": record_id(record)} for record in base)
    lines = [json.loads(line) for line in text]
    name = lines.pop(position(lines, kind))["id"]
    message = refusal(write_lines(lines))
    assert f"samples.{kind}: no line before it holds the {kind} part {name}" in message


@pytest.mark.parametrize("kind", ["session", "variant", "toolchain", "scenario", "validity"])
def test_a_contender_that_refers_to_nothing_is_refused(lines, write_lines, kind):
    name = lines.pop(position(lines, kind))["id"]
    message = refusal(write_lines(lines))
    assert f"contender.{kind}: no line before it holds the {kind} part {name}" in message


def test_a_part_must_come_before_its_row(lines, write_lines):
    lines.append(lines.pop(position(lines, "policy")))
    assert "policy: no line before it holds" in refusal(write_lines(lines))


def test_a_part_whose_id_is_not_its_contents_is_refused(lines, write_lines):
    number = position(lines, "toolchain")
    lines[number]["content"]["flags"] = "-O2"
    path = write_lines(lines)
    own = content_hash(lines[number]["content"])
    assert refusal(path) == (
        f"{path}:{number + 1}: id: {lines[number]['id']}, but the content of this toolchain part "
        f"has {own}; the line was edited: restore it from version control, or record again"
    )


def test_a_row_whose_id_is_not_of_what_ran_is_refused(lines, write_lines):
    number, row = next((n, line) for n, line in enumerate(lines, 1) if line.get("stage") == "hash")
    row["id"] = "0123456789abcdef"
    path = write_lines(lines)
    message = refusal(path)
    assert message.startswith(f"{path}:{number}: id: {row['id']}, but what this row says")
    assert "restore it" in message


def test_two_versions_in_one_file_are_refused(lines, records, write_lines, tmp_path):
    older = json.loads(text_of(records[:1]))
    first = refusal(write_lines([older, *lines]))
    assert ":2: schema_version: 2, but the lines before it are of version 1: two versions" in first
    last = refusal(write_lines([*lines, older]))
    assert f":{len(lines) + 1}: schema_version: 1, but the lines before it are of version 2" in last
    assert "python -m analysis migrate" in first
    assert "python -m analysis migrate" in last


def test_a_file_without_its_beginning_is_refused(lines, write_lines):
    assert ":1: 'schema_version' is a required property" in refusal(write_lines(lines[1:]))


def test_two_files_of_version_2_may_be_joined(records, tmp_path):
    for record in records:
        record["id"] = record_id(record)
    path = tmp_path / "joined.jsonl"
    path.write_text("".join([*as_lines(records[:3]), *as_lines(records[3:])]), encoding="utf-8")
    assert load_records(path) == records


def test_parts_of_joined_files_may_begin_alike(records, monkeypatch, tmp_path):
    """The latest before a row is the one that it refers to."""

    def alike(content):
        return "00000000" + content_hash(content)[8:]

    monkeypatch.setattr("analysis.recorded.parts.content_hash", alike)
    joined = [record | {"id": record_id(record)} for record in (records[0], records[-1])]
    path = tmp_path / "joined.jsonl"
    lines = [line for record in joined for line in as_lines([record])]
    path.write_text("".join(lines), encoding="utf-8")
    assert load_records(path) == joined


def test_an_unknown_key_is_refused_wherever_it_stands(lines, write_lines):
    contents = {"session": "device", "toolchain": "name"}
    for kind in contents:
        changed = json.loads(json.dumps(lines))
        part = changed[position(changed, kind)]
        part["content"]["colour"] = "x"
        part["id"] = content_hash(part["content"])
        assert "colour" in refusal(write_lines(changed)) or "no line before" in refusal(
            write_lines(changed)
        )
    lines[-1]["colour"] = "x"
    assert "Additional properties are not allowed ('colour'" in refusal(write_lines(lines))


def test_the_exit_code_is_that_of_a_file_that_is_wrong(lines, write_lines, capsys):
    del lines[position(lines, "contender")]
    assert main(["validate", str(write_lines(lines))]) == 3
    assert "contender: no line before it" in capsys.readouterr().err


def test_all_kernels_of_a_stage_are_read_and_the_heaviest_is_shown(records, tmp_path):
    record = find(
        records, stage="forces", scope="stage", toolchain="clang-19", variant="par-part-noloop"
    )
    light = record["kernels"][0] | {"kernel": "predict", "registers": 8}
    record["kernels"] = [light, *record["kernels"]]
    put(record, "id", record_id(record))
    path = tmp_path / "run.jsonl"
    path.write_text("".join(as_lines([record])), encoding="utf-8")
    assert load_records(path) == [record]
    assert record["resources"]["kernel"] == "forces_kernel"


def test_samples_below_zero_are_read_and_counted(records, tmp_path):
    record = find(
        records, stage="hash", scope="stage", toolchain="clang-19", variant="par-part-noloop"
    )
    times = [-3e-8, -1e-8, 0.0, 1e-8, 2e-8, 4e-8, 9e-8]
    record["samples"]["time_s"] = times
    put(record, "policy.resolution_s", 3.2e-8)
    record["summary"] |= {
        "median_s": 1e-8,
        "mean_s": sum(sorted(times)) / 7,
        "min_s": times[0],
        "max_s": times[-1],
    }
    put(record, "id", record_id(record))
    path = tmp_path / "run.jsonl"
    text = "".join(as_lines([record]))
    row = json.loads(text.splitlines()[-1])
    row["summary"] = {}
    path.write_text(text.replace(text.splitlines()[-1], json.dumps(row)), encoding="utf-8")
    summary = load_records(path)[0]["summary"]
    assert summary["below_resolution"] == 5
    assert summary["median_s"] == 1e-8
