"""Displays hold what they draw, and draw it where they are told."""

import pickle

import numpy as np
import pytest

from scpp import SCPP, LoadingsDisplay, SplitDisplay, TreeDisplay

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
        assert f"cluster {label}\n{count}" in texts
    figure, ax = pyplot.subplots()
    assert display.plot(ax=ax).ax_ is ax and display.figure_ is figure


def test_split_shows_the_rows_of_its_node(model, rows):
    for node in model.tree_.splits:
        display = model.plot_split(node)
        assert isinstance(display, SplitDisplay)
        assert len(display.points) == model.tree_[node].n_samples
        counts = np.bincount(display.side)
        assert counts.tolist() == [model.tree_[child].n_samples for child in model.tree_[node].children]
        assert sum(len(drawn.get_offsets()) for drawn in display.ax_.collections) == len(display.points)


def test_split_without_the_rows_shows_microclusters(model):
    display = pickle.loads(pickle.dumps(model)).plot_split(0)
    assert display.size.sum() == model.tree_[0].n_samples


def test_split_in_one_dimension_is_a_histogram(rows):
    display = SCPP(n_clusters=2, n_components=1).fit(rows).plot_split()
    assert sum(bar.get_height() for bar in display.ax_.patches) == len(rows)


def test_loadings(model):
    display = model.plot_loadings(n_features=3)
    assert isinstance(display, LoadingsDisplay)
    weight = np.linalg.norm(model.tree_[0].split.projection, axis=1)
    assert display.names == [f"x{i}" for i in np.argsort(-weight)[:3]]
    assert [label.get_text() for label in display.ax_.get_yticklabels()] == display.names


def test_a_leaf_has_no_plane(model):
    for draw in (model.plot_split, model.plot_loadings):
        with pytest.raises(ValueError, match="a leaf"):
            draw(model.tree_.leaves[0])
        with pytest.raises(ValueError, match="Got 77 instead"):
            draw(77)
