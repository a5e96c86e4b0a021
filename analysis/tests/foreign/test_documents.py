"""Files that are no document, or not a plain one: what is read all the same, and what is said of
the others."""

import gzip
import io
import json
import os
import sys

import pytest

from analysis.cli import main
from analysis.errors import InputError
from analysis.foreign.reading import is_foreign, load_side
from analysis.tests.foreign import made


def refusal(path):
    assert is_foreign(path)
    with pytest.raises(InputError) as caught:
        load_side(path)
    message = str(caught.value)
    assert message.startswith(f"{path}:")
    return message.removeprefix(f"{path}:")


@pytest.fixture(params=["google", "nvbench"])
def text(request):
    """A whole document of either tool, as it is written."""
    return json.dumps(request.getfixturevalue(request.param), indent=1)


@pytest.fixture
def put(tmp_path):
    """Writes a text or bytes as a file, and returns its path."""

    def put(content, name="base.json"):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return put


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('{\n "context": {},\n "bench', ":3: column "),
        ("{\n}", "is no recorded run, and has not the keys of Google Benchmark (context, benchm"),
        ('{\n "a": 1,\n "a": 2\n}', "a: stands twice in an object"),
        ('{\n "a": 99999999999999999999\n}', "a whole number of a record is below 2^63"),
        ('{\n "a": "\\ud800"\n}', "which is no character"),
        ('{"context": 1, "benchmarks": 2}', "context: 1 is not of type 'object'"),
        ('{"context": {}, "benchmarks": []}', "context: 'date' is a required property"),
        ('{"meta": 1, "devices": 2, "benchmarks": 3}', "meta.version.json.major: is absent"),
        ("{\n" + '"a":{' * 100_000, "is nested too deeply"),
    ],
)
def test_what_is_no_document_is_named(tmp_path, capsys, text, reason):
    file = tmp_path / "base.json"
    file.write_text(text, encoding="utf-8")
    assert main(["gate", str(file), str(file)]) == 3
    error = capsys.readouterr().err
    assert f"{file}" in error
    assert reason in error


def test_bytes_that_are_no_text_are_named(tmp_path, capsys):
    file = tmp_path / "base.json"
    file.write_bytes(b"{\n\xff")
    assert main(["gate", str(file), str(file)]) == 3
    assert "is not UTF-8 text" in capsys.readouterr().err


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_every_encoding_of_unicode_is_read(text, put, encoding):
    plain = load_side(put(text)).benchmarks
    path = put(text.replace("\n", "\r\n").encode(encoding))
    assert is_foreign(path)
    assert load_side(path).benchmarks == plain


def test_a_packed_file_is_read(text, put, pack):
    path = put(text)
    plain = load_side(path).benchmarks
    packed = pack(path)
    assert is_foreign(packed)
    assert load_side(packed).benchmarks == plain


def test_half_of_a_packed_file_is_refused(text, put):
    data = gzip.compress(text.encode())
    assert "is no whole file of gzip" in refusal(put(data[: len(data) // 2], "base.json.gz"))


def test_a_document_in_one_line_is_read(text, put):
    path = put(json.dumps(json.loads(text), separators=(",", ":"), sort_keys=True))
    assert is_foreign(path)
    assert load_side(path).benchmarks == load_side(put(text, "other.json")).benchmarks


@pytest.mark.parametrize("content", [b"", b"\n \r\n", b"\xff\xfe", b"\xef\xbb\xbf", bytes(4096)])
def test_an_empty_file_is_told(google, save, put, capsys, content):
    sides = [str(save(google)), str(put(content, "candidate.json"))]
    for paths in (sides, sides[::-1], sides[1:] * 2):
        assert main(["gate", *paths]) == 3
        error = capsys.readouterr().err
        assert f"{sides[1]}: is empty: its run ended before it wrote" in error


@pytest.mark.parametrize(
    "noise", ["initialising 83632 particles...", "83632", "[info] 3 devices", "{fmt}", "\x1b[32mok"]
)
def test_text_before_the_document_is_told(text, put, noise):
    reason = refusal(put(f"\n{noise}\n{text}"))
    assert reason.startswith("2: column 1: ")
    assert "stands before the JSON" in reason
    assert "--benchmark_out=FILE" in reason
    assert "--json FILE" in reason


@pytest.mark.parametrize("noise", ["done.", "Pass: Cold: 1 ms", "0", "]"])
def test_text_behind_the_document_is_told(text, put, noise):
    reason = refusal(put(f"{text}\n{noise}\n"))
    assert reason.startswith(f"{text.count(chr(10)) + 2}: column 1: {noise!r} stands behind")


def test_text_among_the_document_is_told(text, put):
    lines = text.splitlines(keepends=True)
    lines.insert(9, "warning: slow\n")
    reason = refusal(put("".join(lines)))
    assert reason.startswith("10: column 1: ")
    assert "in 'warning: slow': where it is the benchmark's own output" in reason


def test_two_documents_in_a_file_are_told(text, put):
    assert "a second document begins: keep a file a run" in refusal(put(f"{text}\n{text}\n"))
    line = json.dumps(json.loads(text))
    assert "a second document begins: keep a file a run" in refusal(put(f"{line}\n{line}\n"))


@pytest.mark.parametrize("share", [0.1, 0.3, 0.5, 0.7, 0.9, 0.999])
def test_a_file_that_was_cut_is_told(text, put, share):
    cut = text[: int(share * len(text))]
    assert "the file ends before the JSON does: is the file complete?" in refusal(put(cut))


@pytest.mark.parametrize(
    ("key", "number"),
    [("iterations", "100,000"), ("real_time", "1,005,3"), ("real_time", "1,0051e+03")],
)
@pytest.mark.parametrize("lines", [1, None])
def test_numbers_of_a_locale_are_told(google, put, key, number, lines):
    google["benchmarks"][1][key] = 12345
    text = json.dumps(google, indent=None if lines else 1).replace("12345", number)
    assert "a number as a locale writes it" in refusal(put(text))


@pytest.mark.parametrize("token", ["nan", "-nan", "inf", "-inf", "nan(snan)", "-NaN"])
def test_no_numbers_that_json_lacks_are_told(google, put, token):
    google["benchmarks"][1]["counter"] = 12345
    text = json.dumps(google, indent=1).replace("12345", token)
    reason = refusal(put(text))
    assert f"'\"counter\": {token}': is no number that JSON has" in reason


def test_text_of_another_encoding_is_told_with_its_line(google, put):
    google["context"]["host_name"] = "h\u00f6st"
    text = json.dumps(google, indent=1, ensure_ascii=False)
    reason = refusal(put(text.encode("latin-1")))
    assert reason.startswith("4: is not UTF-8 text: ")
    assert "iconv" in reason


def test_what_is_no_text_is_told(put):
    assert "is no text" in refusal(put(b"PK\3\4\x14\0\0\0\x08\0base.json"))


def test_a_pipe_is_refused_and_does_not_hang(google, save, tmp_path, capsys):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    assert main(["gate", str(save(google)), str(pipe)]) == 3
    assert f"{pipe}: is no regular file" in capsys.readouterr().err
    assert main(["gate", os.devnull, str(save(google))]) == 3


def test_a_table_takes_any_encoding_of_standard_output(save, monkeypatch):
    files = [
        str(save(made.google_benchmark(seed, copy=factor), name))
        for seed, factor, name in ((1, 1, "base.json"), (2, 1.2, "candidate.json"))
    ]
    for encoding, unit in (("ascii", "us"), ("latin-1", "µs"), ("utf-8", "µs")):
        written = io.BytesIO()
        monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(written, encoding))
        assert main(["gate", *files]) == 11
        sys.stdout.flush()
        out = written.getvalue().decode(encoding)
        assert f"200.0 {unit}" in out or f"199.9 {unit}" in out
        assert ("…" if encoding == "utf-8" else " ... ") in out
