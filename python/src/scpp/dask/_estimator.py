"""The estimator for dask collections."""

from __future__ import annotations

import inspect
import os
from typing import Any, Callable, Optional, Union

import dask
import dask.array as da
import distributed
import numpy as np
from dask.base import tokenize
from numpy.typing import NDArray
from scipy import sparse
from sklearn.utils.validation import check_is_fitted

from .. import _core
from .._options import python_names
from .._scpp import SCPP as LocalSCPP
from ._blocks import as_array, blocks_of, column_names, is_dask, numbers_of
from ._cluster import Cluster
from ._fit import fit_blocks


class SCPP(LocalSCPP):
    """`scpp.SCPP` for rows on a Dask cluster.

    The rows are read twice, by the workers and in blocks; a third reading makes the labels, when these are computed.
    The model does not depend on the number of workers or on the order in which blocks are done. It is that of
    `scpp.SCPP(sketch="always")`, bit for bit, if the rows are cut into blocks at multiples of 8192 rows.

    Parameters
    ----------
    n_clusters : int, default=8
        Clusters to find.
    checkpoint : path-like or None, default=None
        A folder for what finished passes leave. A fit that finds its own there goes on behind it.
    timeout : float, default=60
        Seconds without any worker after which a fit gives up.
    client : distributed.Client or None, default=None
        None takes the current client, or Dask's threads if there is none.
    **parameters
        All others of `scpp.SCPP`. `n_threads` is for the work between the passes, which is done by the caller; tasks
        use one thread each. `sketch="never"` is refused.

    Attributes
    ----------
    labels_, probabilities_, outlier_scores_ : dask array of shape (n_samples,)
        Cluster of each row, how sure that is and how far the row lies from its neighbours, not computed yet.
    model_ : scpp.SCPP
        The same model for rows in memory.

    Notes
    -----
    After a fit, `report`, `cluster_profile` and the plots show a sample of the rows. `cluster_centers_` are means of all of them: the
    first time that somebody asks, the rows are read once more.

    Examples
    --------
    >>> import dask.array as da
    >>> import numpy as np
    >>> from scpp.dask import SCPP
    >>> rng = np.random.default_rng(0)
    >>> rows = np.vstack([rng.normal(c, 1, size=(5000, 4)) for c in (0, 8, 16)])
    >>> X = da.from_array(rows, chunks=(8192, -1))
    >>> model = SCPP(n_clusters=3, n_cells=256).fit(X)
    >>> np.bincount(model.labels_.compute())
    array([5000, 5000, 5000])
    """

    def __init__(
        self,
        n_clusters: int = 8,
        *,
        checkpoint: Union[None, str, os.PathLike[str]] = None,
        timeout: float = 60,
        client: Optional[distributed.Client] = None,
        **parameters: Any,
    ) -> None:
        super().__init__(n_clusters, **parameters)
        self.checkpoint = checkpoint
        self.timeout = timeout
        self.client = client

    # ---- fitting

    def fit(self, X: Any, y: object = None, sample_weight: Any = None) -> "SCPP":
        """Cluster the rows of X.

        Parameters
        ----------
        X : dask array, dask dataframe or list of (delayed block, (rows, columns))
            The rows. Chunks of an array hold whole rows and have known sizes; the lengths of a dataframe's partitions
            are counted first, which reads it once more.
        y : ignored
            Present for scikit-learn's sake.
        sample_weight : None
            Weights are not possible here.

        Returns
        -------
        self : SCPP
            The fitted estimator.
        """
        if sample_weight is not None:
            raise ValueError("sample_weight is not possible on Dask; scpp.SCPP takes weights.")
        if self.missing != "error":
            raise ValueError(f"missing is {self.missing!r}, but a fit on Dask needs complete rows; fill them, or leave these rows out.")
        X, self.left_out_ = numbers_of(X, self.text)
        names = column_names(X)
        rows = as_array(X)
        blocks = blocks_of(rows, names)
        options = self._library_options(float(blocks.rows))
        with python_names():
            fitted = fit_blocks(blocks, options, Cluster(self.client, self.timeout, self.verbose), self.checkpoint)
        self._remember(fitted.model, names)
        self._fit_rows, self._fit_weights, self._fit_array = fitted.sample, np.empty(0), rows
        self.labels_ = self._labels(rows)
        self._warn_if_fewer()
        return self

    def _remember(self, model: _core.Model, names: list[str]) -> None:
        self._set_model(model)
        self.n_features_in_ = len(model.mean)
        for name in ("feature_names_in_", "_centres"):
            if hasattr(self, name):
                delattr(self, name)
        if names:
            self.feature_names_in_ = np.array(names, dtype=object)

    @property
    def model_(self) -> LocalSCPP:
        check_is_fitted(self)
        own = ("checkpoint", "client", "timeout")
        local = LocalSCPP(**{name: value for name, value in self.get_params().items() if name not in own})
        local._set_model(self._model)
        for name in ("n_features_in_", "feature_names_in_", "left_out_", "_fit_rows", "_fit_weights", "_centres"):
            if hasattr(self, name):
                setattr(local, name, getattr(self, name))
        return local

    # ---- rows, old and new

    def predict(self, X: Any) -> Union[da.Array, NDArray[np.int32]]:
        """Labels of rows, old or new: a lazy array for a dask collection, see `scpp.SCPP.predict` otherwise."""
        check_is_fitted(self)
        return self._labels(self._checked(X)) if is_dask(X) else super().predict(X)

    def transform(self, X: Any) -> Union[da.Array, NDArray[np.float64]]:
        """Coordinates in the planes of all splits: a lazy array for a dask collection."""
        check_is_fitted(self)
        if not is_dask(X):
            return super().transform(X)
        rows, width = self._checked(X), len(self.get_feature_names_out())
        return self._lazily(rows, _coordinates, np.empty((0, width)), chunks=(rows.chunks[0], (width,)))

    def score_samples(self, X: Any) -> Union[da.Array, NDArray[np.float64]]:
        """The probability of the cluster that `predict` says: a lazy array for a dask collection."""
        check_is_fitted(self)
        return self._lazily(self._checked(X), _probability, np.empty(0)) if is_dask(X) else super().score_samples(X)

    def outlier_scores(self, X: Any) -> Union[da.Array, NDArray[np.float64]]:
        """How far rows lie from their neighbours: a lazy array for a dask collection."""
        check_is_fitted(self)
        return self._lazily(self._checked(X), _outlier, np.empty(0)) if is_dask(X) else super().outlier_scores(X)

    def predict_proba(self, X: Any) -> Union[da.Array, NDArray[np.float64]]:
        """Probabilities of rows for all clusters: a lazy array for a dask collection."""
        check_is_fitted(self)
        if not is_dask(X):
            return super().predict_proba(X)
        rows, width = self._checked(X), self.n_clusters_
        return self._lazily(rows, _memberships, np.empty((0, width)), chunks=(rows.chunks[0], (width,)))

    def split(self, node: int, X: Any = None, sample_weight: Any = None) -> "SCPP":
        """Not possible here, because it needs all rows of the node in one place."""
        raise NotImplementedError("A leaf cannot be split on Dask; fit with more clusters, and prune what is not wanted.")

    @property
    def probabilities_(self) -> da.Array:
        return self._lazily(self._rows_of_the_fit("probabilities_"), _probability, np.empty(0))

    @property
    def outlier_scores_(self) -> da.Array:
        return self._lazily(self._rows_of_the_fit("outlier_scores_"), _outlier, np.empty(0))

    @property
    def cluster_centers_(self) -> NDArray[np.float64]:
        check_is_fitted(self)
        if not hasattr(self, "_centres") and hasattr(self, "_fit_array"):
            rows, k, width = self._fit_array, self.n_clusters_, self.n_features_in_ + 1
            of_blocks = self._lazily(rows, _sums, np.empty((0, width)), chunks=((k,) * rows.numblocks[0], (width,)))
            sums = of_blocks.compute(scheduler=self.client).reshape(-1, k, width).sum(axis=0)
            self._centres = sums[:, :-1] / sums[:, -1:]
        return super().cluster_centers_

    def _rows_of_the_fit(self, what: str) -> da.Array:
        check_is_fitted(self)
        if not hasattr(self, "_fit_array"):
            raise AttributeError(f"{what} is of the rows of the fit, which are not here; score_samples(X) takes any.")
        return self._fit_array

    def _row_of_the_fit(self, row: int) -> NDArray[Any]:
        raise ValueError(f"row must be a row of numbers where the rows are on Dask. Got the place {row} instead.")

    def _checked(self, X: Any) -> da.Array:
        if hasattr(X, "drop") and set(self.left_out_) & set(getattr(X, "columns", [])):
            X = X.drop(columns=[name for name in self.left_out_ if name in X.columns])
        names = column_names(X)
        if names and hasattr(self, "feature_names_in_") and names != list(self.feature_names_in_):
            raise ValueError(f"The columns of X are {names}, but the fit had {list(self.feature_names_in_)}.")
        rows = as_array(X)
        if rows.shape[1] != self.n_features_in_:
            raise ValueError(
                f"X has {rows.shape[1]} features, but SCPP is expecting {self.n_features_in_} features as input."
            )
        return rows

    def _labels(self, rows: da.Array) -> da.Array:
        return self._lazily(rows, _labels, np.empty(0, dtype=np.int32))

    def _lazily(self, rows: da.Array, work: Callable[..., NDArray[Any]], like: NDArray[Any], **shape: Any) -> da.Array:
        """One value or row of values for each row. The model goes to a worker once, and works there with one thread."""
        token = tokenize(self._model.to_bytes())
        model = dask.delayed(self._model.with_threads(1), name=f"scpp-model-{token}")
        if like.ndim == 1:
            shape["drop_axis"] = 1
        name = f"scpp{work.__name__}-{tokenize(rows.name, token)}"
        return rows.map_blocks(_named, work, model, dtype=like.dtype, meta=like, name=name, **shape)

    def _relabelled(self, label: NDArray[np.int32]) -> da.Array:
        return self.labels_.map_blocks(_looked_up, label, dtype=label.dtype)


def _with_all_parameters(own: Callable[..., None], base: Callable[..., None]) -> inspect.Signature:
    """scikit-learn reads parameters and defaults from here."""
    signature = inspect.signature(own)
    named = {**inspect.signature(base).parameters, **signature.parameters}
    del named["parameters"]
    return signature.replace(parameters=list(named.values()))


SCPP.__init__.__signature__ = _with_all_parameters(SCPP.__init__, LocalSCPP.__init__)  # type: ignore[attr-defined]


def _named(
    rows: NDArray[Any], work: Callable[..., NDArray[Any]], model: _core.Model, block_id: Optional[tuple[int, ...]] = None
) -> NDArray[Any]:
    """Sentences about a row say in which block it stands."""
    try:
        return work(np.asarray(rows), model)
    except ValueError as error:
        raise ValueError(f"in block {block_id[0] if block_id else 0} of the rows, counted from 0: {error}") from None


def _labels(rows: NDArray[Any], model: _core.Model) -> NDArray[np.int32]:
    return model.assign(rows)


def _probability(rows: NDArray[Any], model: _core.Model) -> NDArray[np.float64]:
    return model.confidence(rows)[0]


def _outlier(rows: NDArray[Any], model: _core.Model) -> NDArray[np.float64]:
    return model.confidence(rows)[2]


def _memberships(rows: NDArray[Any], model: _core.Model) -> NDArray[np.float64]:
    return model.membership(rows)


def _sums(rows: NDArray[Any], model: _core.Model) -> NDArray[np.float64]:
    """Of the rows of each cluster, and how many these are."""
    labels = model.assign(rows)
    member = sparse.csr_matrix((np.ones(len(rows)), (labels, np.arange(len(rows)))), (len(model.leaves), len(rows)))
    return np.column_stack([member @ rows, member.sum(axis=1)])


def _coordinates(rows: NDArray[Any], model: _core.Model) -> NDArray[np.float64]:
    return model.project(model.splits, rows)


def _looked_up(labels: NDArray[np.int32], label: NDArray[np.int32]) -> NDArray[np.int32]:
    return label[labels]
