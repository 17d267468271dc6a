"""Displays hold what they draw, and draw it where they are told."""

import pickle

import numpy as np
import pytest

from scpp import SCPP, EmbeddingDisplay, LoadingsDisplay, ProfileDisplay, SplitDisplay, TreeDisplay

pyplot = pytest.importorskip("matplotlib.pyplot")


@pytest.fixture()
def model(rows):
    yield SCPP(n_clusters=4).fit(rows)
    pyplot.close("all")


def test_tree(model):
    display = model.plot_tree()
    assert isinstance(display, TreeDisplay)
    texts = "\n".join(text.get_text() for text in display.ax_.texts)
    for label, count in enumerate(np.bincount(model.labels_)):
        assert f"cluster {label}: {count} rows" in texts
    beside = [text.xyann for text in display.ax_.texts if text.get_text().startswith("cluster")]
    assert all(x > 0 and y == 0 for x, y in beside), "to the right of the dot, at its height"
    splits, leaves = (len(dots.get_offsets()) for dots in display.ax_.collections)
    assert (splits, leaves) == ((display.label < 0).sum(), 4)
    wide = np.sqrt(display.ax_.collections[1].get_sizes())
    assert 4 < wide.max() <= 14, "dots of some points, within their line"
    share = display.size[display.label >= 0] / display.size.max()
    assert np.allclose(np.square(wide / wide[share.argmax()]), share / share.max()), "areas are as the rows"
    figure, ax = pyplot.subplots()
    assert display.plot(ax=ax).ax_ is ax and display.figure_ is figure


@pytest.mark.parametrize("size", [None, (3, 3), (12, 2)], ids=["own axes", "small", "flat"])
@pytest.mark.parametrize("clusters", [1, 2, 7, 20])
def test_texts_of_a_tree_do_not_collide(rows, clusters, size):
    """Up to a chain of nineteen splits; boxes of texts may touch by the width of a line."""
    ax = None if size is None else pyplot.subplots(figsize=size, layout="constrained")[1]
    display = SCPP(n_clusters=clusters, min_cluster_size=0.0).fit(rows).plot_tree(ax=ax)
    display.figure_.canvas.draw()
    boxes = [text.get_window_extent() for text in display.ax_.texts]
    assert len(boxes) == 2 * clusters - 1
    for i, box in enumerate(boxes):
        for other in boxes[:i]:
            across = min(box.x1, other.x1) - max(box.x0, other.x0)
            up = min(box.y1, other.y1) - max(box.y0, other.y0)
            assert across <= 1 or up <= 1, (display.ax_.texts[i], display.ax_.texts[boxes.index(other)])


def test_a_chain_of_splits_has_a_tree_too():
    """Each cluster lies far beyond the last: every split takes one off."""
    X = np.concatenate([np.random.default_rng(k).normal(4.0**k, 0.1, size=(12, 2)) for k in range(12)])
    model = SCPP(n_clusters=12, quality="fast", min_cluster_size=0.0, standardise=False).fit(X)
    assert len(model.plot_tree().ax_.texts) == 23


def test_split_shows_the_rows_of_its_node(model, rows):
    for node in model.tree_.splits:
        display = model.plot_split(node)
        assert isinstance(display, SplitDisplay)
        assert len(display.points) == model.tree_[node].n_samples
        counts = np.bincount(display.side)
        assert counts.tolist() == [model.tree_[child].n_samples for child in model.tree_[node].children]
        assert sum(len(drawn.get_offsets()) for drawn in display.ax_.collections) == len(display.points)
        upright, level = ([line.get_data()[k][0] for line in display.ax_.lines if np.ptp(line.get_data()[k]) == 0] for k in (0, 1))
        assert np.allclose(sorted(upright), [-display.border[0], display.border[0]]), "the border on both sides"
        assert np.allclose(sorted(level), [-display.border[1], display.border[1]])


def test_split_without_the_rows_shows_microclusters(model):
    display = pickle.loads(pickle.dumps(model)).plot_split(0)
    assert display.size.sum() == model.tree_[0].n_samples


def test_split_in_one_dimension_is_a_histogram(rows):
    display = SCPP(n_clusters=2, n_components=1).fit(rows).plot_split()
    assert sum(bar.get_height() for bar in display.ax_.patches) == len(rows)


def test_loadings(model):
    display = model.plot_loadings(n_features=3)
    assert isinstance(display, LoadingsDisplay)
    weight = np.linalg.norm(model.loadings(0), axis=1)
    assert display.names == [f"x{i}" for i in np.argsort(-weight)[:3]]
    assert [label.get_text() for label in display.ax_.get_yticklabels()] == display.names


def test_embedding_shows_all_rows_where_clusters_lie_apart(model, rows):
    from sklearn.neighbors import KNeighborsClassifier

    display = model.plot_embedding()
    assert isinstance(display, EmbeddingDisplay)
    assert display.points.shape == (len(rows), 2) and np.array_equal(display.label, model.labels_)
    assert [text.get_text() for text in display.ax_.texts] == ["0", "1", "2", "3"]
    near = KNeighborsClassifier(5).fit(display.points, display.label)
    assert near.score(display.points, display.label) > 0.98, "four clouds far apart"
    assert len(pickle.loads(pickle.dumps(model)).plot_embedding(rows[:50]).points) == 50


def test_embedding_of_few_clusters(rows):
    two = SCPP(n_clusters=2).fit(rows)
    assert np.array_equal(two.plot_embedding().points, two.transform(rows))
    assert SCPP(n_clusters=2, n_components=1).fit(rows).plot_embedding().points.shape == (len(rows), 2)
    three_directions = SCPP(n_clusters=4, n_components=1).fit(rows).plot_embedding()
    assert three_directions.names[0].startswith("discriminant"), "they are more than a plane"
    with pytest.raises(ValueError, match="A single cluster has no plane"):
        SCPP(n_clusters=1).fit(rows).plot_embedding()


def test_profile_draws_effects(model):
    display = model.plot_profile(n_features=3)
    assert isinstance(display, ProfileDisplay)
    effects = model.cluster_profile(n_features=8)["effect"]
    for (label, feature), effect in effects.items():
        if feature in display.features:
            assert display.effect[label, display.features.index(feature)] == effect
    assert set(effects.abs().groupby(level="feature").max().nlargest(3).index) == set(display.features)
    assert [text.get_text() for text in display.ax_.get_yticklabels()] == display.features
    counts = np.bincount(model.labels_)
    assert [text.get_text() for text in display.ax_.get_xticklabels()] == [f"{k}\n{n}" for k, n in enumerate(counts)]
    assert np.array_equal(display.ax_.images[0].get_array(), display.effect.T)


def test_a_leaf_has_no_plane(model):
    for draw in (model.plot_split, model.plot_loadings):
        with pytest.raises(ValueError, match="a leaf"):
            draw(model.tree_.leaves[0])
        with pytest.raises(ValueError, match="Got 77 instead"):
            draw(77)
