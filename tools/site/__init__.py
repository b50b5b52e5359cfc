"""`python -m tools.site` builds the course's web site: pages from the committed notebooks, sliders from baked tables."""
