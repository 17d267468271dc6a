"""What a fit reads, and what it gives back."""

import threading
import time

import numpy as np
import pytest
from sklearn.exceptions import ConvergenceWarning
from sklearn.metrics import adjusted_rand_score

from scpp import SCPP, SpectralProjection


def model_bytes(X, **parameters):
    return SCPP(n_clusters=4, **parameters).fit(X)._model.to_bytes()


def test_finds_separate_clouds(blobs):
    X, y = blobs
    assert adjusted_rand_score(y, SCPP(n_clusters=4).fit_predict(X)) == 1


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_memory_layout_changes_nothing(rows, dtype):
    X = rows.astype(dtype)
    wide = np.empty((2 * len(X), 3 * X.shape[1] + 1), dtype)
    views = {
        "Fortran order": np.asfortranarray(X),
        "every second row, every third column": wide[::2, 1::3],
        "backwards": X[::-1, ::-1].copy()[::-1, ::-1],
        "read-only": X.copy(),
    }
    views["every second row, every third column"][:] = X
    views["read-only"].setflags(write=False)
    expected = model_bytes(X)
    for name, view in views.items():
        assert np.array_equal(view, X)
        assert model_bytes(view) == expected, name


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("order", ["C", "F"])
def test_rows_are_not_copied(rows, dtype, order):
    X = np.array(rows, dtype=dtype, order=order)
    assert np.shares_memory(SCPP(n_clusters=2).fit(X)._fit_rows, X)


def test_unaligned_rows_are_read_right(rows):
    packed = np.zeros(len(rows), dtype=[("flag", "i1"), ("row", "f8", rows.shape[1])])
    packed["row"] = rows
    assert not packed["row"].flags.aligned
    assert model_bytes(packed["row"]) == model_bytes(rows)


def test_integers_and_lists_are_rows_too(rows):
    whole = np.rint(10 * rows) + 0.0  # no -0, which whole numbers do not have
    assert model_bytes(whole.astype(int)) == model_bytes(whole)
    assert model_bytes(whole.tolist()) == model_bytes(whole)


def test_rows_are_not_changed(rows):
    X = rows.copy()
    SCPP(n_clusters=4).fit(X).transform(X)
    assert np.array_equal(X, rows)


def test_threads_change_only_what_the_model_says_of_them(rows):
    one, many = (SCPP(n_clusters=4, n_threads=n).fit(rows) for n in (1, 3))
    assert np.array_equal(one.labels_, many.labels_)
    assert np.array_equal(one.transform(rows), many.transform(rows))


def test_predict_repeats_the_labels(rows):
    model = SCPP(n_clusters=6).fit(rows)
    assert np.array_equal(model.predict(rows), model.labels_)


def test_whole_weights_are_repeated_rows(rows):
    """The sums over 600 rows and over 300 weighted ones differ by rounding, the borders lie between clouds."""
    weight = np.arange(len(rows)) % 3 + 1
    weighted = SCPP(n_clusters=4).fit(rows, sample_weight=weight)
    repeated = SCPP(n_clusters=4).fit(np.repeat(rows, weight, axis=0))
    assert np.array_equal(weighted.predict(rows), repeated.predict(rows))
    assert weighted.tree_[0].n_samples == weight.sum()


def test_fewer_clusters_than_asked_for_are_a_warning():
    X = np.repeat([[0.0, 0.0], [1.0, 1.0]], 20, axis=0)
    with pytest.warns(ConvergenceWarning, match="2 of 5 clusters were found: .*distinct rows"):
        model = SCPP(n_clusters=5, min_cluster_size=0.0).fit(X)
    assert model.n_clusters_ == 2


def test_seeds(rows):
    def fitted(state):
        return model_bytes(rows, start="random", random_state=state)

    assert fitted(None) == fitted(0) != fitted(1)
    assert fitted(np.random.RandomState(5)) == fitted(np.random.RandomState(5))


def test_min_cluster_size_counts_rows_or_takes_a_share(rows):
    by_share = SCPP(n_clusters=4, min_cluster_size=0.4).fit(rows)
    by_count = SCPP(n_clusters=4, min_cluster_size=30).fit(rows)
    assert np.array_equal(by_share.labels_, by_count.labels_)
    assert np.bincount(by_count.labels_).min() >= 30
    exact = SCPP(n_clusters=2, min_cluster_size=10).fit(np.repeat([[0.0, 1.0], [5.0, 2.0]], 10, axis=0))
    assert np.bincount(exact.labels_).tolist() == [10, 10]


@pytest.mark.parametrize("quality", ["fast", "default"])
def test_transform_puts_the_planes_side_by_side(rows, quality):
    model = SCPP(n_clusters=4, n_components=3, quality=quality).fit(rows)
    coordinates = model.transform(rows)
    assert coordinates.shape == (len(rows), 3 * 3) == (len(rows), len(model.get_feature_names_out()))
    scaled = (rows - model._model.mean) * model._model.scale
    for i, node in enumerate(model.tree_.splits):
        plane = coordinates[:, 3 * i : 3 * i + 3]
        shift = plane - scaled @ model.loadings(node)
        # Products of numbers of order one, summed in another order.
        np.testing.assert_allclose(shift, np.broadcast_to(shift[0], shift.shape), atol=1e-13)
        if quality == "fast":  # without a metric the centre is one of scaled columns
            np.testing.assert_allclose(plane, (scaled - model.tree_[node].split.centre) @ model.tree_[node].split.projection, atol=1e-13)


def test_score_samples_is_low_between_clouds():
    rng = np.random.default_rng(1)
    X = np.vstack([rng.normal(centre, 1, (100, 3)) for centre in (-6, 6)])
    model = SCPP(n_clusters=2).fit(X)
    middle, inside = model.score_samples([[0.0, 0.0, 0.0], [6.0, 6.0, 6.0]])
    scores = model.score_samples(X)
    assert ((scores >= 0) & (scores <= 1)).all()
    assert middle < scores.min() and inside > 0.99


def test_projection_is_the_first_split(rows):
    projection = SpectralProjection().fit(rows)
    first = SCPP(n_clusters=2).fit(rows)
    assert np.array_equal(projection.transform(rows), first.transform(rows))
    assert projection.get_feature_names_out().tolist() == ["spectralprojection0", "spectralprojection1"]
    assert projection.lambda2_ == first.tree_[0].split.lambda2


def test_fit_releases_the_lock():
    """Another thread goes on while a fit runs; with the lock held it would stand still for nearly all of it."""
    X = np.random.default_rng(0).normal(size=(30_000, 40))
    worker = threading.Thread(target=SCPP(n_clusters=6, n_threads=1).fit, args=(X,))
    worker.start()
    began = last = time.perf_counter()
    longest = 0.0
    while worker.is_alive():
        now = time.perf_counter()
        longest, last = max(longest, now - last), now
    worker.join()
    assert longest < (last - began) / 2


def test_verbose_shows_the_clusters(rows, capsys):
    SCPP(n_clusters=4, verbose=1).fit(rows)
    shown = capsys.readouterr()
    assert "4/4" in shown.err + shown.out


def test_auto_finds_how_many_clusters_there_are(blobs):
    X, y = blobs
    model = SCPP(n_clusters="auto").fit(X)
    assert model.n_clusters_ == 4
    assert adjusted_rand_score(y, model.labels_) == 1
    assert SCPP(n_clusters="auto", max_clusters=2).fit(X).n_clusters_ == 2
