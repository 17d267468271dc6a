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
    before, bits = model.labels_.copy(), model._model.to_bytes()
    pruned = model.prune(node)
    assert len(set(pruned.labels_[below])) == 1
    assert len(set(zip(pruned.labels_[~below], before[~below]))) == len(set(before[~below]))
    assert np.array_equal(pruned.predict(rows), pruned.labels_)
    assert pruned.n_clusters_ == len(pruned.tree_.leaves) == len(set(pruned.labels_)) < 5
    with pytest.raises(ValueError, match="it is a leaf"):
        model.prune(model.tree_.leaves[0])
    refined = model.split(model.tree_.leaves[0])
    assert refined.n_clusters_ == len(set(refined.labels_)) == 6
    assert model._model.to_bytes() == bits and np.array_equal(model.labels_, before), "edits give new models"


def test_split_is_the_next_split_of_a_fit(rows):
    settings = dict(quality="fast", min_cluster_size=0.0)  # whose next split is that of its largest leaf
    small = SCPP(n_clusters=3, **settings).fit(rows)
    largest = max(small.tree_.leaves, key=lambda leaf: small.tree_[leaf].n_samples)
    larger = small.split(largest)
    large = SCPP(n_clusters=4, **settings).fit(rows)
    assert larger._model.to_bytes() == large._model.to_bytes()
    assert np.array_equal(larger.labels_, large.labels_)


def test_a_sketch_is_cut_and_split_like_any_tree():
    X = np.random.default_rng(3).normal(size=(3000, 4)) + 6 * np.eye(4)[np.arange(3000) % 4]
    settings = dict(quality="fast", sketch="always", n_cells=200, n_microclusters=50, min_cluster_size=0.0)
    small, large = (SCPP(n_clusters=k, **settings).fit(X) for k in (3, 4))
    assert np.array_equal(large.predict(X), large.labels_)
    assert np.array_equal(large.labels_at(3), small.labels_)
    largest = max(small.tree_.leaves, key=lambda leaf: small.tree_[leaf].n_samples)
    larger = small.split(largest)
    assert larger._model.to_bytes() == large._model.to_bytes()
    assert np.array_equal(larger.labels_, large.labels_)
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


@pytest.fixture(params=["divisive", "kway"])
def tree(request, rows):
    model = SCPP(n_clusters=5, min_cluster_size=0.0, method=request.param, n_components=4).fit(rows)
    return model.tree_, model


def test_linkage_joins_as_labels_at_does(tree):
    hierarchy = pytest.importorskip("scipy.cluster.hierarchy")
    tree, model = tree
    linkage = tree.to_linkage()
    assert hierarchy.is_valid_linkage(linkage) and hierarchy.is_monotonic(linkage)
    assert hierarchy.num_obs_linkage(linkage) == 5
    for k in range(1, 6):
        flat = hierarchy.fcluster(linkage, 5 - k + 0.5, criterion="distance")[model.labels_]
        labels = model.labels_at(k)
        if len(tree.splits) == 4 or k in (1, 5):  # a split in five is undone whole or not at all
            assert len(set(zip(flat, labels))) == len(set(flat)) == len(set(labels)) == k
    hierarchy.dendrogram(linkage, no_plot=True)
    assert SCPP(n_clusters=1).fit(np.eye(4)).tree_.to_linkage().shape == (0, 4)


def test_networkx_and_pandas_say_what_the_nodes_say(tree):
    networkx = pytest.importorskip("networkx")
    pytest.importorskip("pandas")
    tree, model = tree
    graph, lines = tree.to_networkx(), tree.to_pandas()
    assert networkx.is_arborescence(graph) and lines.index.name == "node"
    for node, here in enumerate(tree):
        assert sorted(graph.successors(node)) == sorted(here.children)
        assert [graph.edges[node, child]["side"] for child in here.children] == [*range(len(here.children))]
        assert graph.nodes[node]["n_samples"] == lines.n_samples[node] == here.n_samples
        assert graph.nodes[node]["depth"] == lines.depth[node] == len(tree.path(node)) - 1
        if here.split is None:
            assert graph.nodes[node]["label"] == lines.label[node] == tree.leaves.index(node)
            assert lines.why[node] == here.leaf_sentence and "lambda2" not in graph.nodes[node]
        else:
            assert lines.lambda2[node] == here.split.lambda2 and lines.order[node] == here.order
            assert "label" not in graph.nodes[node]


def test_reprs_can_be_read(model):
    tree = model.tree_
    assert repr(tree).startswith("<Tree: 5 clusters, 300 rows>\nnode 0: 300 rows, split 1, lambda2 = ")
    first, second = tree[0].children
    assert repr(tree[0]).startswith(f"<Node: 300 rows, split 1 into nodes {first} and {second}, lambda2 ")
    assert repr(tree[tree.leaves[0]]).endswith("rows, a leaf (enough clusters)>")
    assert repr(tree[0].split).startswith("<Split: lambda2 ") and repr(tree[0].split).endswith("projection 8 x 2>")
