"""What each step of a walk took, of files of ci/first-hour."""

from analysis.published.errors import PublishedError
from analysis.published.tables import markdown

KEYS = ("of",)


def draw(says, scope):
    """A row a step, and all together; a column for each FILE after a heading that an `of` names."""
    files = [text.partition(" ")[::2] for text in says.get("of", [])]
    if not files or not all(heading.strip() for _, heading in files):
        raise PublishedError('write of = ["FILE HEADING", ...], one for each walk')
    walks = [scope.library.walk(file)["steps"] for file, _ in files]
    names = [one["step"] for one in walks[0]]
    for (file, _), steps in zip(files, walks, strict=True):
        if [one["step"] for one in steps] != names:
            raise PublishedError(f"{file}: has other steps than {files[0][0]}: walk again")
        if any(one["exit_code"] for one in steps):
            raise PublishedError(f"{file}: a step has failed: walk again")
    rows = [[name, *map(_seconds, of_step)] for name, *of_step in zip(names, *walks, strict=True)]
    together = [f"{sum(one['seconds'] for one in steps):.0f}" for steps in walks]
    headings = [heading.strip() for _, heading in files]
    return markdown(["step", *headings], [*rows, ["together", *together]], 1)


def _seconds(step):
    return f"{step['seconds']:.1f}"
