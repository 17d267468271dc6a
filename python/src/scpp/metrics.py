"""How well a clustering agrees with known classes, as the paper measures it.

All scores are 1 for perfect agreement. Labels may be any values that can be told apart; the true classes come first,
as in :mod:`sklearn.metrics`.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _core

__all__ = [
    "accuracy_score",
    "adjusted_rand_score",
    "all_scores",
    "confusion_table",
    "normalized_mutual_info_score",
    "purity_score",
    "v_measure_score",
]


def _positions(labels: ArrayLike, name: str) -> NDArray[np.int32]:
    array = np.asarray(labels)
    if array.ndim != 1:
        raise ValueError(f"{name} must be 1-dimensional. Got an array of shape {array.shape} instead.")
    return np.unique(array, return_inverse=True)[1].astype(np.int32)


def all_scores(labels_true: ArrayLike, labels_pred: ArrayLike) -> dict[str, float]:
    """All scores at once.

    Parameters
    ----------
    labels_true : array-like of shape (n_samples,)
        Known classes.
    labels_pred : array-like of shape (n_samples,)
        Clusters.

    Returns
    -------
    dict
        With keys "purity", "nmi", "ari", "v_measure" and "accuracy".

    Examples
    --------
    >>> from scpp.metrics import all_scores
    >>> all_scores(["a", "a", "b", "b"], [1, 1, 0, 0])["nmi"]
    1.0
    """
    return _core.score(_positions(labels_pred, "labels_pred"), _positions(labels_true, "labels_true"))


def purity_score(labels_true: ArrayLike, labels_pred: ArrayLike) -> float:
    """Share of rows in the majority class of their cluster.

    Examples
    --------
    >>> from scpp.metrics import purity_score
    >>> purity_score([0, 0, 1, 1], [0, 0, 0, 1])
    0.75
    """
    return all_scores(labels_true, labels_pred)["purity"]


def normalized_mutual_info_score(labels_true: ArrayLike, labels_pred: ArrayLike) -> float:
    """Mutual information over the geometric mean of the entropies, as the paper defines it.

    Examples
    --------
    >>> from scpp.metrics import normalized_mutual_info_score
    >>> normalized_mutual_info_score([0, 0, 1, 1], [0, 1, 0, 1])
    0.0
    """
    return all_scores(labels_true, labels_pred)["nmi"]


def adjusted_rand_score(labels_true: ArrayLike, labels_pred: ArrayLike) -> float:
    """Rand index adjusted for chance.

    Examples
    --------
    >>> from scpp.metrics import adjusted_rand_score
    >>> adjusted_rand_score([0, 0, 1, 1], [1, 1, 0, 0])
    1.0
    """
    return all_scores(labels_true, labels_pred)["ari"]


def v_measure_score(labels_true: ArrayLike, labels_pred: ArrayLike) -> float:
    """Harmonic mean of homogeneity and completeness.

    Examples
    --------
    >>> from scpp.metrics import v_measure_score
    >>> v_measure_score([0, 0, 1, 1], [1, 1, 0, 0])
    1.0
    """
    return all_scores(labels_true, labels_pred)["v_measure"]


def accuracy_score(labels_true: ArrayLike, labels_pred: ArrayLike) -> float:
    """Share of rows that are right under the best one-to-one match of clusters to classes.

    Examples
    --------
    >>> from scpp.metrics import accuracy_score
    >>> accuracy_score([0, 0, 1, 1], [1, 1, 1, 0])
    0.75
    """
    return all_scores(labels_true, labels_pred)["accuracy"]


def confusion_table(labels_true: ArrayLike, labels_pred: ArrayLike) -> NDArray[np.int64]:
    """Rows in each class (first axis) and cluster (second axis), labels in sorted order.

    Examples
    --------
    >>> from scpp.metrics import confusion_table
    >>> confusion_table([0, 0, 1, 1], [5, 5, 5, 7])
    array([[2, 0],
           [1, 1]])
    """
    clusters, classes = _positions(labels_pred, "labels_pred"), _positions(labels_true, "labels_true")
    return np.array(_core.confusion_table(clusters, classes), dtype=np.int64).T
