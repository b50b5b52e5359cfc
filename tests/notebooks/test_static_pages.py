"""What `make pages` makes of the links between pages."""

import nbformat
from nbconvert import HTMLExporter
from pages import ROOT


def test_links_between_pages_lead_to_static_pages():
    notebook = nbformat.v4.new_notebook(cells=[
        nbformat.v4.new_markdown_cell("[1a](deeper/1a-cheap-classes.ipynb), [there](00-start-here.ipynb#Goals), `run "
                                      "x.ipynb`"),
        nbformat.v4.new_code_cell("statements.index()", outputs=[
            nbformat.v4.new_output("display_data", {"text/html": '<a href="08-errata.ipynb">8</a>'})]),
    ])
    exporter = HTMLExporter(template_name="described", extra_template_basedirs=[str(ROOT / "tools" / "templates")])
    page, _ = exporter.from_notebook_node(notebook)
    assert 'href="deeper/1a-cheap-classes.html"' in page and 'href="00-start-here.html#Goals"' in page
    assert 'href="08-errata.html"' in page
    assert "run x.ipynb" in page
