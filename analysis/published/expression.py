"""Expressions of pages: arithmetic, comparisons and calls of functions that are known here.

They are parsed as Python's and are nothing else of it: no attribute, no index, no power, no name
but units, definitions of the page and functions.
"""

import ast
import inspect
import math
import operator
from dataclasses import dataclass, field, replace

from analysis.errors import AnalysisError
from analysis.published.errors import PublishedError
from analysis.published.functions import FUNCTIONS
from analysis.published.library import Library

# By which a value is divided to be told in that unit.
UNITS = {
    "ns": 1e-9,
    "us": 1e-6,
    "ms": 1e-3,
    "s": 1.0,
    "percent": 0.01,
    "k": 1e3,
    "M": 1e6,
    "G": 1e9,
    "KiB": 2.0**10,
    "MiB": 2.0**20,
    "GiB": 2.0**30,
}
OPERATORS = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}
COMPARISONS = {
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Eq: operator.eq,
}
LONGEST = 4000
LARGEST_LITERAL = 1e300


@dataclass(frozen=True)
class Scope:
    """What an expression can refer to."""

    library: Library
    definitions: dict = field(default_factory=dict)  # of the page: a value, or the error that it is
    used: set = field(default_factory=set)  # names of definitions that expressions have asked for
    keys: dict = field(default_factory=dict)  # asked of every selection: of a row or a column
    text: str = ""  # of the page and its numbers

    def among(self, keys):
        """The same, with more keys asked of every selection."""
        return replace(self, keys=self.keys | keys)


def number(text, scope):
    """The finite number that an expression gives."""
    value = evaluate(text, scope)
    if not _is_number(value):
        raise PublishedError(f"gives {_kind(value)} and no number")
    if not math.isfinite(value):
        raise PublishedError(f"gives {value}, which is no number to publish")
    return value


def holds(text, scope):
    """Whether a comparison is true."""
    value = evaluate(text, scope)
    if not isinstance(value, bool):
        raise PublishedError(f"gives {_kind(value)}; a claim is a comparison")
    return value


def evaluate(text, scope):
    """The value of an expression: a number, a string, a bool, a list or a Selection."""
    return _value(_parsed(text), scope)


def keywords(text, scope):
    """The values of `key=value, key=value`, as a dict."""
    call = _parsed(f"keys({text})")
    if not isinstance(call, ast.Call) or call.args:
        raise PublishedError(f"'{text}': write KEY=VALUE, KEY=VALUE")
    return _keywords(call, scope)


def _parsed(text):
    if len(text) > LONGEST:
        raise PublishedError(f"is longer than {LONGEST} characters")
    try:
        return ast.parse(" ".join(text.split()), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        reason = error.msg if isinstance(error, SyntaxError) else str(error)
        raise PublishedError(f"is no expression: {reason}") from error


def _value(node, scope):
    match node:
        case ast.Constant(value=bool() | str() as value):
            return value
        case ast.Constant(value=int() | float() as value) if abs(value) < LARGEST_LITERAL:
            return value
        case ast.List(elts=entries) | ast.Tuple(elts=entries):
            return [_value(entry, scope) for entry in entries]
        case ast.Name(id=name):
            return _named(name, scope)
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -_operand(operand, scope)
        case ast.BinOp(left=left, op=op, right=right) if type(op) in OPERATORS:
            return _calculated(OPERATORS[type(op)], _operand(left, scope), _operand(right, scope))
        case ast.Compare(left=left, ops=ops, comparators=others) if all(
            type(op) in COMPARISONS for op in ops
        ):
            values = [_operand(one, scope) for one in (left, *others)]
            steps = zip(ops, values, values[1:], strict=False)
            return all(COMPARISONS[type(op)](one, other) for op, one, other in steps)
        case ast.BoolOp(op=ast.And(), values=claims):
            return all(_claim(claim, scope) for claim in claims)
        case ast.Call(func=ast.Name(id=name)) if name in FUNCTIONS:
            return _called(name, node, scope)
        case ast.Call(func=ast.Name(id=name)):
            raise PublishedError(
                f"there is no function '{name}'; there are {', '.join(sorted(FUNCTIONS))}"
            )
    raise PublishedError(f"'{ast.unparse(node)[:60]}' is not part of the language of pages")


def _named(name, scope):
    if name in scope.definitions:
        scope.used.add(name)
        value = scope.definitions[name]
        if isinstance(value, AnalysisError):
            raise PublishedError(f"'{name}' has no value: its definition is wrong")
        return value
    if name in UNITS:
        return UNITS[name]
    known = ", ".join([*sorted(scope.definitions), *UNITS])
    raise PublishedError(f"there is no '{name}'; there are {known}")


def _operand(node, scope):
    value = _value(node, scope)
    if not _is_number(value):
        raise PublishedError(f"'{ast.unparse(node)[:60]}' is {_kind(value)} and no number")
    return value


def _claim(node, scope):
    value = _value(node, scope)
    if not isinstance(value, bool):
        raise PublishedError(f"'{ast.unparse(node)[:60]}' is {_kind(value)} and no comparison")
    return value


def _calculated(operation, left, right):
    try:
        return float(operation(left, right))
    except (ArithmeticError, ValueError) as error:
        raise PublishedError(f"cannot be calculated: {error}") from error


def _called(name, call, scope):
    function = FUNCTIONS[name]
    if any(isinstance(one, ast.Starred) for one in call.args):
        raise PublishedError(f"{name}: '*' is not part of the language of pages")
    values = [_value(one, scope) for one in call.args]
    keys = _keywords(call, scope)
    try:
        inspect.signature(function).bind(scope, *values, **keys)
    except TypeError as error:
        raise PublishedError(f"{name}: {error}; {_usage(name)}") from error
    return function(scope, *values, **keys)


def _keywords(call, scope):
    found = {}
    for one in call.keywords:
        if one.arg is None:
            raise PublishedError("'**' is not part of the language of pages")
        found[one.arg] = _value(one.value, scope)
    return found


def _usage(name):
    return f"{name}{FUNCTIONS[name].__doc__.splitlines()[0].partition(':')[0]}"


def _is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _kind(value):
    return {str: "a text", bool: "a truth", list: "a list"}.get(type(value), "records")
