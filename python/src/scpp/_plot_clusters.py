"""Pictures of all clusters at once: their rows in one plane, and what sets them apart."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Optional

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._plot import _axes, _colour, _Display
from ._validation import over_blocks

if TYPE_CHECKING:
    from ._describe import Described


@dataclass
class EmbeddingDisplay(_Display):
    """All rows in the plane in which the clusters lie farthest apart, coloured by cluster.

    Parameters
    ----------
    points : ndarray of shape (n_samples, 2)
        Coordinates of the rows.
    label : ndarray of shape (n_samples,)
        Cluster of each row.
    names : tuple of str
        What the two axes are, with the share of the clusters' variance that they show.

    Attributes
    ----------
    ax_, figure_ : matplotlib Axes and Figure
        Where it was drawn last.
    """

    points: NDArray[np.float64]
    label: NDArray[np.int32]
    names: tuple[str, str]

    @classmethod
    def from_estimator(
        cls, estimator: "Described", X: Optional[ArrayLike] = None, *, ax: Any = None
    ) -> "EmbeddingDisplay":
        """Draw the rows X, or those of the fit, in the discriminant plane of the clusters."""
        rows, _ = estimator._training_rows(X, zeros=False)
        tree = estimator.tree_
        if not tree.splits:
            raise ValueError("A single cluster has no plane in which it lies apart from others.")
        label = over_blocks(rows, estimator._model.assign)
        points, names = _plane(over_blocks(rows, lambda some: estimator._model.project(tree.splits, some)), label)
        return cls(points, label, names).plot(ax=ax)

    def plot(self, *, ax: Any = None) -> "EmbeddingDisplay":
        """Draw on the given axes, or on new ones."""
        from matplotlib import patheffects

        ax = _axes(ax)
        # Row after row and not cluster after cluster, so that none lies on top of all others.
        labels = np.unique(self.label)
        colours = np.empty(self.label.max() + 1, dtype="U7")
        colours[labels] = [_colour(label) for label in labels]
        size = float(np.clip(20_000 / len(self.label), 1, 16))
        ax.scatter(*self.points.T, s=size, c=colours[self.label], alpha=0.7, linewidths=0)
        for label in labels:
            middle = np.median(self.points[self.label == label], axis=0)
            halo = [patheffects.withStroke(linewidth=3, foreground="white")]
            style = dict(ha="center", va="center", fontweight="bold", path_effects=halo)
            ax.annotate(str(label), middle, **style)
        ax.set(xlabel=self.names[0], ylabel=self.names[1])
        return self._keep(ax)


def _plane(coordinates: NDArray[np.float64], label: NDArray[np.int32]) -> tuple[NDArray[np.float64], tuple[str, str]]:
    """Two discriminant directions within the planes of all splits: there the clusters lie apart, whatever the number of
    features. Two clusters are shown in the plane of their split."""
    if len(np.unique(label)) < 3 or coordinates.shape[1] < 3:
        flat = np.zeros((len(coordinates), 1))
        return np.hstack([coordinates, flat])[:, :2], ("direction 0", "direction 1")
    from sklearn.discriminant_analysis import LinearDiscriminantAnalysis  # slow to import

    analysis = LinearDiscriminantAnalysis(solver="eigen", shrinkage="auto", n_components=2)
    points = analysis.fit(coordinates, label).transform(coordinates)
    share = analysis.explained_variance_ratio_
    first, second = (f"discriminant {i} ({share[i]:.0%})" for i in range(2))
    return points, (first, second)


@dataclass
class ProfileDisplay(_Display):
    """How far each cluster lies from all other rows in the features that tell most.

    Parameters
    ----------
    effect : ndarray of shape (n_clusters, n_shown)
        Standardised differences of means.
    features : list of str
        Names of the features shown.
    size : ndarray of shape (n_clusters,)
        Rows of every cluster.

    Attributes
    ----------
    ax_, figure_ : matplotlib Axes and Figure
        Where it was drawn last.
    """

    effect: NDArray[np.float64]
    features: list[str]
    size: NDArray[np.float64]

    @classmethod
    def from_estimator(
        cls, estimator: "Described", X: Optional[ArrayLike] = None, *, n_features: int = 15, ax: Any = None
    ) -> "ProfileDisplay":
        """Draw the features with the largest effects of the rows X, or of those of the fit."""
        rows, weights = estimator._training_rows(X, zeros=False)
        labels = over_blocks(rows, estimator._model.assign)
        counts, _, _, effect = estimator._moments(rows, labels, weights)
        shown = np.argsort(-np.abs(effect).max(axis=0), kind="stable")[:n_features]
        names = estimator._feature_names()
        return cls(effect[:, shown], [names[i] for i in shown], counts).plot(ax=ax)

    def plot(self, *, ax: Any = None) -> "ProfileDisplay":
        """Draw on the given axes, or on new ones."""
        count, features = self.effect.shape
        ax = _axes(ax, figsize=(max(5.2, 3.6 + 0.36 * count), max(3.2, 1.2 + 0.26 * features)))
        drawn = ax.imshow(self.effect.T, cmap="RdBu_r", vmin=-3, vmax=3, aspect="auto")
        ax.set_yticks(np.arange(features), self.features)
        ax.set_xticks(np.arange(count), [f"{label}\n{size:g}" for label, size in enumerate(self.size)], fontsize="small")
        ax.set_xlabel("cluster, and its rows")
        label = "mean against all other rows, in standard deviations"
        ax.figure.colorbar(drawn, ax=ax, extend="both").set_label(label, fontsize="small")
        return self._keep(ax)
