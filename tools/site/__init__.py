"""`python -m tools.site` builds the web site: pages from the committed notebooks, sliders from baked tables."""
