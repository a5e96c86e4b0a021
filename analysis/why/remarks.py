"""What is worth saying beside what a stage is bound by."""

from typing import NamedTuple


class Said(NamedTuple):
    """Clauses; `remedy` is what could be changed, where a fact supports it."""

    text: str
    remedy: str | None = None


class Remark(NamedTuple):
    rule: str
    text: str
    remedy: str | None


def ask(rules, *facts):
    """The remarks of all rules, a dict of functions, that have something to say of the facts."""
    answers = ((name, rule(*facts)) for name, rule in rules.items())
    return [Remark(name, *said) for name, said in answers if said is not None]
