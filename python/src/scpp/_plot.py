"""Pictures of a fitted model, in the manner of scikit-learn's Display classes.

A display holds the numbers to draw; `plot` draws them and can be called again on other axes.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Optional

import numpy as np
from numpy.typing import ArrayLike, NDArray

if TYPE_CHECKING:
    from ._describe import Described


def _axes(ax: Any, **size: Any) -> Any:
    if ax is not None:
        return ax
    import matplotlib.pyplot as plt

    return plt.subplots(layout="constrained", **size)[1]


def _colour(label: int) -> str:
    """matplotlib's ten colours, then lighter ones of the same hues, and so on from the beginning."""
    if label % 20 < 10:
        return f"C{label % 20}"
    import matplotlib

    return str(matplotlib.colors.to_hex(matplotlib.colormaps["tab20"](2 * (label % 10) + 1)))


@dataclass
class _Display:
    ax_: Any = field(init=False, default=None, repr=False)
    figure_: Any = field(init=False, default=None, repr=False)

    def _keep(self, ax: Any) -> Any:
        self.ax_, self.figure_ = ax, ax.figure
        return self


@dataclass
class TreeDisplay(_Display):
    """The tree of splits from left to right: clusters below one another, splits in front of them.

    Parameters
    ----------
    place : ndarray of shape (n_nodes, 2)
        Position of every node: splits above it (clusters stand behind all splits), and the mean label below it.
    parent : ndarray of shape (n_nodes,)
        Parent of every node, -1 for the root.
    size : ndarray of shape (n_nodes,)
        Rows of every node.
    label : ndarray of shape (n_nodes,)
        Cluster of every leaf, -1 for other nodes.
    lambda2 : ndarray of shape (n_nodes,)
        Second eigenvalue of every split, NaN for leaves.

    Attributes
    ----------
    ax_, figure_ : matplotlib Axes and Figure
        Where it was drawn last.
    """

    place: NDArray[np.float64]
    parent: NDArray[np.int_]
    size: NDArray[np.float64]
    label: NDArray[np.int_]
    lambda2: NDArray[np.float64]

    @classmethod
    def from_estimator(cls, estimator: "Described", *, ax: Any = None) -> "TreeDisplay":
        """Draw the tree of a fitted estimator."""
        tree = estimator.tree_
        label = np.full(len(tree), -1)
        label[tree.leaves] = np.arange(len(tree.leaves))
        depth = np.array([tree.depth(node) for node in range(len(tree))])
        place = np.column_stack([depth, [np.mean(tree.labels_below(node)) for node in range(len(tree))]])
        place[tree.leaves, 0] = depth.max()
        size = np.array([here.n_samples for here in tree])
        parent = np.array([here.parent for here in tree])
        lambda2 = np.array([np.nan if here.split is None else here.split.lambda2 for here in tree])
        return cls(place, parent, size, label, lambda2).plot(ax=ax)

    def plot(self, *, ax: Any = None) -> "TreeDisplay":
        """Draw on the given axes, or on new ones that are as high as the clusters need."""
        clusters, depth = int(self.label.max()) + 1, int(self.place[:, 0].max())
        ax = _axes(ax, figsize=(6.4, max(1.6, 0.6 + 0.3 * clusters)))
        # Room for the split of the root in front, and behind for two levels or more of what is written at the clusters.
        ax.set(xlim=(-1.1, depth + max(2.0, 0.6 * (depth + 1))), ylim=(clusters - 0.4, -0.6))
        ax.set_axis_off()
        line = self._points(ax, (0, 1))
        for child, parent in enumerate(self.parent):
            x, y = self.place[child]
            above = self.place[parent] if parent >= 0 else (x - 0.3, y)
            ax.plot([above[0], above[0], x], [above[1], y, y], color="0.6", linewidth=1, zorder=1)
        inner = self.label < 0
        area = np.square(min(0.7 * line, 14.0)) * np.maximum(self.size / self.size.max(), 0.05)
        ax.scatter(*self.place[inner].T, s=area[inner], color="0.85", edgecolor="0.5", zorder=2)
        ax.scatter(*self.place[~inner].T, s=area[~inner], c=[_colour(label) for label in self.label[~inner]], zorder=2)
        self._write(ax, line, self._points(ax, (1, 0)))
        return self._keep(ax)

    def _write(self, ax: Any, line: float, level: float) -> None:
        """Letters no higher than a line; at splits no wider than a level, else their numbers alone."""
        height = min(9.0, 0.75 * line)
        for node in np.flatnonzero(self.label >= 0):
            text = f"cluster {self.label[node]}: {self.size[node]:g} rows"
            style = dict(xytext=(9, 0), ha="left", va="center", fontsize=height)
            ax.annotate(text, self.place[node], textcoords="offset points", **style)
        most = (level - 6) / (0.6 * min(height, 8.0))  # letters between two levels, each 0.6 as wide as high
        splits = np.flatnonzero(self.label < 0)
        texts = [f"{node}: $\\lambda_2$ = {self.lambda2[node]:.2g}" for node in splits]
        if max(map(len, texts), default=0) - len("$\\lambda_$") + 1 > most:
            texts = [str(node) for node in splits]
        for node, text in zip(splits, texts):
            style = dict(xytext=(-6, 1.5), ha="right", va="bottom", fontsize=min(height, 8.0))
            ax.annotate(text, self.place[node], textcoords="offset points", **style)

    @staticmethod
    def _points(ax: Any, step: tuple[float, float]) -> float:
        """Length of a step in the units of the axes, in points."""
        ax.figure.draw_without_rendering()  # the layout decides where the axes are
        pixels = ax.transData.transform(step) - ax.transData.transform((0, 0))
        return float(np.abs(pixels).max() * 72 / ax.figure.dpi)


@dataclass
class SplitDisplay(_Display):
    """The rows of a node in the plane of its split, coloured by side.

    Parameters
    ----------
    points : ndarray of shape (n_points, n_components)
        Coordinates of rows, or of microclusters when the rows are not at hand.
    side : ndarray of shape (n_points,)
        Child of each point.
    size : ndarray of shape (n_points,)
        Rows that each point stands for.
    border : ndarray of shape (n_components,)
        Distance from the mean at which distances begin to count less.
    node : int
        The node.
    lambda2 : float
        Its second eigenvalue.

    Attributes
    ----------
    ax_, figure_ : matplotlib Axes and Figure
        Where it was drawn last.
    """

    points: NDArray[np.float64]
    side: NDArray[np.int_]
    size: NDArray[np.float64]
    border: NDArray[np.float64]
    node: int
    lambda2: float

    @classmethod
    def from_estimator(
        cls, estimator: "Described", node: int = 0, X: Optional[ArrayLike] = None, *, ax: Any = None
    ) -> "SplitDisplay":
        """Draw a split of a fitted estimator: the rows X, else those of the fit, else the microclusters."""
        split = estimator._split_of(node)
        if X is None and not hasattr(estimator, "_fit_rows"):
            points, side, size = split.microclusters @ split.projection, split.side, split.weights
        else:
            points, side = _rows_through(estimator, node, X)
            size = np.ones(len(points))
        return cls(points, side, size, split.beta * split.spread, node, split.lambda2).plot(ax=ax)

    def plot(self, *, ax: Any = None) -> "SplitDisplay":
        """Draw on the given axes, or on new ones."""
        ax = _axes(ax)
        for child in np.unique(self.side):
            on_side = self.side == child
            self._draw_side(ax, on_side, dict(color=_colour(child), label=f"side {child}"))
        ax.set_title(f"node {self.node}: $\\lambda_2$ = {self.lambda2:.3g}")
        ax.set_xlabel("direction 0")
        if self.points.shape[1] > 1:
            ax.set_ylabel("direction 1")
        self._draw_border(ax)
        ax.legend(loc="best")
        return self._keep(ax)

    def _draw_side(self, ax: Any, on_side: NDArray[np.bool_], style: dict[str, Any]) -> None:
        points, size = self.points[on_side], self.size[on_side]
        if points.shape[1] == 1:
            edges = np.histogram_bin_edges(self.points[:, 0], bins=50)
            ax.hist(points[:, 0], bins=edges, weights=size, alpha=0.7, **style)
        else:
            ax.scatter(points[:, 0], points[:, 1], s=8 * np.sqrt(size), alpha=0.7, linewidths=0, **style)

    def _draw_border(self, ax: Any) -> None:
        limits = ax.get_xlim(), ax.get_ylim()  # the border is shown where it falls into the picture
        style = dict(color="0.6", linewidth=1, linestyle="--", zorder=0)
        for sign in (-1, 1):
            ax.axvline(sign * self.border[0], **style)
            if len(self.border) > 1:
                ax.axhline(sign * self.border[1], **style)
        ax.set(xlim=limits[0], ylim=limits[1])


def _rows_through(
    estimator: "Described", node: int, X: Optional[ArrayLike]
) -> tuple[NDArray[np.float64], NDArray[np.int_]]:
    """Coordinates and side of the rows that pass through a node."""
    rows, _ = estimator._training_rows(X)
    labels = estimator._model.assign(rows)
    tree = estimator.tree_
    side_of_label = np.full(len(tree.leaves), -1)
    for side, child in enumerate(tree[node].children):
        side_of_label[tree.labels_below(child)] = side
    sides = side_of_label[labels]
    return estimator._model.project([node], rows)[sides >= 0], sides[sides >= 0]


@dataclass
class LoadingsDisplay(_Display):
    """The features that weigh most in the directions of a split.

    Parameters
    ----------
    loadings : ndarray of shape (n_features, n_components)
        Weights of the features shown, the heaviest first.
    names : list of str
        Their names.
    node : int
        The node.

    Attributes
    ----------
    ax_, figure_ : matplotlib Axes and Figure
        Where it was drawn last.
    """

    loadings: NDArray[np.float64]
    names: list[str]
    node: int

    @classmethod
    def from_estimator(
        cls, estimator: "Described", node: int = 0, *, n_features: int = 15, ax: Any = None
    ) -> "LoadingsDisplay":
        """Draw the heaviest features in a split of a fitted estimator."""
        loadings, names = estimator.loadings(node), estimator._feature_names()
        heaviest = np.argsort(-np.linalg.norm(loadings, axis=1), kind="stable")[:n_features]
        return cls(loadings[heaviest], [names[i] for i in heaviest], node).plot(ax=ax)

    def plot(self, *, ax: Any = None) -> "LoadingsDisplay":
        """Draw on the given axes, or on new ones."""
        ax = _axes(ax)
        count, directions = self.loadings.shape
        height = 0.8 / directions
        for i in range(directions):
            ax.barh(np.arange(count) + i * height, self.loadings[:, i], height=height, label=f"direction {i}")
        ax.set_yticks(np.arange(count) + 0.4 - height / 2, self.names)
        ax.invert_yaxis()
        ax.axvline(0, color="0.3", linewidth=0.8)
        ax.set_xlabel("weight of the scaled feature")
        ax.set_title(f"node {self.node}")
        ax.legend(loc="best")
        return self._keep(ax)
