"""What pages of the site refer to beside each other."""

from urllib.parse import quote

RECORDS, FIGURES = "records", "figures"


def record(file):
    """From the root of the site to the copy of a file of results."""
    return f"{RECORDS}/{quote(file)}"


def short(file, slug):
    """A file of results on a page of its device, for people."""
    return file.removeprefix(f"{slug}/")


def figure(file):
    """From the root of the site to the copy of a figure."""
    return f"{FIGURES}/{quote(file)}"


def commit(repository_url, revision):
    """The page of a commit on a forge of the usual form."""
    return f"{repository_url.rstrip('/')}/commit/{quote(revision)}"


def span(repository_url, first, second):
    """The page that compares two revisions."""
    return f"{repository_url.rstrip('/')}/compare/{quote(first)}...{quote(second)}"


def revision_text(code):
    """The revision of a record's `code`, for people."""
    name = "not known" if code["revision"] is None else code["revision"][:10]
    return f"{name} with changes" if code["dirty"] else name
