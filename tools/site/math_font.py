"""Make static/math.woff2, the font of the formulas: python -m tools.site.math_font STIX-TWO-MATH.woff2

Few readers have a font made for mathematics, and without one a browser sets roots, fences and scripts badly. So pages
bring their own: STIX Two Math (npm's @fontsource/stix-two-math 5.3.0 holds it; SIL Open Font License 1.1, no reserved
name, static/math-OFL.txt), cut down to the letters and signs of a course such as this, 55 kB. One thing is changed:
taller roots are made no wider, for Chromium reserves the width of the widest behind each root. Needs fontTools and
brotli; builds do not.
"""

from __future__ import annotations

import sys
from pathlib import Path

LETTERS = ("20-7E,A0-B7,D7,F7,391-3C9,3D1-3D6,3F1-3F5,1D434-1D467,210E-2113,1D6A4-1D6A5,1D6E2-1D71B,1D49C-1D4CF,"
           "212B-2134,1D538-1D56B,2102,2115-2124,2200-2293,22C5,22EF,2190-2195,21A6,21D2-21D4,2016,2026,2032-2034,"
           "2061-2063,2308-230B,27E8-27E9,23DE-23DF,25A0-25A1,2A7D-2A7E,2C6,2C9,2DC,302-304")
ROOT_WIDTH = 820  # thousandths of an em


def cut(font) -> None:
    """In place: the glyphs of LETTERS and what they grow to, under a name of its own."""
    from fontTools import subset

    kept = subset.Options(layout_features=["ssty", "ccmp", "mark", "mkmk", "kern"], hinting=False, notdef_outline=True,
                          name_IDs=[0, 13, 14])
    cutter = subset.Subsetter(kept)
    cutter.populate(unicodes=subset.parse_unicodes(LETTERS))
    cutter.subset(font)
    for number, name in ((1, "dplearn Math"), (2, "Regular"), (4, "dplearn Math"), (6, "dplearnMath")):
        font["name"].setName(name, number, 3, 1, 0x409)


def narrow_roots(font) -> None:
    """In place: all sizes of the root sign as wide as ROOT_WIDTH."""
    variants = font["MATH"].table.MathVariants
    root = variants.VertGlyphConstruction[variants.VertGlyphCoverage.glyphs.index(font.getBestCmap()[0x221A])]
    names = {r.VariantGlyph for r in root.MathGlyphVariantRecord} | {p.glyph for p in root.GlyphAssembly.PartRecords}
    for name in names:
        width, _ = font["hmtx"][name]
        glyph = font["glyf"][name]
        glyph.coordinates.scale((ROOT_WIDTH / width, 1))
        glyph.coordinates.toInt()
        glyph.recalcBounds(font["glyf"])
        font["hmtx"][name] = (ROOT_WIDTH, glyph.xMin)


def main() -> None:
    """Cut the font that the command names."""
    from fontTools.ttLib import TTFont

    font = TTFont(sys.argv[1])
    cut(font)
    narrow_roots(font)
    font.flavor = "woff2"
    font.save(Path(__file__).parent / "static" / "math.woff2")


if __name__ == "__main__":
    main()
