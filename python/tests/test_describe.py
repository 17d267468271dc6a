"""What the clusters are like, why a row is where it is, and a score for searches."""

import copy
import pickle
import warnings

import numpy as np
import pytest
from sklearn.datasets import load_wine, make_blobs
from sklearn.model_selection import GridSearchCV
from sklearn.utils import shuffle

from scpp import SCPP

pandas = pytest.importorskip("pandas")

# Means of some hundred rows of size 10, summed in another order.
ROUNDING = 1e-11


@pytest.fixture(scope="module")
def wine():
    return load_wine(as_frame=True).data


@pytest.fixture(scope="module")
def model(wine):
    return SCPP(n_clusters=4).fit(wine)


def test_centres_are_the_means_of_the_clusters(rows):
    weight = 1.0 + np.arange(len(rows)) % 3
    for weights in (None, weight):
        model = SCPP(n_clusters=4).fit(rows, sample_weight=weights)
        means = [np.average(rows[model.labels_ == k], axis=0, weights=None if weights is None else weight[model.labels_ == k])
                 for k in range(4)]  # fmt: skip
        np.testing.assert_allclose(model.cluster_centers_, means, atol=ROUNDING)


def test_centres_follow_edits_and_copies(rows):
    model = SCPP(n_clusters=5, min_cluster_size=0.0).fit(rows)
    pruned = model.prune(model.tree_.splits[-2])
    refined = pruned.split(pruned.tree_.leaves[0])
    twins = [pickle.loads(pickle.dumps(model)), copy.deepcopy(model)]
    for each in (model, pruned, refined, *twins, twins[0].prune(model.tree_.splits[-2])):
        means = [rows[each.labels_ == k].mean(axis=0) for k in range(each.n_clusters_)]
        np.testing.assert_allclose(each.cluster_centers_, means, atol=ROUNDING)


def test_a_model_file_has_no_centres(model, tmp_path):
    model.save(tmp_path / "model.scpp")
    loaded = SCPP.load(tmp_path / "model.scpp")
    assert not hasattr(loaded, "cluster_centers_")
    with pytest.raises(AttributeError, match="which a model file does not bring"):
        loaded.cluster_centers_


def test_profile_says_how_clusters_lie(model, wine):
    profile = model.cluster_profile(n_features=wine.shape[1])
    assert len(profile) == 4 * wine.shape[1]
    for (label, feature), line in profile.iterrows():
        here, rest = wine.loc[model.labels_ == label, feature], wine.loc[model.labels_ != label, feature]
        pooled = np.sqrt((here.var() * (len(here) - 1) + rest.var() * (len(rest) - 1)) / (len(wine) - 2))
        expected = [len(here), (here.mean() - rest.mean()) / pooled, here.mean(), here.std(), rest.mean()]
        found = line[["n_samples", "effect", "mean", "std", "mean_elsewhere"]].astype(float)
        np.testing.assert_allclose(found, expected, rtol=1e-9)
    effects = model.cluster_profile(n_features=3)["effect"].abs()
    assert effects.groupby(level="cluster").apply(lambda each: each.is_monotonic_decreasing).all()


def test_profile_of_a_single_cluster(rows):
    profile = SCPP(n_clusters=1).fit(rows).cluster_profile()
    assert (profile["effect"] == 0).all() and profile["mean_elsewhere"].isna().all()


@pytest.mark.parametrize("parameters", [{}, {"quality": "fast"}, {"method": "kway"}, {"n_components": 1}], ids=str)
def test_explanations_add_up_to_positions(wine, parameters):
    model = SCPP(n_clusters=4, **parameters).fit(wine)
    for place in (0, 77, 177):
        way = model.explain(place, n_features=wine.shape[1])
        nodes = way.index.get_level_values("node").unique()
        path = model.tree_.path(model.tree_.leaves[model.labels_[place]])
        assert [*nodes, way["child"].iloc[-1]] == path
        for node in nodes:
            split, lines = model.tree_[node].split, way.loc[node]
            point = model._model.project([node], wine.iloc[[place]].to_numpy())[0]
            here = split.side == model.tree_[node].children.index(lines["child"].iloc[0])
            centres = split.microclusters @ split.projection
            own, other = (np.average(centres[on], axis=0, weights=split.weights[on]) for on in (here, ~here))
            position = (point - other) @ (own - other) / np.square(own - other).sum()
            share = split.weights[here].sum() / split.weights.sum()
            # Coordinates of size one over gaps of size one: a hundred roundings of 1e-16.
            assert lines["position"].iloc[0] == pytest.approx(position, abs=1e-10)
            assert share + lines["contribution"].sum() == pytest.approx(position, abs=1e-10)


def test_explain_takes_places_and_rows(model, wine):
    for row in (wine.iloc[5], wine.iloc[[5]].to_numpy()[0].tolist()):
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", message="X does not have valid feature names")
            assert model.explain(row)["position"].tolist() == pytest.approx(model.explain(5)["position"].tolist())
    with pytest.raises(ValueError, match=r"row must be in \[0, 177\], or a row of numbers. Got 178 instead"):
        model.explain(178)
    assert SCPP(n_clusters=1).fit(wine).explain(0).empty


def test_loadings_are_the_slopes_of_coordinates(model, wine):
    rows = wine.to_numpy()
    for place, node in enumerate(model.tree_.splits):
        for feature in (0, 12):
            moved = rows.copy()
            moved[:, feature] += rows[:, feature].std()
            slope = model.transform(pandas.DataFrame(moved, columns=wine.columns)) - model.transform(wine)
            expected = model.loadings(node)[feature] * rows[:, feature].std() * model._model.scale[feature]
            np.testing.assert_allclose(slope[:, 2 * place : 2 * place + 2] - expected, 0, atol=1e-10)


def test_score_is_the_simplified_silhouette(rows):
    model = SCPP(n_clusters=4, quality="fast").fit(rows)
    scaled = (rows - rows.mean(axis=0)) / rows.std(axis=0)
    means = np.array([scaled[model.labels_ == k].mean(axis=0) for k in range(4)])
    distance = np.linalg.norm(scaled[:, None] - means, axis=2)
    own = distance[np.arange(len(rows)), model.labels_]
    distance[np.arange(len(rows)), model.labels_] = np.inf
    other = distance.min(axis=1)
    # The scale of a column has n - 1 or n below its root: the same factor above and below.
    assert model.score(rows) == pytest.approx(((other - own) / np.maximum(own, other)).mean(), abs=1e-9)
    assert SCPP(n_clusters=1).fit(rows).score(rows) == 0


def test_a_search_needs_no_scoring():
    X, _ = make_blobs(n_samples=400, n_features=6, centers=4, random_state=5)
    search = GridSearchCV(SCPP(), {"n_clusters": [2, 3, 4, 5, 6]}, cv=3).fit(X)
    assert search.best_params_ == {"n_clusters": 4}


def test_rows_in_another_order_have_the_same_description(rows):
    mixed, place = shuffle(rows, np.arange(len(rows)), random_state=0)
    one, other = SCPP(n_clusters=4).fit(rows), SCPP(n_clusters=4).fit(mixed)
    of_other = [other.labels_[np.flatnonzero(place == np.flatnonzero(one.labels_ == k)[0])[0]] for k in range(4)]
    np.testing.assert_allclose(other.cluster_centers_[of_other], one.cluster_centers_, atol=ROUNDING)


@pytest.mark.parametrize("clusters", [1, 3])
def test_a_profile_of_sums_is_that_of_the_rows(rows, clusters):
    from scpp._describe import _profile_of_sums

    labels = np.arange(len(rows)) % clusters
    parts = [rows[labels == k] for k in range(clusters)]
    counts, mean, deviation, effect = _profile_of_sums(
        np.array([len(part) for part in parts], float),
        np.array([part.sum(axis=0) for part in parts]),
        np.array([np.square(part).sum(axis=0) for part in parts]),
    )
    assert counts.sum() == len(rows)
    for k, part in enumerate(parts):
        assert np.allclose(mean[k], part.mean(axis=0)) and np.allclose(deviation[k], part.std(axis=0, ddof=1))
        rest = rows[labels != k]
        if not len(rest):
            assert not effect.any(), "there is nothing to differ from"
            continue
        pooled = np.sqrt((part.var(axis=0) * len(part) + rest.var(axis=0) * len(rest)) / (len(rows) - 2))
        assert np.allclose(effect[k], (part.mean(axis=0) - rest.mean(axis=0)) / pooled)


@pytest.mark.parametrize("value", [0, 0.1, 1e-7, 123456.7])
def test_a_constant_column_sets_no_cluster_apart(value):
    from scpp._describe import _profile_of_sums

    # Sums of so many rows round; means of them differ by that.
    counts = np.array([1000.0, 700.0, 3.0])
    sums, squares = (np.array([[np.full(int(n), v).sum()] for n in counts]) for v in (value, value * value))
    assert (_profile_of_sums(counts, sums, squares)[3] == 0).all()
