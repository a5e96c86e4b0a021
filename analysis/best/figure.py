"""The ranking of an answer of `sphlab best`: times of a step with their intervals, and memory.

Of variants that differ in tuning alone the best is drawn.
"""

import matplotlib
import pandas as pd

from analysis.best.answer import best_tunings, toolchain_of
from analysis.compare.comparison import HOST_CHANGE
from analysis.drawing.bars import Bar, short
from analysis.drawing.horizontal import draw_whiskers, leave_room, write_behind
from analysis.drawing.page import STYLE, Drawing, Page
from analysis.drawing.palette import colours_of_toolchains, sort_toolchains
from analysis.rebuilds import MISSED, missed_note
from analysis.runs import file_name

NAME = "best"
ROW_INCHES = 0.46
LEFT, BETWEEN, MEMORY_INCHES, RIGHT = 0.75, 0.5, 2.0, 0.2
NARROWEST_INCHES, LETTER = 5.6, 0.06
# In rows, from the middle of one.
NAME_SHIFT, BAR_SHIFT, THICKNESS = -0.26, 0.12, 0.36
MIB = 2.0**20
OF_BAR = ("median", "low", "high")


def draw(answer):
    """The Drawing of an answer, as load_answer() gives it."""
    scenario = answer["scenario"]
    name = file_name(NAME, scenario["name"], scenario["particles"], scenario["state"])
    return Drawing(name, _figure(answer))


def _figure(answer):
    scenario, best = answer["scenario"], best_tunings(answer)
    ranking = [each | {"tunings": tunings} for each, tunings in best]
    toolchains = sort_toolchains(map(toolchain_of, ranking))
    longest = max(len(_name(each)) for each in ranking)
    times_inches = max(NARROWEST_INCHES, LETTER * longest)
    page = Page(
        f"The fastest variants of {scenario['name']}",
        f"{scenario['particles']:,} particles, {answer['physics']}, {scenario['state']} state",
        list(_notes(answer, len(ranking))),
        width=LEFT + times_inches + BETWEEN + MEMORY_INCHES + RIGHT,
        plot_height=ROW_INCHES * len(ranking) + 0.1,
        left=LEFT,
        between=BETWEEN,
        columns=2,
        legend_entries=len(toolchains),
    )
    figure, (times, memory) = page.open_grid()
    _share_width(times, memory, times_inches / page.width)
    colours = colours_of_toolchains(toolchains)
    with matplotlib.rc_context(STYLE):
        _times(times, ranking, colours)
        _memory(memory, ranking, colours)
    page.legend(times)
    return figure


def _share_width(times, memory, width):
    """Gives the plot of times this width, a share of the page's, and the other what is left."""
    left, right = times.get_position(), memory.get_position()
    more = width - left.width
    times.set_position([left.x0, left.y0, width, left.height])
    memory.set_position([right.x0 + more, right.y0, right.width - more, right.height])


def _times(axes, ranking, colours):
    bars = [Bar(*(1e3 * each["step_s"][key] for key in OF_BAR)) for each in ranking]
    _bars(axes, ranking, colours, [bar.value for bar in bars])
    centres = _centres(ranking)
    draw_whiskers(axes, centres, bars)
    for place, (each, bar, centre) in enumerate(zip(ranking, bars, centres, strict=True)):
        write_behind(axes, 0, place + NAME_SHIFT, _name(each))
        write_behind(axes, bar.high, centre, _told(each))
    leave_room(axes, max(bar.high for bar in bars), map(_told, ranking))
    axes.set_yticks(range(len(ranking)), [_rank(each) for each in ranking])
    axes.set_ylabel("rank")
    axes.set_xlabel("time of a step [ms]")


def _memory(axes, ranking, colours):
    sizes = [each["bytes"] / MIB for each in ranking]
    _bars(axes, ranking, colours, sizes)
    for size, centre in zip(sizes, _centres(ranking), strict=True):
        write_behind(axes, size, centre, short(size))
    leave_room(axes, max(sizes), map(short, sizes))
    axes.set_yticks([])
    axes.set_xlabel("memory [MiB]")


def _bars(axes, ranking, colours, values):
    """A bar each, the first on top, of its toolchain's colour, and that in the legend once."""
    centres = _centres(ranking)
    for toolchain, colour in colours.items():
        own = [index for index, each in enumerate(ranking) if toolchain_of(each) == toolchain]
        axes.barh(
            [centres[index] for index in own],
            [values[index] for index in own],
            THICKNESS,
            label=toolchain,
            color=colour,
        )
    axes.set_ylim(len(ranking) - 0.5, -0.5)
    axes.tick_params(axis="y", length=0)
    axes.grid(axis="x")
    axes.locator_params(axis="x", nbins=5)


def _centres(ranking):
    return [place + BAR_SHIFT for place in range(len(ranking))]


def _name(each):
    """The variant and its tuning: "list-gather+..., forces: block 64 (best of 8 tunings)"."""
    stages = [
        f"{stage}: " + ", ".join(f"{key} {value}" for key, value in choice["tuning"].items())
        for stage, choice in each["variant"].items()
        if isinstance(choice, dict) and choice.get("tuning")
    ]
    best_of = f" (best of {each['tunings']} tunings)" if each["tunings"] > 1 else ""
    return ", ".join([each["name"], *stages]) + best_of


def _rank(each):
    return f"{each['rank']} =" if each["ties_with_first"] else str(each["rank"])


def _told(each):
    """What stands behind a bar: "4.81 ms (+1.2 %)", behind the first by so much."""
    time = f"{1e3 * each['step_s']['median']:.4g} ms"
    if each["rank"] == 1 or each["ratio_to_first"] is None:
        return time
    return f"{time} ({100 * (each['ratio_to_first']['median'] - 1):+.1f} %)"


def _notes(answer, drawn):
    code, device, search = answer["code"], answer["device"], answer["search"]
    driver = f", driver {device['driver']}" if device.get("driver") else ""
    changed = " with uncommitted changes" if code["dirty"] else ""
    budget = "everything" if search["exhaustive"] else f"a budget of {search['budget_s']:g} s"
    first = answer["ranking"][0]["step_s"]
    yield f"{device['name']}{driver}"
    yield (
        f"Found by sphlab best in {search['seconds']:.1f} s ({budget}): {len(search['tried'])} "
        f"variants of {search['traversals'] - search['traversals_not_reached']} traversals were "
        "tried, and those that are drawn are verified."
    )
    if drawn < len(answer["ranking"]):
        yield (
            f"Of {len(answer['ranking'])} ranked variants {drawn} are drawn: of those that differ "
            "in tuning alone the best."
        )
    yield from _load_note(answer.get("load"))
    yield (
        f"Whiskers: the {100 * first['confidence']:.0f} % interval of the median. In brackets: "
        "behind the first, by the median of the ratio in blocks that were taken in turn. =: ties "
        "with the first."
    )
    ranked = [
        {"variant": each["name"], MISSED: each.get("missed_pairs")} for each in answer["ranking"]
    ]
    yield from missed_note(pd.DataFrame(ranked))
    revision = (code["revision"] or "not recorded")[:12]
    yield f"Code: revision {revision}{changed}. {answer['recorded_at'][:10]}."


def _load_note(load):
    """A warning that the machine was busy. @param load null of a device, absent of old answers."""
    if not load or load["busy_blocks"] == 0:
        return
    yield (
        f"The machine was busy: in {load['busy_blocks']} of {load['blocks']} blocks a thread was "
        f"without its processor for more than {100 * HOST_CHANGE:.0f} % of the time "
        f"({100 * load['largest_lost_share']:.0f} % in the worst)."
        + ("" if load["first_is_told"] else " Which variant is the fastest cannot be told.")
    )
