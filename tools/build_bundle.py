"""Write dplearn/static/vega.js: the Vega, Vega-Lite and Vega-Embed libraries in one file, for use with no network.

usage: python tools/build_bundle.py

vl-convert carries the libraries; a reader's environment does not need it, only this file.
"""

from pathlib import Path

import vl_convert

SNIPPET = "globalThis.dplearnVegaEmbed = vegaEmbed;"
TARGET = Path(__file__).parent.parent / "dplearn" / "static" / "vega.js"

if __name__ == "__main__":
    TARGET.parent.mkdir(exist_ok=True)
    TARGET.write_text(vl_convert.javascript_bundle(SNIPPET), encoding="utf-8")
    print(f"{TARGET.name}: {TARGET.stat().st_size / 1e6:.2f} MB, Vega {vl_convert.get_vega_version()}, Vega-Lite "
          f"{vl_convert.get_vegalite_versions()}")
