"""The tree of splits: reading it, cutting it, growing it by hand."""

import numpy as np
import pytest

from scpp import SCPP, _core


@pytest.fixture()
def model(rows):
    return SCPP(n_clusters=5, min_cluster_size=0.0).fit(rows)


def test_nodes_add_up(model, rows):
    tree = model.tree_
    assert tree[0].n_samples == len(rows)
    assert len(tree.leaves) == model.n_clusters_ == 5
    assert len(tree.splits) == 4 and len(tree) == 9
    for number, node in enumerate(tree):
        if node.split is None:
            assert node.n_samples == (model.labels_ == tree.leaves.index(number)).sum()
            assert node.leaf_reason in _core.leaf_reasons
            assert node.leaf_sentence and node.order is None
        else:
            assert node.leaf_reason is None and node.leaf_sentence == ""
            assert node.split.stop in _core.stop_reasons
            assert node.split.cloud_cut is None, "K was given"
            assert node.n_samples == sum(tree[child].n_samples for child in node.children) == node.split.weights.sum()
    assert str(tree).count("cluster") == 5


def test_arrays_outlive_the_model_and_cannot_be_written(rows):
    projection = SCPP(n_clusters=2).fit(rows).tree_[0].split.projection
    # Unit columns: the norm of eight squares, rounded.
    np.testing.assert_allclose(np.linalg.norm(projection, axis=0), 1, atol=1e-14)
    with pytest.raises(ValueError, match="read-only"):
        projection[0] = 0


def test_labels_at_are_those_of_a_smaller_fit(rows):
    settings = dict(quality="fast", min_cluster_size=0.0)  # each tree goes on from the smaller one
    model = SCPP(n_clusters=5, **settings).fit(rows)
    for k in range(1, 6):
        assert np.array_equal(model.labels_at(k), SCPP(n_clusters=k, **settings).fit(rows).labels_)
    with pytest.raises(ValueError, match="cannot be cut to 0 clusters"):
        model.labels_at(0)


def test_labels_at_join_clusters_of_any_tree(model):
    finer = model.labels_
    for k in range(5, 0, -1):
        labels = model.labels_at(k)
        assert len(set(labels)) == k
        assert len(set(zip(finer, labels))) == len(set(finer)), "no cluster is torn apart"
        finer = labels


def test_prune_joins_what_is_below(model, rows):
    node = model.tree_.splits[-2]
    below = np.isin(model.labels_, model.tree_.labels_below(node))
    before = model.labels_.copy()
    assert model.prune(node) is model
    assert len(set(model.labels_[below])) == 1
    assert len(set(zip(model.labels_[~below], before[~below]))) == len(set(before[~below]))
    assert np.array_equal(model.predict(rows), model.labels_)
    assert model.n_clusters_ == len(model.tree_.leaves) == len(set(model.labels_))
    with pytest.raises(ValueError, match="it is a leaf"):
        model.prune(model.tree_.leaves[0])


def test_split_is_the_next_split_of_a_fit(rows):
    settings = dict(quality="fast", min_cluster_size=0.0)  # whose next split is that of its largest leaf
    small = SCPP(n_clusters=3, **settings).fit(rows)
    largest = max(small.tree_.leaves, key=lambda leaf: small.tree_[leaf].n_samples)
    assert small.split(largest) is small
    large = SCPP(n_clusters=4, **settings).fit(rows)
    assert small._model.to_bytes() == large._model.to_bytes()
    assert np.array_equal(small.labels_, large.labels_)


def test_a_sketch_is_cut_and_split_like_any_tree():
    X = np.random.default_rng(3).normal(size=(3000, 4)) + 6 * np.eye(4)[np.arange(3000) % 4]
    settings = dict(quality="fast", sketch="always", n_cells=200, n_microclusters=50, min_cluster_size=0.0)
    small, large = (SCPP(n_clusters=k, **settings).fit(X) for k in (3, 4))
    assert np.array_equal(large.predict(X), large.labels_)
    assert np.array_equal(large.labels_at(3), small.labels_)
    largest = max(small.tree_.leaves, key=lambda leaf: small.tree_[leaf].n_samples)
    assert small.split(largest)._model.to_bytes() == large._model.to_bytes()
    assert np.array_equal(small.labels_, large.labels_)
    scores = large.score_samples(X)
    assert ((scores >= 0) & (scores <= 1)).all()


def test_split_says_why_not(model):
    with pytest.raises(ValueError, match="node 0 cannot be split: it is no leaf"):
        model.split(0)
    with pytest.raises(ValueError, match="the tree has 9 nodes"):
        model.split(99)


def test_k_way_tree(blobs):
    model = SCPP(n_clusters=4, method="kway", n_components=3).fit(blobs[0])
    assert len(model.tree_[0].children) == 4
    assert len(set(model.labels_)) == 4
