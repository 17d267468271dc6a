"""How sure a model is of rows, and how clear its clusters are."""

import pickle

import numpy as np
import pytest
from scipy import sparse
from sklearn.base import clone
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from scpp import SCPP


@pytest.fixture(scope="module")
def touching():
    """Three clouds of which two overlap, and one row far from all."""
    draw = np.random.default_rng(4)
    centres = np.array([[0.0, 0, 0, 0], [3.0, 0, 0, 0], [0.0, 12, 0, 0]])
    rows = centres[np.arange(600) % 3] + draw.normal(size=(600, 4))
    rows[-1] = [0, 12, 30, 0]
    return rows


@pytest.fixture(scope="module")
def model(touching):
    return SCPP(n_clusters=3).fit(touching)


def test_probabilities_of_the_fit_are_those_of_its_rows(model, touching):
    proba = model.predict_proba(touching)
    assert proba.shape == (600, 3) and (proba >= 0).all()
    # Three quotients with one sum.
    np.testing.assert_allclose(proba.sum(axis=1), 1, atol=1e-12)
    assert np.array_equal(model.probabilities_, proba[np.arange(600), model.labels_])
    assert np.array_equal(model.probabilities_, model.score_samples(touching))
    assert np.array_equal(model.outlier_scores_, model.outlier_scores(touching))
    assert np.array_equal(model.probabilities_, clone(model).fit(touching).probabilities_)


def test_each_row_is_judged_alone(model, touching):
    """But for the last bits of sums that the library takes over blocks of rows."""
    order = np.random.default_rng(0).permutation(600)
    together = model.predict_proba(touching)
    np.testing.assert_allclose(model.predict_proba(touching[order]), together[order], atol=1e-15)
    np.testing.assert_allclose(model.predict_proba(touching[7:8]), together[7:8], atol=1e-15)


def test_rows_between_clouds_are_less_sure_and_far_ones_are_outliers(model):
    middle, inside, far = np.array([[1.5, 0, 0, 0]]), np.array([[0.0, 12, 0, 0]]), np.array([[0.0, 12, 30, 0]])
    assert model.score_samples(middle)[0] < 0.9 < model.score_samples(inside)[0]
    assert model.outlier_scores(far)[0] > 0.5 > model.outlier_scores(inside)[0]
    assert ((model.outlier_scores_ >= 0) & (model.outlier_scores_ < 1)).all()


def test_confidence_travels(model, touching, tmp_path):
    expected = model.predict_proba(touching)
    model.save(tmp_path / "model.scpp")
    loaded, pickled = SCPP.load(tmp_path / "model.scpp"), pickle.loads(pickle.dumps(model))
    for other in (loaded, pickled):
        assert np.array_equal(other.predict_proba(touching), expected) and other.verdict_ == model.verdict_
    with pytest.raises(AttributeError, match=r"which are not here; score_samples\(X\) takes any"):
        loaded.probabilities_
    pipeline = make_pipeline(StandardScaler(), SCPP(n_clusters=3)).fit(touching)
    scaled = StandardScaler().fit_transform(touching)
    assert np.array_equal(pipeline.predict_proba(touching), SCPP(n_clusters=3).fit(scaled).predict_proba(scaled))


def test_edits_forget_what_was_said_of_other_clusters(model, touching):
    model.probabilities_
    for edited in (model.prune(model.tree_.splits[-1]), model.split(model.tree_.leaves[0])):
        proba = edited.predict_proba(touching)
        assert proba.shape[1] == edited.n_clusters_
        assert np.array_equal(edited.probabilities_, proba[np.arange(600), edited.labels_])
    assert np.array_equal(model.probabilities_, model.score_samples(touching))


def test_missing_cells_and_sparse_rows(touching):
    gaps = touching.copy()
    gaps[5, 1] = np.nan
    dropped = SCPP(n_clusters=3, missing="drop-row").fit(gaps)
    assert np.isnan(dropped.probabilities_[5]) and np.isnan(dropped.predict_proba(gaps)[5]).all()
    assert np.isfinite(np.delete(dropped.outlier_scores_, 5)).all()
    counts = np.round(np.abs(touching))
    thin, plain = SCPP(n_clusters=3).fit(sparse.csr_matrix(counts)), SCPP(n_clusters=3).fit(counts)
    assert np.array_equal(thin.probabilities_, plain.probabilities_)
    assert np.array_equal(thin.predict_proba(sparse.csc_matrix(counts)), plain.predict_proba(counts))


def test_clarity_is_the_library_s_verdict(model, touching):
    pytest.importorskip("pandas")
    clarity, words, nearest, splits, sentence = model._model.verdict()
    profile = model.cluster_profile(n_features=1).droplevel("feature")
    assert profile["clarity"].tolist() == clarity and profile["nearest"].tolist() == nearest
    apart = model.predict([[0.0, 12, 0, 0]])[0]
    assert clarity[apart] == max(clarity) and nearest[1 - min(apart, 1)] != apart
    nodes = model.tree_.to_pandas()
    assert [None if value != value else value for value in nodes["clarity"]] == splits
    assert model.verdict_ == sentence and sentence in model._repr_html_()
    assert all(f"{value:.2f} {word}" in model._repr_html_() for value, word in zip(clarity, words))


def test_a_single_cluster_is_sure(rows):
    one = SCPP(n_clusters=1).fit(rows)
    assert (one.predict_proba(rows) == 1).all() and (one.probabilities_ == 1).all()
    assert one.cluster_profile(n_features=1)["nearest"].isna().all()
