"""Reads a file of verifications: JSON Lines of its own kind, see docs/verification.md."""

import json
from dataclasses import dataclass

from analysis.errors import InputError, InvalidRecordsError, quoted
from analysis.load import parsed, text_lines
from analysis.recorded.allowed import within
from analysis.recorded.parts import PartsRead
from analysis.schema import OF_VERIFICATION, refusal

KIND = "verification"
SCHEMA_VERSION = 3
OF_CASE = ("session", "toolchain", "scenario")


@dataclass(frozen=True)
class Verification:
    """The checks and the curves of a file, in its order, as dicts.

    A check has `check`, `value`, `tolerance`, `norm`, `passed`, and `detail` where it failed; a
    curve has the keys of its line. Each has also the `variant` of its line, and what its `case`
    says: `session`, `toolchain`, `scenario`, `physics` and `state`.
    """

    checks: list
    curves: list

    def all(self):
        return self.checks + self.curves

    def failed(self):
        return [check for check in self.checks if not check["passed"]]


def is_verification(path):
    """Whether the first line of a file says so. Of one that cannot be read or parsed, False: who
    takes it for something else tells what is wrong."""
    try:
        with open(path, encoding="utf-8") as file:
            return says_verification(file.readline(1000))
    except (OSError, ValueError):
        return False


def says_verification(line):
    """Whether the first line of a file, text or bytes, says that it is one of verifications."""
    try:
        first = json.loads(line)
    except (ValueError, RecursionError):
        return False
    return isinstance(first, dict) and first.get("kind") == KIND


def load_verification(path):
    """The Verification of a file. Raises InputError, naming file, line and key."""
    parts, found = PartsRead(), Verification([], [])
    for number, line in enumerate(text_lines(path), start=1):
        where = f"{path}:{number}"
        row = _of_the_schema(_of_this_version(parsed(line, where), where), where)
        if number == 1 and "kind" not in row:
            raise InputError(
                f"{where}: 'kind' is a required property of the first line; the file lacks its "
                "beginning: verify again"
            )
        if "part" in row:
            _of_the_schema(parts.keep(row, where), where)
        elif "curve" in row:
            _require_one_length(row, where)
            found.curves.append(_case_of(row, parts, where)[0] | _without_ids(row))
        elif "values" in row:
            case, checks = _case_of(row, parts, where)
            found.checks.extend(case | check for check in _checks_of(row, checks, where))
    if not found.checks:
        raise InputError(f"{path}: holds no check")
    return found


def as_records(verification):
    """The checks by what they are of, each a dict with the keys of a record that tell it, and its
    checks where a record has them. All are there to be believed: what failed was found so."""
    found = {}
    for check in verification.checks:
        keys = json.dumps([check[key] for key in (*OF_CASE, "physics", "variant", "state")])
        state = check["state"] or {"label": None, "step": None, "time_s": None}
        record = found.setdefault(
            keys,
            {
                **check["session"],
                "toolchain": check["toolchain"],
                "scenario": check["scenario"] | {"state": state},
                "physics": check["physics"],
                "variant": check["variant"],
                "validity": {"status": "ok", "checks": []},
            },
        )
        named = {key: check[key] for key in ("value", "tolerance", "passed")}
        record["validity"]["checks"].append({"name": check["check"], **named})
    return list(found.values())


def require_passed(verification, path):
    """Raises InvalidRecordsError, naming each, when a check failed."""
    failed = verification.failed()
    if failed:
        lines = [f"{path}: {len(failed)} of {len(verification.checks)} checks failed:"]
        lines += [f"  {describe(check)}: {check.get('detail', '')}" for check in failed]
        raise InvalidRecordsError("\n".join(lines))


def describe(check):
    """One line that tells a person which check this is."""
    state = "no state" if check["state"] is None else check["state"]["label"]
    return (
        f"{check['check']} ({check['toolchain']['name']}, {check['variant']}, "
        f"{check['scenario']['name']}, {check['scenario']['particles']} particles, {state})"
    )


def _of_this_version(row, where):
    version = row.get("schema_version", SCHEMA_VERSION) if isinstance(row, dict) else SCHEMA_VERSION
    if isinstance(version, bool) or version != SCHEMA_VERSION:
        raise InputError(
            f"{where}: schema_version: {quoted(repr(version))}, but this package reads "
            f"{SCHEMA_VERSION} of a verification; verify again with `sphlab verify --output`"
        )
    return row


def _of_the_schema(row, where):
    reason = refusal(row, OF_VERIFICATION)
    if reason is not None:
        raise InputError(f"{where}: {reason}")
    return row


def _case_of(row, parts, where):
    """What a line is of, and its checks."""
    case = parts.content("case", "case", row["case"], where)
    named = {kind: parts.content(kind, f"case.{kind}", case[kind], where) for kind in OF_CASE}
    named |= {key: case[key] for key in ("physics", "state")} | {"variant": row["variant"]}
    if case["checks"] is None:
        return named, []
    return named, parts.content("checks", "case.checks", case["checks"], where)


def _without_ids(row):
    return {key: value for key, value in row.items() if key != "case"}


def _checks_of(row, checks, where):
    """The checks of a line with their values. Refuses what the schema cannot say, and any whose
    verdict is in doubt."""
    values = row["values"]
    names = [check["check"] for check in checks]
    if len(set(names)) < len(names):
        raise InputError(f"{where}: checks: a name is there twice: {names}")
    if len(values) != len(checks):
        raise InputError(f"{where}: values: {len(values)} of {len(checks)} checks")
    details = {one["check"]: one["detail"] for one in row.get("failed", [])}
    for name in details.keys() - set(names):
        raise InputError(f"{where}: failed: {quoted(repr(name))} is none of the checks {names}")
    for check, value in zip(checks, values, strict=True):
        name = check["check"]
        if name in details:
            yield check | {"value": value, "passed": False, "detail": details[name]}
        elif within(value, check["tolerance"]):
            yield check | {"value": value, "passed": True}
        else:
            raise InputError(
                f"{where}: values: the value {value} of '{name}' is not known to be within "
                f"{check['tolerance']}, and `failed` does not name the check"
            )


def _require_one_length(row, where):
    for key in ("series", "reference"):
        lengths = {name: len(values) for name, values in row.get(key, {}).items()}
        if len(set(lengths.values())) > 1:
            raise InputError(f"{where}: {key}: its arrays differ in length: {lengths}")
