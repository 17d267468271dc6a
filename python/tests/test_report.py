"""The interactive report, in a file and in a notebook."""

import html.parser
import pickle
import re

import numpy as np
import pytest

from scpp import SCPP, _core


@pytest.fixture()
def reported(rows):
    if not _core.has_report_page():
        pytest.skip("the library was built without its report page (node is absent)")
    return SCPP(n_clusters=3).fit(rows)


def test_report_is_one_file(reported, blobs, tmp_path):
    reported.report(tmp_path / "report.html", y=[f"class {i}" for i in blobs[1]], title="four clouds")
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert page.lstrip().lower().startswith("<!doctype html")
    assert "four clouds" in page and "class 2" in page


class Balanced(html.parser.HTMLParser):
    """Counts what is open, and gathers the text."""

    def __init__(self, page):
        super().__init__()
        self.open, self.text = [], []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag, attributes):
        self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        pass

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text.append(data)


def test_a_fitted_model_shows_its_clusters(rows):
    pandas = pytest.importorskip("pandas")
    hostile = [f"<script>alert({i})</script>" for i in range(rows.shape[1])]
    model = SCPP(n_clusters=3).fit(pandas.DataFrame(rows, columns=hostile))
    bundle = model._repr_mimebundle_()
    page = Balanced(bundle["text/html"])
    assert not page.open and "<script" not in bundle["text/html"]
    text = " ".join(page.text)
    assert "3 clusters of 300 rows in 8 features" in text and "<script>alert(" in text
    for count in np.bincount(model.labels_):
        assert str(count) in text
    assert bundle["text/html"].count("<circle") == 3
    assert bundle["text/plain"] == "SCPP(n_clusters=3)"
    alone = pickle.loads(pickle.dumps(model))._repr_html_()
    assert 'model.report("report.html", X)' in alone.replace("&quot;", '"') and not Balanced(alone).open


@pytest.mark.parametrize("clusters", [1, 2, 7, 30, 31])
def test_the_tree_beside_the_table_fits(rows, clusters):
    """Its clusters stand one below the other at the right, a line of the table each; every branch leads there from the left."""
    page = SCPP(n_clusters=clusters, quality="fast", min_cluster_size=0.0).fit(rows)._repr_html_()
    assert ("<svg" in page) == (1 < clusters == page.count("<tr>") - 1), "where every cluster has its line"
    if "<svg" not in page:
        return
    line = float(re.search(r"line-height: (\d+)px", page)[1])
    wide, high = map(float, re.search(r'<svg width="(\d+)" height="(\d+)"', page).groups())
    dots = np.array(re.findall(r'<circle cx="([\d.]+)" cy="([\d.]+)"', page), dtype=float)
    assert np.allclose(np.diff(dots[:, 1]), line) and len(dots) == clusters and np.ptp(dots[:, 0]) == 0
    assert dots[0, 1] > line and dots[-1, 1] < high, "below the heads of the table"
    branches = np.array(re.findall(r'd="M([-\d.]+) ([-\d.]+)V([-\d.]+)H([-\d.]+)"', page), dtype=float)
    assert len(branches) == 2 * clusters - 2
    assert (branches[:, 0] < branches[:, 3]).all() and (branches[:, 3] <= dots[0, 0]).all()
    assert (branches[:, 0] > 0).all() and dots[0, 0] < wide and (0 < branches[:, 1:3]).all() and (branches[:, 1:3] < high).all()


@pytest.mark.parametrize("clusters", [1, 12, 60])
def test_a_notebook_cell_is_small(clusters):
    X = np.random.default_rng(0).normal(size=(20_000, 30)) + 5 * np.random.default_rng(1).integers(4, size=(20_000, 1))
    model = SCPP(n_clusters=clusters, quality="fast", n_microclusters=50, min_cluster_size=0.0).fit(X)
    assert len(model._repr_html_().encode()) <= 60_000


def test_an_unfitted_model_shows_its_parameters():
    assert "SCPP" in SCPP()._repr_mimebundle_()["text/html"]
    assert "clusters of" not in SCPP()._repr_html_()
