"""What somebody may have meant who has mistyped a name."""

LEAST_BEGINNING = 3


def did_you_mean(word, names, otherwise):
    """ "; did you mean 'rows'?", to be put behind what is wrong; `otherwise` where none is near."""
    near = [(_distance(word, name), at) for at, name in enumerate(names) if _is_near(word, name)]
    return f"; did you mean '{names[min(near)[1]]}'?" if near else otherwise


def _is_near(word, name):
    """At most a third of its letters may be wrong."""
    longer = max(len(word), len(name))
    return _distance(word, name) <= max(1, (longer + 1) // 3)


def _distance(word, name):
    """Letters to insert, remove or replace; none where the name begins with the word."""
    if len(word) >= LEAST_BEGINNING and name.startswith(word):
        return 0
    last = range(len(name) + 1)
    for row, letter in enumerate(word, start=1):
        line = [row]
        for column, other in enumerate(name):
            changed = last[column] + (letter != other)
            line.append(min(line[-1] + 1, last[column + 1] + 1, changed))
        last = line
    return last[-1]
