"""Sizes of letters on a printed page or in the book, in points: python tests/site/letters.py site/course.pdf"""

from __future__ import annotations

import sys
from collections import Counter

import pypdf


def sizes(page: pypdf.PageObject) -> Counter:
    """How many letters a page has of each size, in points."""
    found = Counter()

    def seen(text, user, matrix, font, size):
        found[round(abs(size * user[3] * matrix[3]), 1)] += len(text.strip())

    page.extract_text(visitor_text=seen)
    return found


if __name__ == "__main__":
    points = sum(map(sizes, pypdf.PdfReader(sys.argv[1]).pages), Counter())
    for size, count in points.most_common():
        if count > points.total() / 200:
            print(f"{size:5.1f} pt {count / points.total():6.1%}")
