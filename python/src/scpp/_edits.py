"""A fitted tree cut back, or grown by hand."""

from __future__ import annotations

from typing import Any, Optional, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.utils.validation import check_is_fitted

from . import _core
from ._describe import Described
from ._progress import progress_bar
from ._tree import Tree, coarser_label

Self = TypeVar("Self", bound="Edits")


class Edits(Described):
    """Part of `SCPP`."""

    def labels_at(self, n_clusters: int) -> NDArray[np.int32]:
        """Labels of the rows of the fit with the last splits undone, so that at most `n_clusters` are left.

        Parameters
        ----------
        n_clusters : int
            Clusters wanted.

        Returns
        -------
        labels : ndarray of shape (n_samples,)
            Those of the fit with that many clusters, had only that been asked for.

        Examples
        --------
        >>> from sklearn.datasets import load_iris
        >>> from scpp import SCPP
        >>> model = SCPP(n_clusters=4).fit(load_iris().data)
        >>> [len(set(model.labels_at(k))) for k in (1, 2, 3, 4)]
        [1, 2, 3, 4]
        """
        check_is_fitted(self, "labels_")
        return self._relabelled(coarser_label(self.tree_, Tree(self._model.cut(n_clusters))))

    def prune(self: Self, node: int) -> Self:
        """A model without what is below a node, which becomes one cluster; nodes behind it have new numbers there.

        Parameters
        ----------
        node : int
            A node that is no leaf.

        Returns
        -------
        pruned : SCPP
            A new estimator with fewer clusters; this one stays as it is.
        """
        check_is_fitted(self)
        pruned = _twin(self)
        pruned._set_model(self._model.prune(node))
        label = coarser_label(self.tree_, pruned.tree_)
        pruned._join_centres(label, self.tree_)
        if hasattr(self, "labels_"):
            pruned.labels_ = self._relabelled(label)
        return pruned

    def split(
        self: Self, node: int, X: Optional[ArrayLike] = None, sample_weight: Optional[ArrayLike] = None
    ) -> Self:
        """A model in which one more cluster is split in two.

        Parameters
        ----------
        node : int
            A leaf of the tree.
        X, sample_weight : array-like, default=None
            The rows and weights of the fit; needed after loading or unpickling, which do not bring them.

        Returns
        -------
        refined : SCPP
            A new estimator with one cluster more; this one stays as it is.
        """
        check_is_fitted(self)
        rows, weights = self._training_rows(X, sample_weight)
        with progress_bar(self.verbose, self.n_clusters_ + 1) as callback:
            model = _core.split_leaf(self._model, node, rows, weights, callback)
        refined = _twin(self)
        refined._set_model(model)
        labels = model.assign(rows)
        refined._find_centres(rows, weights, labels)
        if X is None:
            refined.labels_ = self._spread(labels, len(self.labels_), -1)
        else:
            refined.labels_ = self._each_row(X, model.assign, -1)
            refined._fit_rows, refined._fit_weights, refined._fit_kept = rows, weights, None
        return refined

    def _relabelled(self, label: NDArray[np.int32]) -> Any:
        """The labels of the fit, each replaced by `label` of it; rows that were left out have none."""
        return np.where(self.labels_ < 0, np.int32(-1), label[self.labels_])


def _twin(model: Self) -> Self:
    """The same parameters, fitted attributes and rows, none of them copied."""
    twin = type(model).__new__(type(model))
    twin.__dict__.update(model.__dict__)
    return twin
