"""Which devices the numbers and figures of a page are of.

Pages stand on one device, the reference; where they set another beside it, their head says so.
"""

import re
from pathlib import PurePosixPath

from analysis.errors import AnalysisError
from analysis.load import parsed

# The folder of results/ that pages are of; `published --device` moves a page there.
REFERENCE = "nvidia-h200"
# Folder of a CPU, which a page may have beside a device without a word.
HOST = re.compile(r"host-")
PATH = re.compile(r"results/(?P<device>[a-z0-9][\w.-]*)/(?P<rest>[\w./+-]*\w)?")
ENTRY = re.compile(r"^(?P<name>[\w.-]+) *= *(?=['\"\[])", re.MULTILINE)  # of a file of numbers
HEAD_ENDS = re.compile(r"^## ", re.MULTILINE)
CODE = re.compile(r"^```.*?^```$|`[^`\n]*`(?!\])", re.MULTILINE | re.DOTALL)
MODEL = re.compile(r"[a-z]+\d+[a-z]*")


def files_of(text):
    """{folder of results/: sorted names of the files in it} that a page takes numbers from or links
    figures of; what stands in code is named and not used."""
    found = {}
    for path in PATH.finditer(CODE.sub("", text)):
        found.setdefault(path["device"], set()).add(path["rest"] or "")
    return {device: sorted(files) for device, files in sorted(found.items())}


def model_of(device):
    """What a device is called in a sentence: H200 of nvidia-h200."""
    named = MODEL.search(device.partition("-")[2])
    return named[0].upper() if named else device


def head_of(text):
    """What stands before the first section."""
    end = HEAD_ENDS.search(text)
    return text[: end.start()] if end else text


def unnamed(text, numbers=""):
    """The devices, no CPUs, whose numbers or figures a page has and its head does not name.
    numbers: the text of its file of numbers."""
    head = re.sub(r"<!--.*?-->", "", head_of(text), flags=re.DOTALL)
    return [
        device
        for device in files_of(f"{text}\n{numbers}")
        if not HOST.match(device) and not re.search(rf"\b{model_of(device)}\b", head)
    ]


def moved(text, root, device=REFERENCE):
    """A page, or its file of numbers, with paths of a device where it has such a file. A path stays
    in an entry whose name has its model: `on_h200 = ...`."""

    def there(path):
        other = f"results/{device}/{path['rest']}"
        begun = [*ENTRY.finditer(text, 0, path.start())][-1:]
        stays = begun and model_of(path["device"]).lower() in begun[0]["name"]
        if stays or HOST.match(path["device"]) or not path["rest"] or not (root / other).exists():
            return path[0]
        return other

    return PATH.sub(there, text)


def naming_others(text, numbers, device=REFERENCE):
    """(number, line) of the lines of a page whose sentences name another model than the device's.
    numbers: the text of its file of numbers."""
    others = {model_of(one) for one in files_of(f"{text}\n{numbers}")} | {"H200"}
    others -= {model_of(device)}
    lines = re.sub(r"<!--.*?-->", _blank, text, flags=re.DOTALL).split("\n")
    return [
        (number, line.strip())
        for number, line in enumerate(lines, start=1)
        if any(re.search(rf"\b{model}\b", line) for model in others)
    ]


def _blank(comment):
    return "\n" * comment[0].count("\n")


def recorded(text, library):
    """Rows of the devices of a page with its numbers: the name, the files by their suites, and the
    records in them; none of what a profiler or another command has written."""
    for device, files in files_of(text).items():
        records, names = [], set()
        for file in files:
            if not file.endswith((".json", ".jsonl")):
                continue
            names.add(PurePosixPath(file).name.partition(".")[0])
            if file.endswith(".jsonl"):
                records += _records(library, f"results/{device}/{file}")
        if names:
            yield _name(library, device, records), sorted(names), records


def _records(library, file):
    try:
        return [one for one in library.records(file) if "recorded_at" in one]
    except AnalysisError:  # of a profiler, or of an audit
        return []


def _name(library, device, records):
    """As the device tells it; where no record does, as its limits do."""
    limits = library.path(f"results/{device}/limits.json")
    if records:
        return ", ".join(sorted({one["device"]["name"] for one in records}))
    if not limits.exists():
        return model_of(device)
    return parsed(limits.read_text(encoding="utf-8"), limits)["device"]["name"]
