"""Methods the paper compares with, as estimators. They label the rows they are fitted on and no others."""

from __future__ import annotations

from typing import Any, Optional

from numpy.typing import ArrayLike
from sklearn.base import BaseEstimator, ClusterMixin

from . import _core
from ._options import OptionBuilder, RandomState, python_names
from ._validation import checked_rows


class _Baseline(ClusterMixin, BaseEstimator):
    _library_method: str
    _parameters: tuple[str, ...]

    def fit(self, X: ArrayLike, y: object = None) -> Any:
        """Cluster the rows of X.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            The rows.
        y : ignored
            Present for scikit-learn's sake.

        Returns
        -------
        self : object
            The fitted estimator.
        """
        rows = checked_rows(self, X, reset=True)
        builder = OptionBuilder(self)
        for name in self._parameters:
            builder.set(name, getattr(self, name))
        builder.set_seed(self.random_state)
        with python_names():
            found = _core.run_baseline(self._library_method, rows, builder.checked())
        self.labels_, self.choice_, self.trace_ = found
        return self


class DRSC(_Baseline):
    """Dimensionality reduction for spectral clustering (Niu, Dy, Jordan 2011).

    Parameters
    ----------
    n_clusters : int, default=8
        Clusters to find.
    n_components : int, default=2
        Dimensions of the projection.
    standardise : bool, default=True
        Give every feature unit variance first.
    n_threads : int or None, default=None
        Threads to use; None takes every core.
    random_state : int, RandomState instance or None, default=None
        Seed; None is 0.

    Attributes
    ----------
    labels_ : ndarray of shape (n_samples,)
        Cluster of each row.
    choice_ : str
        What the method chose by itself.
    trace_ : ndarray
        Objective after each round.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from scpp import DRSC
    >>> sorted(set(DRSC(n_clusters=3).fit_predict(load_iris().data)))
    [0, 1, 2]
    """

    _library_method = "drsc"
    _parameters = ("n_clusters", "n_components", "standardise", "n_threads")

    def __init__(
        self,
        n_clusters: int = 8,
        *,
        n_components: int = 2,
        standardise: bool = True,
        n_threads: Optional[int] = None,
        random_state: RandomState = None,
    ) -> None:
        self.n_clusters = n_clusters
        self.n_components = n_components
        self.standardise = standardise
        self.n_threads = n_threads
        self.random_state = random_state


class MaxMarginClustering(_Baseline):
    """Maximum margin clustering by iterative support vector regression (Zhang, Tsang, Kwok 2009).

    Parameters
    ----------
    n_clusters : int, default=2
        Clusters to find.
    standardise : bool, default=True
        Give every feature unit variance first.
    n_threads : int or None, default=None
        Threads to use; None takes every core.
    random_state : int, RandomState instance or None, default=None
        Seed; None is 0.

    Attributes
    ----------
    labels_ : ndarray of shape (n_samples,)
        Cluster of each row.
    choice_ : str
        What the method chose by itself.
    trace_ : ndarray
        Objective after each round.

    Examples
    --------
    >>> from sklearn.datasets import load_breast_cancer
    >>> from scpp import MaxMarginClustering
    >>> sorted(set(MaxMarginClustering().fit_predict(load_breast_cancer().data)))
    [0, 1]
    """

    _library_method = "isvr"
    _parameters = ("n_clusters", "standardise", "n_threads")

    def __init__(
        self,
        n_clusters: int = 2,
        *,
        standardise: bool = True,
        n_threads: Optional[int] = None,
        random_state: RandomState = None,
    ) -> None:
        self.n_clusters = n_clusters
        self.standardise = standardise
        self.n_threads = n_threads
        self.random_state = random_state
