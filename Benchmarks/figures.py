"""A line of the table, and the statistics that go into it."""
from dataclasses import dataclass


@dataclass(frozen=True)
class Figure:
    """One line: what hwctl needs, what the floor needs in the same run, and whether that is within the limit."""
    what: str
    hwctl: str
    floor: str
    comparison: str
    limit: str
    holds: bool

    @property
    def cells(self):
        return (self.what, self.hwctl, self.floor, self.comparison, self.limit, "yes" if self.holds else "NO")


HEADINGS = ("what", "hwctl", "floor", "ratio or difference", "limit", "holds")


def table(figures):
    """The figures as lines of text, in columns."""
    rows = [HEADINGS] + [figure.cells for figure in figures]
    widths = [max(len(row[column]) for row in rows) for column in range(len(HEADINGS))]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip() for row in rows]
    return "\n".join([lines[0], "  ".join("-" * width for width in widths), *lines[1:]])


def percentile(values, percent):
    """The smallest of the values that is not below `percent` percent of them (nearest rank)."""
    ordered = sorted(values)
    return ordered[max(0, -(-len(ordered) * percent // 100) - 1)]


def median(values):
    ordered = sorted(values)
    middle = len(ordered) // 2
    return ordered[middle] if len(ordered) % 2 else (ordered[middle - 1] + ordered[middle]) / 2
