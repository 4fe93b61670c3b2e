"""Rows of the table, and how they read."""

import dataclasses
import statistics


@dataclasses.dataclass
class Row:
    """One figure: its name, the two values as text, the figure of each pair, and its limit."""
    name: str
    ours: str
    theirs: str
    figures: list
    limit: float | None  # None: for information
    unit: str = ""

    @property
    def missed(self):
        return self.limit is not None and round(self.figure, 2) > self.limit

    @property
    def figure(self):
        return statistics.median(self.figures)

    def __str__(self):
        figure = f"{self.figure:.2f}{self.unit}"
        if len(self.figures) > 1:
            figure += f" ({min(self.figures):.2f}–{max(self.figures):.2f})"
        target = "–" if self.limit is None else f"{self.limit:.2f}{self.unit}"
        if self.missed:
            target += ", **missed**"
        return f"| {self.name} | {self.ours} | {self.theirs} | {figure} | {target} |"


HEADER = """\
| what | meditate | against | ratio (least–most) | at most |
| --- | ---: | ---: | ---: | ---: |"""


def compare(name, ours, theirs, rival, limit, show):
    """A row of the ratios of values that were measured in pairs; `show` turns a value into text."""
    return Row(
        name, show(statistics.median(ours)), f"{show(statistics.median(theirs))} {rival}",
        [mine / other for mine, other in zip(ours, theirs)], limit)


def milliseconds(seconds):
    return f"{seconds * 1000:.0f} ms"


def megabytes(count):
    return f"{count / 1e6:.1f} MB"
