"""The five papers whose figures and strategies are here: the one place that knows who wrote them.

docs/papers.md, the head of each paper's page and CITATION.cff say the same, which tests hold.
"""

import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Paper:
    """One paper. doi: None where none is known; `url` leads to it then."""

    authors: tuple[tuple[str, str], ...]  # (given names, family name), in the paper's order
    title: str
    container: str  # the journal with volume and pages, the book, or the conference
    year: int
    doi: str | None = None
    url: str | None = None

    @property
    def link(self):
        """Where it is found."""
        return self.url if self.doi is None else f"https://doi.org/{self.doi}"

    @property
    def short(self):
        """As a sentence names it: "Bilotta et al. 2024"."""
        families = [family for _, family in self.authors]
        names = " and ".join(families) if len(families) < 3 else f"{families[0]} et al."
        return f"{names} {self.year}"

    def __str__(self):
        names = ", ".join(f"{given} {family}" for given, family in self.authors)
        found = self.link.partition("://")[2] if self.doi is None else f"doi:{self.doi}"
        return f"{names}: {self.title}. {self.container}, {self.year}. {found}"


PAPERS = {
    "A": Paper(
        authors=(
            ("Giuseppe", "Bilotta"),
            ("Vito", "Zago"),
            ("Alexis", "Hérault"),
            ("Annalisa", "Cappello"),
            ("Gaetana", "Ganci"),
            ("Hendrik D.", "van Ettinger"),
            ("Robert A.", "Dalrymple"),
        ),
        title="Optimization of flexible neighbors lists in Smoothed Particle Hydrodynamics on GPU",
        container="Advances in Engineering Software 196, 103711",
        year=2024,
        doi="10.1016/j.advengsoft.2024.103711",
    ),
    "B": Paper(
        authors=(("Giuseppe", "Bilotta"), ("Vito", "Zago"), ("Alexis", "Hérault")),
        title=(
            "Design and Implementation of Particle Systems for Meshfree Methods with High "
            "Performance"
        ),
        container="High Performance Parallel Computing, IntechOpen",
        year=2018,
        doi="10.5772/intechopen.81755",
    ),
    "C": Paper(
        authors=(
            ("David", "Algis"),
            ("Bérenger", "Bramas"),
            ("Emmanuelle", "Darles"),
            ("Lilian", "Aveneau"),
        ),
        title=(
            "Efficient GPU Implementation of Particle Interactions with Cutoff Radius and Few "
            "Particles per Cell"
        ),
        container="International Symposium on Parallel Computing and Distributed Systems (PCDS)",
        year=2024,
        url="https://inria.hal.science/hal-04621128",
    ),
    "D": Paper(
        authors=(
            ("Jose M.", "Domínguez"),
            ("Alejandro J. C.", "Crespo"),
            ("Moncho", "Gómez-Gesteira"),
        ),
        title=(
            "Optimization strategies for CPU and GPU implementations of a smoothed particle "
            "hydrodynamics method"
        ),
        container="Computer Physics Communications 184, 617–627",
        year=2013,
        doi="10.1016/j.cpc.2012.10.015",
    ),
    "E": Paper(
        authors=(
            ("Kemeng", "Huang"),
            ("Zipeng", "Zhao"),
            ("Chen", "Li"),
            ("Changbo", "Wang"),
            ("Hong", "Qin"),
        ),
        title="Novel hierarchical strategies for SPH-centric algorithms on GPGPU",
        container="Graphical Models, 101088",
        year=2020,
        doi="10.1016/j.gmod.2020.101088",
    ),
}


def named_in(texts):
    """The papers that any of the texts names, as in "paper A, figure 4": {letter: Paper}."""
    letters = {letter for text in texts for letter in re.findall(r"\b[Pp]aper ([A-Z])\b", text)}
    return {letter: paper for letter, paper in PAPERS.items() if letter in letters}
