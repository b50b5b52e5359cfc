"""Letters of a printed page or of the book: python tests/site/letters.py site/course.pdf

A row for each size of which there are many: points, share of all letters, fonts."""

from __future__ import annotations

import sys
from collections import Counter

import pypdf

MANY = 0.005


def letters(page: pypdf.PageObject) -> Counter:
    """How many letters a page has of each font and size, in points."""
    found = Counter()

    def seen(text, user, matrix, font, size):
        name = (font or {}).get("/BaseFont", "?").lstrip("/").rpartition("+")[2]
        found[name, round(abs(size * user[3] * matrix[3]), 1)] += len(text.strip())

    page.extract_text(visitor_text=seen)
    return found


def by_size(found: Counter) -> Counter:
    """How many letters there are of each size."""
    points = Counter()
    for (_, size), count in found.items():
        points[size] += count
    return points


def main(pdf: str) -> None:
    """Print the rows, the commonest first."""
    found = sum(map(letters, pypdf.PdfReader(pdf).pages), Counter())
    points = by_size(found)
    for size, count in points.most_common():
        if count > MANY * points.total():
            fonts = [name for (name, other), n in found.most_common() if other == size and n > MANY * count]
            print(f"{size:5.1f} pt {count / points.total():6.1%}  {', '.join(fonts)}")


if __name__ == "__main__":
    main(sys.argv[1])
