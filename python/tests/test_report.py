"""The interactive report, in a file and in a notebook."""

import html

import pytest

from scpp import SCPP, _core


@pytest.fixture()
def model(rows):
    if not _core.has_report_page():
        pytest.skip("the library was built without its report page (node is absent)")
    return SCPP(n_clusters=3).fit(rows)


def test_report_is_one_file(model, blobs, tmp_path):
    model.report(tmp_path / "report.html", y=[f"class {i}" for i in blobs[1]], title="four clouds")
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert page.lstrip().lower().startswith("<!doctype html")
    assert "four clouds" in page and "class 2" in page


def test_a_fitted_model_shows_its_report(model):
    bundle = model._repr_mimebundle_()
    assert bundle["text/html"].startswith("<iframe srcdoc=")
    assert "<!doctype html" in html.unescape(bundle["text/html"]).lower()
    assert bundle["text/plain"] == "SCPP(n_clusters=3)"


def test_an_unfitted_model_shows_its_parameters():
    assert "SCPP" in SCPP()._repr_mimebundle_()["text/html"]
    assert "iframe" not in SCPP()._repr_html_()
