"""Numbers of files that hold no records, by small ones made here."""

import json
from pathlib import Path

import pytest

from analysis.audit.records import as_lines, load_audit
from analysis.published.errors import NoRecord, PublishedError
from analysis.published.expression import evaluate, number
from analysis.published.library import Library
from analysis.tests.published.conftest import RUN

SUMS = "results/prefix-sums.json"
ROOT = Path(__file__).resolve().parents[3]
AUDIT = ROOT / "results/nvidia-h100-80gb-hbm3/gate-audit.jsonl"
KERNELS = """\
   32  104    0    0  -  sm_90  gather<Virtual, 1>
   40    0    0    0  -  sm_90  gather<Chain, 1>
   48    0    8    0  -  sm_90  gather<Chain, 2>
"""


@pytest.fixture
def with_sums(root, scope):
    times = {("in-place", 64): 1200, ("blelloch", 64): 1500, ("in-place", 128): 1400}
    times[("blelloch", 128)] = 1400
    benchmarks = [
        {
            "name": f"{algorithm}/{length}/block:32/manual_time",
            "run_name": f"{algorithm}/{length}/block:32/manual_time",
            "run_type": "iteration",
            "real_time": time,
            "time_unit": "ns",
        }
        for (algorithm, length), time in times.items()
    ]
    text = json.dumps(
        {"context": {"device": "a", "driver": "1", "runtime": "b"}, "benchmarks": benchmarks}
    )
    (root / SUMS).write_text(text, encoding="utf-8")
    return scope


@pytest.fixture
def with_kernels(root, scope):
    folder = root / "tests" / "expectations" / "kernel_resources"
    folder.mkdir(parents=True)
    (folder / "nvcc-13.0.txt").write_text(KERNELS, encoding="utf-8")
    return scope


def test_prefix_sums(with_sums):
    assert number(f'prefix_sum("in-place", "{SUMS}", 64) / ns', with_sums) == pytest.approx(1200)
    ratios = evaluate(f'prefix_ratios("blelloch", "in-place", "{SUMS}", [64, 128])', with_sums)
    assert ratios == pytest.approx([1.25, 1.0])
    with pytest.raises(NoRecord, match="no case vendor/64"):
        number(f'prefix_sum("vendor", "{SUMS}", 64)', with_sums)


def test_audits_of_two_suites_stand_in_one_file(root, scope):
    duels = load_audit(AUDIT)
    shorter = [duel | {"suite": "shorter"} for duel in duels if duel["session"] < 3]
    (root / "audit.jsonl").write_text("".join(as_lines(duels + shorter)), encoding="utf-8")
    of_all = number('audit("duels", "audit.jsonl", suite="gate-audit-*")', scope)
    assert 0 < number('audit("duels", "audit.jsonl", suite="shorter")', scope) < of_all
    most = number('audit("confirmed_most", "audit.jsonl", suite="gate-audit-many")', scope)
    confirmed = number('audit("confirmed", "audit.jsonl", suite="gate-audit-many")', scope)
    assert confirmed / of_all < most < 1
    with pytest.raises(PublishedError, match="2 audits are of suite"):
        number('audit("duels", "audit.jsonl")', scope)


def test_frames_that_paper_e_prints(scope):
    assert number('paper_e("total", "RTX 2070", 297, "CTA") / ms', scope) == 654.0
    assert number('paper_e("preparation", "GTX 970", 64, "NEW") / ms', scope) == 15.0
    for wrong in ('"all", "RTX 2070", 297', '"total", "RTX 3090", 297', '"total", "RTX 2070", 300'):
        with pytest.raises(PublishedError, match="preparation|GTX 1080: 64, 125, 297"):
            number(f'paper_e({wrong}, "CTA")', scope)


def test_kernels_of_an_expectation(with_kernels):
    of = 'kernels("{}", "nvcc-13.0", "gather<{}>")'
    assert evaluate(of.format("registers", "Chain, *"), with_kernels) == [40, 48]
    assert evaluate(of.format("stack", "Virtual, *"), with_kernels) == [104]
    assert evaluate(of.format("spills", "*"), with_kernels) == [0, 0, 8]
    with pytest.raises(NoRecord, match="has no kernel"):
        evaluate(of.format("registers", "x"), with_kernels)
    with pytest.raises(PublishedError, match="there is no such file"):
        evaluate('kernels("registers", "nvcc-1", "*")', with_kernels)


def test_a_pattern_takes_the_keys_of_its_row(with_kernels):
    of_row = with_kernels.among({"kind": "Chain", "width": 2})
    assert evaluate('kernels("registers", "nvcc-13.0", "gather<{kind}, {width}>")', of_row) == [48]


def test_a_run_repeats_itself(scope):
    compared = f'repeated("{{}}", "{RUN}", "{RUN}")'
    rows = number(compared.format("rows"), scope)
    assert rows > 0
    assert number(compared.format("agree"), scope) == rows
    assert number(compared.format("change"), scope) == 0
    with pytest.raises(PublishedError, match="'slower' is none of"):
        number(compared.format("slower"), scope)
    with pytest.raises(NoRecord, match="no row of no-such-stage"):
        number(f'repeated("rows", "{RUN}", "{RUN}", stage="no-such-stage")', scope)


def test_a_file_of_verifications_is_no_run_to_repeat():
    file = "results/host-x86_64/verification.jsonl"
    with pytest.raises(PublishedError, match="holds verifications; name two recorded runs"):
        Library(ROOT).repetition(file, file)
