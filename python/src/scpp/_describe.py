"""What the clusters are like, and why a row is where it is."""

from __future__ import annotations

import numbers
from typing import TYPE_CHECKING, Any, Optional, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import sparse
from sklearn.metrics import pairwise_distances
from sklearn.utils import gen_batches
from sklearn.utils.validation import check_is_fitted

from . import _core
from ._rows import Rows
from ._tree import Tree
from ._validation import dense, over_blocks

if TYPE_CHECKING:
    import pandas

ROWS_AT_A_TIME = 8192


class Described(Rows):
    """Part of `SCPP`."""

    @property
    def cluster_centers_(self) -> NDArray[np.float64]:
        check_is_fitted(self)
        if not hasattr(self, "_centres"):
            raise AttributeError("cluster_centers_ are means of the rows of a fit, which a model file does not bring.")
        return self._centres

    def _find_centres(self, rows: NDArray[Any], weights: NDArray[np.float64], labels: NDArray[np.int32]) -> None:
        self._centres = self._moments(rows, labels, weights)[1]

    def _moments(
        self, rows: Any, labels: NDArray[np.int32], weights: NDArray[np.float64]
    ) -> tuple[NDArray[np.float64], ...]:
        """(rows, mean, deviation, difference) as the library's cluster_profile gives them; sparse rows stay so."""
        if not sparse.issparse(rows):
            return _core.cluster_profile(self._model, rows, labels, weights)
        weights = weights if weights.size else np.ones(len(labels))
        member = sparse.csr_matrix((weights, (labels, np.arange(len(labels)))), (self.n_clusters_, len(labels)))
        counts = np.asarray(member.sum(axis=1), dtype=np.float64)[:, 0]
        sums, squares = (member @ rows).toarray(), (member @ rows.power(2)).toarray()
        return _profile_of_sums(counts, sums, squares)

    def _join_centres(self, label: NDArray[np.int32], before: Tree) -> None:
        """After a cut: `label` is the new label of every old one."""
        if hasattr(self, "_centres"):
            sizes = np.array([before[leaf].n_samples for leaf in before.leaves])
            share = np.zeros((label.max() + 1, len(label)))
            share[label, np.arange(len(label))] = sizes
            self._centres = share @ self._centres / share.sum(axis=1, keepdims=True)

    def loadings(self, node: int = 0) -> NDArray[np.float64]:
        """The directions of a split in terms of the scaled features.

        Parameters
        ----------
        node : int, default=0
            A node that was split.

        Returns
        -------
        loadings : ndarray of shape (n_features, n_components)
            What one standard deviation of each feature adds to the coordinates of `transform`.
        """
        self._split_of(node)
        return self._model.axes(node)[0]

    def score(self, X: ArrayLike, y: object = None) -> float:
        """How well clusters lie apart: the mean simplified silhouette of rows, in the metric of the model.

        With `a` the distance of a row to the mean of its cluster and `b` to the nearest mean of another one, its
        silhouette is (b - a) / max(a, b). Searches over `n_clusters` can compare it; 1 is best, and a single cluster gets 0.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            The rows, old or new.
        y : ignored
            Present for scikit-learn's sake.

        Returns
        -------
        score : float
            Between -1 and 1.
        """
        check_is_fitted(self)
        rows, _ = self._training_rows(X, zeros=False)
        if self.n_clusters_ == 1:
            return 0.0
        return float(over_blocks(rows, self._silhouettes).mean())

    def _silhouettes(self, rows: NDArray[Any]) -> NDArray[np.float64]:
        centres, labels, found = self._scaled(self.cluster_centers_), self._model.assign(rows), []
        for some in gen_batches(len(rows), ROWS_AT_A_TIME):
            distances, own = pairwise_distances(self._scaled(rows[some]), centres), labels[some, None]
            a = np.take_along_axis(distances, own, axis=1)[:, 0]
            np.put_along_axis(distances, own, np.inf, axis=1)
            b = distances.min(axis=1)
            most = np.maximum(a, b)
            found.append(np.divide(b - a, most, out=np.zeros_like(most), where=most > 0))
        return np.concatenate(found)

    def _scaled(self, rows: NDArray[Any]) -> NDArray[np.float64]:
        """Rows in the coordinates of the model."""
        scaled = (rows - self._model.mean) * self._model.scale
        return scaled if self._model.metric is None else scaled @ self._model.metric

    def cluster_profile(
        self, X: Optional[ArrayLike] = None, sample_weight: Optional[ArrayLike] = None, *, n_features: int = 5
    ) -> "pandas.DataFrame":
        """The features that set each cluster apart from all other rows.

        Parameters
        ----------
        X, sample_weight : array-like, default=None
            Rows and their weights; those of the fit if None.
        n_features : int, default=5
            Features of each cluster, the ones with the largest effects first.

        Returns
        -------
        profile : pandas.DataFrame
            One line for each cluster and feature, with the columns n_samples (of the cluster; sum of weights), clarity (how deep
            the valley is between the cluster and the nearest one, 0 to 1), nearest (that cluster, <NA> if there is none), effect
            (mean here - mean of the other rows, in pooled standard deviations: positive where the cluster lies higher, at most
            99), mean, std and mean_elsewhere.

        Examples
        --------
        >>> from sklearn.datasets import load_wine
        >>> from scpp import SCPP
        >>> model = SCPP(n_clusters=3).fit(load_wine(as_frame=True).data)
        >>> model.cluster_profile(n_features=2)["effect"].unstack().shape[0]
        3
        """
        import pandas

        check_is_fitted(self)
        rows, weights = self._training_rows(X, sample_weight, zeros=False)
        labels = over_blocks(rows, self._model.assign)
        counts, mean, deviation, effect = self._moments(rows, labels, weights)
        clarity, nearest = self._clarity()
        others = counts.sum() - counts[:, None]
        elsewhere = (counts @ mean - counts[:, None] * mean) / np.where(others > 0, others, np.nan)
        names = self._feature_names()
        places, lines = [], []
        for label in range(len(counts)):
            for feature in np.argsort(-np.abs(effect[label]), kind="stable")[:n_features]:
                places.append((label, names[feature]))
                known = (counts, clarity, nearest, effect[:, feature], mean[:, feature], deviation[:, feature], elsewhere[:, feature])
                lines.append([column[label] for column in known])
        index = pandas.MultiIndex.from_tuples(places, names=["cluster", "feature"])
        frame = pandas.DataFrame(lines, index, ["n_samples", "clarity", "nearest", "effect", "mean", "std", "mean_elsewhere"])
        return frame.astype({"clarity": float, "nearest": "Int64"})

    def _clarity(self) -> tuple[list[Optional[float]], list[Optional[int]]]:
        """Of every cluster, and the cluster nearest to it; models of earlier versions do not know."""
        if not self._model.has_reference:
            return [None] * self.n_clusters_, [None] * self.n_clusters_
        clarity, _, nearest, _, _ = self._model.verdict()
        return list(clarity), nearest

    def explain(self, row: Union[int, ArrayLike], *, n_features: int = 5) -> "pandas.DataFrame":
        """Why a row is where it is: its way down the tree, and the features that sent it there.

        In every split a row has a position on the line through the means of both sides: 0 at the mean of the other side, 1 at
        that of its own. The mean of all rows of the node lies at the share of them that went the row's way; what each
        feature of the row adds to that is its contribution, and all of them add up to the position.

        Parameters
        ----------
        row : int or array-like of shape (n_features,)
            A row of the fit by its place, or any row.
        n_features : int, default=5
            Features shown of each split, the ones with the largest contributions first.

        Returns
        -------
        way : pandas.DataFrame
            One line for each split and feature, the root first, with the columns child (the node that the row went to),
            position, value (of the feature in the row), node_mean (of the feature) and contribution.

        Examples
        --------
        >>> from sklearn.datasets import load_wine
        >>> from scpp import SCPP
        >>> model = SCPP(n_clusters=3).fit(load_wine(as_frame=True).data)
        >>> list(model.explain(0, n_features=1).columns)
        ['child', 'position', 'value', 'node_mean', 'contribution']
        """
        import pandas

        check_is_fitted(self)
        x = self._one_row(row)
        path = self.tree_.path(self.tree_.leaves[self._model.assign(x)[0]])
        names = self._feature_names()
        places, lines = [], []
        for node, child in zip(path, path[1:]):
            share, mean, contribution = self._contributions(node, child, x[0])
            for feature in np.argsort(-np.abs(contribution), kind="stable")[:n_features]:
                places.append((node, names[feature]))
                position = share + contribution.sum()
                lines.append([child, position, x[0, feature], mean[feature], contribution[feature]])
        index = pandas.MultiIndex.from_arrays([*zip(*places)] or [[], []], names=["node", "feature"])
        return pandas.DataFrame(lines, index, ["child", "position", "value", "node_mean", "contribution"])

    def _one_row(self, row: Union[int, ArrayLike]) -> NDArray[Any]:
        if isinstance(row, numbers.Integral):
            return self._row_of_the_fit(int(row))
        # A row of a data frame brings the names along.
        given = row.to_frame().T if hasattr(row, "to_frame") else np.reshape(np.asarray(row), (1, -1))
        rows, _ = self._training_rows(given)
        if len(rows) == 0:
            raise ValueError("row has a missing cell, and such rows were left out of the fit.")
        return rows

    def _row_of_the_fit(self, row: int) -> NDArray[Any]:
        if not hasattr(self, "_fit_rows"):
            raise ValueError("row is a place, but this model was loaded or unpickled without the rows of its fit.")
        count = len(self.labels_)
        if not 0 <= row < count:
            raise ValueError(f"row must be in [0, {count - 1}], or a row of numbers. Got {row} instead.")
        if self.labels_[row] < 0:
            raise ValueError(f"row {row} was left out of the fit, because it has a missing cell.")
        place = row if self._fit_kept is None else int(np.searchsorted(self._fit_kept, row))
        return dense(self._fit_rows[place : place + 1])

    def _contributions(
        self, node: int, child: int, x: NDArray[np.float64]
    ) -> tuple[float, NDArray[np.float64], NDArray[np.float64]]:
        """Share of the node's rows on this side, mean of its rows, and what each feature of a row adds."""
        tree, split = self.tree_, self._split_of(node)
        here = split.side == tree[node].children.index(child)
        points = split.microclusters @ split.projection
        own, other = (np.average(points[side], axis=0, weights=split.weights[side]) for side in (here, ~here))
        line = (own - other) / np.square(own - other).sum()
        below = tree.labels_below(node)
        sizes = [tree[tree.leaves[label]].n_samples for label in below]
        mean = np.average(self.cluster_centers_[below], axis=0, weights=sizes)
        share = split.weights[here].sum() / split.weights.sum()
        return share, mean, (x - mean) * self._model.scale * (self.loadings(node) @ line)


def _profile_of_sums(
    counts: NDArray[np.float64], sums: NDArray[np.float64], squares: NDArray[np.float64]
) -> tuple[NDArray[np.float64], ...]:
    """What the library makes of rows, from their sums and sums of squares in each cluster."""
    n = counts[:, None]
    rest = n.sum() - n
    with np.errstate(divide="ignore", invalid="ignore"):
        mean, mean_of_rest = sums / n, (sums.sum(axis=0) - sums) / rest
        within = np.maximum(squares - sums * mean, 0)
        within_rest = np.maximum(squares.sum(axis=0) - squares - rest * mean_of_rest**2, 0)
        pooled = np.sqrt((within + within_rest) / max(1, n.sum() - 2))
        gap = mean - mean_of_rest
        difference = np.where(np.abs(gap) <= 1e-12 * np.abs(sums.sum(axis=0) / n.sum()), 0, np.clip(gap / pooled, -99, 99))
        deviation = np.where(n > 1, np.sqrt(within / (n - 1)), 0)
    return counts, mean, deviation, np.where(rest > 0, difference, 0)
