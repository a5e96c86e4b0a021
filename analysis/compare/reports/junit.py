"""A comparison as JUnit XML, which CI systems show as tests."""

import re
from itertools import groupby
from xml.etree import ElementTree

from analysis.compare.reports import words
from analysis.compare.verdict import Verdict

# Unclear rows are shown as skipped: a test that came to no result.
ELEMENTS = {
    Verdict.INVALID: "failure",
    Verdict.SLOWER: "failure",
    Verdict.MISSING: "error",
    Verdict.UNCLEAR: "skipped",
}
# All that XML 1.0 has no way to write; a verification's reason may quote anything.
FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def as_junit(comparison):
    """The bytes of an XML file: a suite for each scenario, size and state; a case for each row."""
    root = ElementTree.Element("testsuites", _counts(comparison.judgements), name="sphlab")
    by_place = sorted(comparison.judgements, key=lambda one: one.row)
    for where, judgements in groupby(by_place, key=lambda one: one.row.where):
        judgements = list(judgements)
        suite = ElementTree.SubElement(root, "testsuite", _counts(judgements), name=_text(where))
        for one in judgements:
            _case(suite, one)
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding="utf-8", xml_declaration=True) + b"\n"


def _counts(judgements):
    elements = [ELEMENTS.get(one.verdict) for one in judgements]
    return {
        "tests": str(len(elements)),
        "failures": str(elements.count("failure")),
        "errors": str(elements.count("error")),
        "skipped": str(elements.count("skipped")),
    }


def _case(suite, one):
    group, name = map(_text, one.row.case)
    case = ElementTree.SubElement(suite, "testcase", classname=group, name=name)
    if one.measured is not None:
        case.set("time", f"{one.measured.candidate_s:.9f}")
    line = ", ".join(
        f"{heading} {cell}" for heading, cell in zip(words.HEADINGS, words.cells(one), strict=True)
    )
    element = ELEMENTS.get(one.verdict)
    if element is None:
        ElementTree.SubElement(case, "system-out").text = _text(line)
    else:
        ElementTree.SubElement(
            case, element, type=one.verdict, message=_text(_message(one))
        ).text = _text(line)


def _message(one):
    if one.measured is None or one.reason:
        return f"{one.verdict}: {one.reason}"
    return f"{one.verdict}: {words.interval(one.measured)}"


def _text(text):
    return FORBIDDEN.sub("\N{REPLACEMENT CHARACTER}", text)
