"""Reads a file of verifications: JSON Lines of its own kind, see docs/verification.md."""

import json
from dataclasses import dataclass

from analysis.errors import InputError, InvalidRecordsError
from analysis.load import parsed, text_lines
from analysis.recorded.parts import PartsRead
from analysis.schema import OF_VERIFICATION, refusal

KIND = "verification"
OF_CONTENDER = ("session", "toolchain", "scenario")


@dataclass(frozen=True)
class Verification:
    """The checks and the curves of a file, in its order, as dicts.

    Each has the keys of its line and, in place of `contender`, what that says: `session`,
    `toolchain`, `scenario`, `physics`, `variant` and `state`.
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
            first = json.loads(file.readline(1000))
    except (OSError, ValueError):
        return False
    return isinstance(first, dict) and first.get("kind") == KIND


def load_verification(path):
    """The Verification of a file. Raises InputError, naming file, line and key."""
    parts, found = PartsRead(), Verification([], [])
    for number, line in enumerate(text_lines(path), start=1):
        where = f"{path}:{number}"
        row = _of_the_schema(parsed(line, where), where)
        if number == 1 and "kind" not in row:
            raise InputError(
                f"{where}: 'kind' is a required property of the first line; the file lacks its "
                "beginning: verify again"
            )
        if "part" in row:
            parts.keep(row, where)
        elif "kind" not in row:
            _require_consistent(row, where)
            whole = _with_parts(row, parts, where)
            (found.curves if "curve" in row else found.checks).append(whole)
    if not found.checks:
        raise InputError(f"{path}: holds no check")
    return found


def as_records(verification):
    """The checks by what they are of, each a dict with the keys of a record that tell it, and its
    checks where a record has them. All are there to be believed: what failed was found so."""
    found = {}
    for check in verification.checks:
        keys = json.dumps([check[key] for key in (*OF_CONTENDER, "physics", "variant", "state")])
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


def _of_the_schema(row, where):
    reason = refusal(row, OF_VERIFICATION)
    if reason is not None:
        raise InputError(f"{where}: {reason}")
    return row


def _with_parts(row, parts, where):
    contender = parts.content("contender", "contender", row["contender"], where)
    shared = {
        kind: parts.content(kind, f"contender.{kind}", contender[kind], where)
        for kind in OF_CONTENDER
    }
    own = {key: value for key, value in row.items() if key != "contender"}
    return contender | shared | own


def _require_consistent(row, where):
    """Refuses what the schema cannot say."""
    if "curve" in row:
        for key in ("series", "reference"):
            lengths = {name: len(values) for name, values in row.get(key, {}).items()}
            if len(set(lengths.values())) > 1:
                raise InputError(f"{where}: {key}: its arrays differ in length: {lengths}")
    elif row["passed"] and not _within(row["value"], row["tolerance"]):
        raise InputError(
            f"{where}: passed: true, but the value {row['value']} of '{row['check']}' is not known "
            f"to be within {row['tolerance']}"
        )


def _within(value, tolerance):
    return value is not None and tolerance is not None and value <= tolerance
