"""The estimator."""

from __future__ import annotations

import warnings
from typing import Any, Mapping, Optional, Union, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.validation import check_is_fitted

from . import _core
from ._edits import Edits
from ._files import Files
from ._options import LIBRARY_NAME, OptionBuilder, RandomState, python_names
from ._pictures import Pictures
from ._progress import progress_bar
from ._validation import checked_weights


class SCPP(Edits, Files, Pictures):
    """Clusters of wide tables, each split with the projection that shows it.

    The clusters are communities of nearest neighbours in a metric that is learned from the data, or those of the paper's
    tree where that separates the rows better. A tree of two-way splits explains them. Every split has the projection to
    `n_components` dimensions in which its two sides are least connected: the one that minimises the second eigenvalue of
    the graph Laplacian of the projected points (minimum spectral connectivity projection pursuit).

    Parameters
    ----------
    n_clusters : int or "auto", default=8
        Clusters to find. Fewer are found, with a `ConvergenceWarning`, when no cluster can be split further. "auto" takes
        the number with the most clear clusters; `n_clusters_` tells how many there are.
    quality : {"default", "fast"}, default="default"
        "default" takes communities of nearest neighbours or the paper's tree, whichever separates the rows better, in a
        metric learned from the data, and explains them by a tree. "fast" grows the paper's tree: the largest cluster is split
        in two, again and again, with one search for each split.
    method : {"divisive", "margin", "kway"}, default="divisive"
        Two-way splits one after another, the same with sigma decreasing to a large margin, or one K-way split.
    n_components : int, default=2
        Dimensions of the projection in every split.
    laplacian : {"normalized", "standard"}, default="normalized"
        Graph Laplacian whose eigenvalue is minimised.
    kernel : {"gaussian", "laplace"}, default="gaussian"
        How similarity falls with projected distance.
    n_microclusters : int, default=200
        Microclusters that stand for the rows of a cluster; with fewer rows every row stands for itself.
    sketch : {"auto", "never", "always"}, default="auto"
        Grow the tree on cells of rows instead of rows; "auto" does so from 16,000 rows on (50,000 in
        quality "fast" or with more than 256 columns), if that is three times the number of cells.
    n_cells : int or None, default=None
        Cells of a sketch, about; None takes 4096, or 200 a cluster if those are more (up to 20,000).
    beta_max, beta_step, beta_min : float, default=5.0, 0.2, 0.5
        Width in standard deviations of the region in which distances count fully: the first one tried, the decrease
        after an unbalanced try, and the last one.
    sigma : float or None, default=None
        Scale of the kernel; None takes the paper's rule.
    sigma_scale : float, default=1.0
        Multiplies the sigma of the rule.
    delta : float, default=0.01
        Distance reducing exponent for points outside that region.
    omega : float, default=1.0
        Weight of the penalty on directions that are not orthogonal.
    parametrisation : {"direct", "polar"}, default="direct"
        Search over unit columns or over their polar angles.
    start : {"principal", "random"}, default="principal"
        Where the search for a projection starts.
    n_random_starts : int, default=0
        Further random starts; the least objective is kept.
    max_steps : int, default=50
        Most steps of one minimisation.
    tol : float, default=1e-5
        A gradient below this ends a minimisation.
    standardise : bool, default=True
        Give every feature unit variance; otherwise features are only centred.
    min_cluster_size : float or int, default=0.2
        Least size of either side of a split: a float is the share of n_samples / n_clusters, an int counts rows
        (or adds weights).
    split_rule : {"largest", "least-lambda2", "size-and-lambda2"}, default="largest"
        Which cluster is split next.
    max_clusters : int, default=20
        Most clusters when `n_clusters` is "auto".
    missing : {"error", "mean", "median", "drop-row"}, default="error"
        What becomes of missing cells (NaN). Those of new rows are filled as in the fit; rows that are left out have the label
        -1, and NaN for coordinates and scores.
    text : {"refuse", "drop"}, default="refuse"
        What becomes of columns of a data frame that hold no numbers; `left_out_` names those that were left out.
    options : dict or None, default=None
        Further options of the library by its own names.
    n_threads : int or None, default=None
        Threads to use; None takes every core that the process may use. The result does not depend on it.
    n_jobs : int or None, default=None
        The same as scikit-learn counts it: -1 takes every core, -2 all but one. Give one of the two.
    random_state : int, RandomState instance or None, default=None
        Seed of random starts and of gradient sampling. None is the same as 0: fits are repeatable.
    verbose : int, default=0
        Show a progress bar (with tqdm if it is installed).

    Attributes
    ----------
    labels_ : ndarray of shape (n_samples,)
        Cluster of each row, 0 to `n_clusters_` - 1.
    n_clusters_ : int
        Clusters found.
    probabilities_ : ndarray of shape (n_samples,)
        How sure the model is of each row: the probability of its cluster.
    outlier_scores_ : ndarray of shape (n_samples,)
        How far each row lies from its neighbours, by the measure of its cluster: 0 for half of the rows, 1/2 for twice as far.
    verdict_ : str
        How clear the clusters are, in one sentence.
    cluster_centers_ : ndarray of shape (n_clusters, n_features)
        Mean of the rows of each cluster, counted by their weights.
    tree_ : Tree
        The splits.
    n_features_in_ : int
        Features seen in `fit`, without those left out.
    left_out_ : list
        Names of the columns of a data frame that were left out.
    feature_names_in_ : ndarray of shape (n_features,)
        Their names, if X had names that are all strings.

    Notes
    -----
    float32 and float64 arrays of any strides are read where they lie, memory maps too. Data frames may be those of pandas or any
    that know the dataframe interchange protocol. Sparse matrices get their zeros back for some rows at a time
    where the tree is grown on cells (`sketch`), and all at once elsewhere; where memory does not suffice for that, a `MemoryError` says so. The estimator keeps a reference to the rows of
    the fit for `split`, `plot_split` and `report`; pickles and model files do not contain them.

    Examples
    --------
    >>> import numpy as np
    >>> from scpp import SCPP
    >>> rng = np.random.default_rng(0)
    >>> X = np.vstack([rng.normal(c, 1, size=(50, 5)) for c in (0, 5, 10)])
    >>> model = SCPP(n_clusters=3).fit(X)
    >>> np.bincount(model.labels_)
    array([50, 50, 50])
    >>> model.predict(X[:2]) == model.labels_[:2]
    array([ True,  True])
    >>> model.transform(X).shape
    (150, 4)
    """

    def __init__(
        self,
        n_clusters: Union[int, str] = 8,
        *,
        quality: str = "default",
        method: str = "divisive",
        n_components: int = 2,
        laplacian: str = "normalized",
        kernel: str = "gaussian",
        n_microclusters: int = 200,
        sketch: str = "auto",
        n_cells: Optional[int] = None,
        beta_max: float = 5.0,
        beta_step: float = 0.2,
        beta_min: float = 0.5,
        sigma: Optional[float] = None,
        sigma_scale: float = 1.0,
        delta: float = 0.01,
        omega: float = 1.0,
        parametrisation: str = "direct",
        start: str = "principal",
        n_random_starts: int = 0,
        max_steps: int = 50,
        tol: float = 1e-5,
        standardise: bool = True,
        min_cluster_size: Union[float, int] = 0.2,
        split_rule: str = "largest",
        max_clusters: int = 20,
        missing: str = "error",
        text: str = "refuse",
        options: Optional[Mapping[str, Any]] = None,
        n_threads: Optional[int] = None,
        n_jobs: Optional[int] = None,
        random_state: RandomState = None,
        verbose: int = 0,
    ) -> None:
        self.n_clusters = n_clusters
        self.quality = quality
        self.method = method
        self.n_components = n_components
        self.laplacian = laplacian
        self.kernel = kernel
        self.n_microclusters = n_microclusters
        self.sketch = sketch
        self.n_cells = n_cells
        self.beta_max = beta_max
        self.beta_step = beta_step
        self.beta_min = beta_min
        self.sigma = sigma
        self.sigma_scale = sigma_scale
        self.delta = delta
        self.omega = omega
        self.parametrisation = parametrisation
        self.start = start
        self.n_random_starts = n_random_starts
        self.max_steps = max_steps
        self.tol = tol
        self.standardise = standardise
        self.min_cluster_size = min_cluster_size
        self.split_rule = split_rule
        self.max_clusters = max_clusters
        self.missing = missing
        self.text = text
        self.options = options
        self.n_threads = n_threads
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose

    # ---- fitting

    def fit(self, X: ArrayLike, y: object = None, sample_weight: Optional[ArrayLike] = None) -> "SCPP":
        """Cluster the rows of X.

        Parameters
        ----------
        X : array-like, data frame or sparse matrix of shape (n_samples, n_features)
            The rows.
        y : ignored
            Present for scikit-learn's sake.
        sample_weight : array-like of shape (n_samples,), default=None
            How often each row counts; a row of weight 3 is that row three times.

        Returns
        -------
        self : SCPP
            The fitted estimator.
        """
        given = self._given(X, reset=True)
        rows, weights = self._settled(given, checked_weights(sample_weight, given))
        options = self._library_options(float(weights.sum()) if weights.size else float(rows.shape[0]))
        columns = [str(name) for name in getattr(self, "feature_names_in_", [])]
        with python_names(), progress_bar(self.verbose, self._most_clusters()) as callback:
            model, labels = self._fit_model(rows, options, weights, columns, callback)
        self._set_model(model)
        self._find_centres(rows, weights, labels)
        self.labels_ = self._spread(labels, given.shape[0], -1)
        self._fit_rows, self._fit_weights = rows, weights
        self._warn_if_fewer()
        return self

    def fit_predict(
        self, X: ArrayLike, y: object = None, sample_weight: Optional[ArrayLike] = None
    ) -> NDArray[np.int32]:
        """Cluster the rows of X and return their labels; see `fit`."""
        return self.fit(X, sample_weight=sample_weight).labels_

    def _library_options(self, rows: float) -> _core.Options:
        builder = OptionBuilder(self)
        for name in LIBRARY_NAME:
            if name != "n_threads":
                builder.set(name, getattr(self, name))
        builder.set_threads(self.n_threads, self.n_jobs)
        builder.set_least_cluster(self.min_cluster_size, self._most_clusters(), rows)
        builder.set_seed(self.random_state)
        builder.set_further(self.options)
        return builder.checked()

    def _most_clusters(self) -> int:
        return self.max_clusters if self.n_clusters == "auto" else cast(int, self.n_clusters)

    def _warn_if_fewer(self) -> None:
        if self.n_clusters in ("auto", self.n_clusters_):
            return
        reasons = {self.tree_[leaf].leaf_sentence for leaf in self.tree_.leaves}
        warnings.warn(
            f"{self.n_clusters_} of {self.n_clusters} clusters were found: {'; '.join(sorted(reasons))}",
            ConvergenceWarning,
            stacklevel=3,
        )

    # ---- transforming; scikit-learn makes data frames of what a class itself defines

    def transform(self, X: ArrayLike) -> NDArray[np.float64]:
        """Coordinates of rows in the planes of all splits, the first split first.

        Parameters
        ----------
        X : array-like, data frame or sparse matrix of shape (n_samples, n_features)
            The rows.

        Returns
        -------
        coordinates : ndarray of shape (n_samples, n_splits * n_components)
            Coordinates relative to the mean of each split's rows; `get_feature_names_out` names the columns.
        """
        check_is_fitted(self)
        return self._each_row(X, lambda rows: self._model.project(self.tree_.splits, rows), np.nan)

    def get_feature_names_out(self, input_features: object = None) -> NDArray[np.object_]:
        """Names of the columns of `transform`: node and direction.

        Examples
        --------
        >>> from sklearn.datasets import load_iris
        >>> from scpp import SCPP
        >>> SCPP(n_clusters=3).fit(load_iris().data).get_feature_names_out()
        array(['node0_0', 'node0_1', 'node2_0', 'node2_1'], dtype=object)
        """
        check_is_fitted(self)
        splits = [(node, self._split_of(node).projection.shape[1]) for node in self.tree_.splits]
        return np.array([f"node{node}_{i}" for node, width in splits for i in range(width)], dtype=object)

    # ---- what scikit-learn may expect: before release 1.6, and since

    def _more_tags(self) -> dict[str, Any]:
        why = "it takes whatever has predict_proba and reads sparse rows for a classifier of the four classes in y"
        return {"allow_nan": self.missing != "error", "_xfail_checks": {"check_estimator_sparse_data": why}}

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.input_tags.allow_nan = self.missing != "error"
        return tags
