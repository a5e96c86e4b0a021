"""The ranking of an answer of `sphlab best`: times of a step with their intervals, and memory."""

import matplotlib

from analysis.best.answer import toolchain_of
from analysis.drawing.bars import short
from analysis.drawing.page import STYLE, Drawing, Page
from analysis.drawing.palette import colours_of_toolchains, sort_toolchains, text_on
from analysis.runs import file_name

NAME = "best"
ROW_INCHES = 0.46
LEFT, BETWEEN, MEMORY_INCHES, RIGHT = 0.75, 0.5, 2.0, 0.2
NARROWEST_INCHES, NAME_SIZE, NAME_LETTER = 5.6, 7, 0.06
# In rows, from the middle of one.
NAME_SHIFT, BAR_SHIFT, THICKNESS = -0.26, 0.12, 0.36
MIB = 2.0**20


def draw(answer):
    """The Drawing of an answer, as load_answer() gives it."""
    scenario = answer["scenario"]
    name = file_name(NAME, scenario["name"], scenario["particles"], scenario["state"])
    return Drawing(name, _figure(answer))


def _figure(answer):
    ranking, scenario = answer["ranking"], answer["scenario"]
    toolchains = sort_toolchains(map(toolchain_of, ranking))
    longest = max(len(_name(each)) for each in ranking)
    times_inches = max(NARROWEST_INCHES, NAME_LETTER * longest)
    page = Page(
        f"The fastest variants of {scenario['name']}",
        f"{scenario['particles']:,} particles, {answer['physics']}, {scenario['state']} state",
        list(_notes(answer)),
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
    _bars(axes, ranking, colours, [1e3 * each["step_s"]["median"] for each in ranking])
    intervals = [each["step_s"] for each in ranking]
    centres = _centres(ranking)
    axes.errorbar(
        [1e3 * one["median"] for one in intervals],
        centres,
        xerr=[
            [1e3 * (one["median"] - one["low"]) for one in intervals],
            [1e3 * (one["high"] - one["median"]) for one in intervals],
        ],
        fmt="none",
        ecolor="black",
        elinewidth=0.8,
        capsize=2,
    )
    for place, (each, centre) in enumerate(zip(ranking, centres, strict=True)):
        axes.annotate(
            _name(each),
            (0, place + NAME_SHIFT),
            (2, 0),
            textcoords="offset points",
            va="center",
            fontsize=NAME_SIZE,
        )
        of_bar = {"va": "center", "fontsize": 7, "color": text_on(colours[toolchain_of(each)])}
        axes.annotate(_told(each), (0, centre), (4, 0), textcoords="offset points", **of_bar)
    axes.set_yticks(range(len(ranking)), [_rank(each) for each in ranking])
    axes.set_ylabel("rank (=: ties with the first)")
    axes.set_xlabel("time of a step [ms]")


def _memory(axes, ranking, colours):
    sizes = [each["bytes"] / MIB for each in ranking]
    _bars(axes, ranking, colours, sizes)
    for size, centre in zip(sizes, _centres(ranking), strict=True):
        axes.annotate(
            short(size), (size, centre), (3, 0), textcoords="offset points", va="center", fontsize=7
        )
    axes.set_xlim(0, 1.35 * max(sizes))
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
    """The variant, and where its tuning is not the default: "list-gather+..., forces: block 64"."""
    stages = [
        f"{stage}: " + ", ".join(f"{key} {value}" for key, value in choice["tuning"].items())
        for stage, choice in each["variant"].items()
        if isinstance(choice, dict) and choice.get("tuning")
    ]
    return ", ".join([each["name"], *stages])


def _rank(each):
    return f"{each['rank']} =" if each["ties_with_first"] else str(each["rank"])


def _told(each):
    """What stands in a bar: "4.81 ms (+1.2 %)", behind the first by so much."""
    time = f"{1e3 * each['step_s']['median']:.4g} ms"
    if each["rank"] == 1 or each["ratio_to_first"] is None:
        return time
    return f"{time} ({100 * (each['ratio_to_first']['median'] - 1):+.1f} %)"


def _notes(answer):
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
    yield (
        f"Whiskers: the {100 * first['confidence']:.0f} % interval of the median. In brackets: "
        "behind the first, by the median of the ratio in blocks that were taken in turn."
    )
    revision = (code["revision"] or "not recorded")[:12]
    yield f"Code: revision {revision}{changed}. {answer['recorded_at'][:10]}."
