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

RANGES = [(0x20, 0x7E), (0xA0, 0xB7), (0xD7, 0xD7), (0xF7, 0xF7), (0x391, 0x3C9), (0x3D1, 0x3D6), (0x3F1, 0x3F5),
          (0x1D434, 0x1D467), (0x210E, 0x2113), (0x1D6A4, 0x1D6A5), (0x1D6E2, 0x1D71B),  # italic
          (0x1D49C, 0x1D4CF), (0x212B, 0x2134), (0x1D538, 0x1D56B), (0x2102, 0x2102), (0x2115, 0x2124),
          (0x2200, 0x2293), (0x22C5, 0x22C5), (0x22EF, 0x22EF), (0x2190, 0x2195), (0x21A6, 0x21A6), (0x21D2, 0x21D4),
          (0x2016, 0x2016), (0x2026, 0x2026), (0x2032, 0x2034), (0x2061, 0x2063), (0x2308, 0x230B), (0x27E8, 0x27E9),
          (0x23DE, 0x23DF), (0x25A0, 0x25A1), (0x2A7D, 0x2A7E), (0x2C6, 0x2C6), (0x2C9, 0x2C9), (0x2DC, 0x2DC),
          (0x302, 0x304)]
ROOT_WIDTH = 820  # thousandths of an em


def cut(font) -> None:
    """In place: the glyphs of RANGES and what they grow to, under a name of its own."""
    from fontTools import subset

    kept = subset.Options(layout_features=["ssty", "ccmp", "mark", "mkmk", "kern"], hinting=False, notdef_outline=True,
                          name_IDs=[0, 13, 14])
    cutter = subset.Subsetter(kept)
    cutter.populate(unicodes=[code for low, high in RANGES for code in range(low, high + 1)])
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
