"""One optimal projection as a transformer."""

from __future__ import annotations

from typing import Optional

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import BaseEstimator, ClassNamePrefixFeaturesOutMixin, TransformerMixin
from sklearn.utils.validation import check_is_fitted

from . import _core
from ._options import OptionBuilder, RandomState, python_names
from ._progress import progress_bar
from ._validation import checked_rows, checked_weights


class SpectralProjection(ClassNamePrefixFeaturesOutMixin, TransformerMixin, BaseEstimator):
    """The projection in which the rows fall apart most clearly: the first split of :class:`SCPP`, as a transformer.

    Parameters
    ----------
    n_components : int, default=2
        Dimensions of the projection.
    laplacian : {"normalized", "standard"}, default="normalized"
        Graph Laplacian whose second eigenvalue is minimised.
    n_microclusters : int, default=200
        Microclusters that stand for the rows; with fewer rows every row stands for itself.
    beta_max, beta_min : float, default=5.0, 0.5
        First and last width, in standard deviations, of the region in which distances count fully.
    sigma : float or None, default=None
        Scale of the kernel; None takes the paper's rule.
    standardise : bool, default=True
        Give every feature unit variance first.
    min_cluster_size : float or int, default=0.2
        Least size of either side: a float is the share of half the rows, an int counts rows.
    n_threads : int or None, default=None
        Threads to use; None takes every core that the process may use.
    n_jobs : int or None, default=None
        The same as scikit-learn counts it: -1 takes every core, -2 all but one. Give one of the two.
    random_state : int, RandomState instance or None, default=None
        Seed; None is 0.
    verbose : int, default=0
        Show a progress bar.

    Attributes
    ----------
    components_ : ndarray of shape (n_components, n_features)
        Directions, for centred and scaled features.
    mean_, scale_ : ndarray of shape (n_features,)
        A row x becomes `(x - mean_) * scale_` first; `transform` gives the products of these with `components_`.
    lambda2_ : float
        The second eigenvalue that was reached.
    n_features_in_ : int
        Features seen in `fit`.

    Examples
    --------
    >>> from sklearn.datasets import load_wine
    >>> from scpp import SpectralProjection
    >>> SpectralProjection().fit_transform(load_wine().data).shape
    (178, 2)
    """

    def __init__(
        self,
        n_components: int = 2,
        *,
        laplacian: str = "normalized",
        n_microclusters: int = 200,
        beta_max: float = 5.0,
        beta_min: float = 0.5,
        sigma: Optional[float] = None,
        standardise: bool = True,
        min_cluster_size: float = 0.2,
        n_threads: Optional[int] = None,
        n_jobs: Optional[int] = None,
        random_state: RandomState = None,
        verbose: int = 0,
    ) -> None:
        self.n_components = n_components
        self.laplacian = laplacian
        self.n_microclusters = n_microclusters
        self.beta_max = beta_max
        self.beta_min = beta_min
        self.sigma = sigma
        self.standardise = standardise
        self.min_cluster_size = min_cluster_size
        self.n_threads = n_threads
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose

    def fit(
        self, X: ArrayLike, y: object = None, sample_weight: Optional[ArrayLike] = None
    ) -> "SpectralProjection":
        """Find the projection.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            The rows.
        y : ignored
            Present for scikit-learn's sake.
        sample_weight : array-like of shape (n_samples,), default=None
            How often each row counts.

        Returns
        -------
        self : SpectralProjection
            The fitted transformer.
        """
        rows = checked_rows(self, X, reset=True)
        weights = checked_weights(sample_weight, rows)
        options = self._library_options(float(weights.sum()) if weights.size else float(len(rows)))
        with python_names(), progress_bar(self.verbose, 2) as callback:
            model, _ = _core.fit(rows, options, weights, callback=callback)
        root = model.nodes[0]
        if root.split is None:
            raise ValueError(f"X cannot be split in two: {root.leaf_sentence}.")
        self._model = model
        self.mean_, self.scale_ = model.mean.copy(), model.scale.copy()
        self.components_ = model.axes(0)[0].T.copy()
        self.lambda2_ = root.split.lambda2
        self._n_features_out = len(self.components_)
        return self

    def _library_options(self, rows: float) -> _core.Options:
        builder = OptionBuilder(self)
        names = ("n_components", "laplacian", "n_microclusters", "beta_max", "beta_min", "sigma", "standardise")
        for name in names:
            builder.set(name, getattr(self, name))
        builder.set_threads(self.n_threads, self.n_jobs)
        builder.set_least_cluster(self.min_cluster_size, 2, rows)
        builder.set_seed(self.random_state)
        return builder.checked()

    def transform(self, X: ArrayLike) -> NDArray[np.float64]:
        """Project rows.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            The rows.

        Returns
        -------
        coordinates : ndarray of shape (n_samples, n_components)
            Coordinates relative to the mean of the rows of the fit.
        """
        check_is_fitted(self)
        return self._model.project([0], checked_rows(self, X, reset=False))
