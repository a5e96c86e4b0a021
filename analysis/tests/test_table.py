"""The table has one row per record, with the record's values."""

import csv
import io

from analysis.table import COLUMNS, OPTIONAL, as_csv, as_text


def test_csv_has_one_row_a_record_with_its_values(records):
    rows = list(csv.DictReader(io.StringIO(as_csv(records))))
    assert len(rows) == len(records)
    assert list(rows[0]) == [column for column in COLUMNS if column not in OPTIONAL]
    for row, record in zip(rows, records, strict=True):
        assert row["device.name"] == "Imaginary GPU"
        assert row["toolchain.name"] == record["toolchain"]["name"]
        assert int(row["scenario.particles"]) == record["scenario"]["particles"]
        assert row["variant"] == record["variant"]
        assert (row["stage"], row["scope"], row["cache"]) == (
            record["stage"],
            record["scope"],
            record["cache"],
        )
        assert int(row["summary.count"]) == len(record["samples"]["time_s"])
        assert float(row["summary.median_s"]) == record["summary"]["median_s"]
        assert row["validity.status"] == "ok"


def test_csv_leaves_unknown_values_empty_and_whole_numbers_whole(records):
    records[0]["resources"]["registers"] = None
    records[1]["resources"]["registers"] = 40
    rows = list(csv.DictReader(io.StringIO(as_csv(records[:2]))))
    assert [row["resources.registers"] for row in rows] == ["", "40"]


def test_the_sides_of_a_duel_have_a_column(records):
    records[0]["side"] = "base"
    records[1]["side"] = "candidate"
    rows = list(csv.DictReader(io.StringIO(as_csv(records[:2]))))
    assert [row["side"] for row in rows] == ["base", "candidate"]
    lines = as_text(records[:2]).splitlines()
    column = lines[0].index("side")
    assert [line[column:].split()[0] for line in lines[1:]] == ["base", "candidate"]


def test_asynchronous_calls_have_a_column(records):
    records[1]["policy"]["calls"] = 200
    rows = list(csv.DictReader(io.StringIO(as_csv(records[:2]))))
    assert [row["policy.calls"] for row in rows] == ["", "200"]


def test_text_is_aligned(records):
    records[0]["toolchain"]["name"] = "a-long-name-of-a-toolchain"
    lines = as_text(records).splitlines()
    assert len(lines) == len(records) + 1
    column = lines[0].index("scenario")
    assert all(line[column:].startswith("dam-break-lj") for line in lines[1:])
    end = lines[0].index("particles") + len("particles")
    assert all(line[:end].endswith(("83648", "1016000")) for line in lines[1:])
