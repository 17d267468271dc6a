"""Sphinx settings of the site. scripts/docs puts the pages together (stage.py) and calls Sphinx on them."""

import os
import re
import sys
from pathlib import Path

ROOT = Path(os.environ["SCPP_ROOT"])
OUT = Path(os.environ["SCPP_DOCS_OUT"])
sys.path.insert(0, str(OUT / "python"))

project = "scpp"
version = release = re.search(r"project\(scpp VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text()).group(1)
author = "the scpp authors"
copyright = "the scpp authors"  # noqa: A001 (Sphinx's own name)

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.mathjax", "numpydoc", "breathe", "sphinx_copybutton"]
root_doc = "index"
exclude_patterns = []
myst_enable_extensions = ["colon_fence", "deflist", "attrs_image"]
myst_heading_anchors = 4
suppress_warnings = []
nitpicky = False

# ---- Python: the classes inherit from scikit-learn's, whose own members are described there
autodoc_member_order = "bysource"
autodoc_typehints = "none"
numpydoc_show_class_members = False
numpydoc_xref_param_type = False

# ---- C++: doxygen reads include/scpp
breathe_projects = {"scpp": str(OUT / "doxygen" / "xml")}
breathe_default_project = "scpp"
breathe_default_members = ("members",)
cpp_id_attributes = []
highlight_language = "text"

# ---- the pages
html_theme = "furo"
html_title = f"scpp {release}"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_js_files = [("site.js", {"defer": "defer"})]
html_copy_source = False
html_show_sourcelink = False
html_show_sphinx = False
html_last_updated_fmt = None
pygments_style = "xcode"  # this and the next have enough contrast for every kind of word
pygments_dark_style = "github-dark"
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True


# ---- what Debian's build of the theme lacks

NORMALIZE = Path("/usr/share/javascript/normalize.css/normalize.css")  # the theme's package depends on it
DARK = re.compile(r'^  body\[data-theme="dark"\] (\{.*?\})', re.M | re.S)


def mended_style(text):
    """The theme's style: it imports a file of the web server's, and goes dark only when told by a script."""
    text = text.replace("@import url(/javascript/normalize.css/normalize.css);", NORMALIZE.read_text())
    dark = DARK.search(text).group(1)
    return f'{text}\n@media (prefers-color-scheme: dark) {{ body:not([data-theme="light"]) {dark} }}\n'


def mended_page(text):
    """Without the theme's script, which a browser does not run from a disk (site.js does what is needed of it); headings have a level, and
    code and tables that scroll can be reached by keyboard."""
    text = re.sub(r'<script src="[^"]*scripts/furo\.js"></script>', "", text)
    text = text.replace('role="heading">', 'role="heading" aria-level="2">')
    return text.replace("<pre>", '<pre tabindex="0">').replace("<table class", '<table tabindex="0" class')


def mend(app, failed):
    out = Path(app.outdir)
    for pattern, mended in (("*.html", mended_page), ("_static/styles/furo.css", mended_style)):
        for path in () if failed else out.rglob(pattern):
            text = path.read_text(encoding="utf-8")
            if (better := mended(text)) != text and "prefers-color-scheme: dark) { body" not in text:
                path.write_text(better, encoding="utf-8")


def setup(app):
    app.connect("build-finished", mend)
