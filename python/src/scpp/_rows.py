"""Rows, old and new: what a fit reads, and what a model says of rows."""

from __future__ import annotations

from typing import Any, Callable, Optional

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import sparse
from sklearn.utils.validation import check_is_fitted

from . import _core
from ._fitted import Fitted
from ._options import refusal
from ._validation import available_memory, checked_weights, dense, given_rows, over_blocks

MISSING = ("error", "mean", "median", "drop-row")
TEXT = ("refuse", "drop")


class Rows(Fitted):
    """Part of `SCPP`."""

    # ---- reading

    def _given(self, X: Any, *, reset: bool) -> Any:
        """X as a matrix or CSR, in which cells may be missing."""
        for name, words in (("missing", MISSING), ("text", TEXT)):
            if getattr(self, name) not in words:
                raise refusal(type(self).__name__, name, getattr(self, name), f"one of {'|'.join(words)}")
        return given_rows(self, X, reset=reset, text=self.text)

    def _settled(self, given: Any, weights: NDArray[np.float64]) -> tuple[Any, NDArray[np.float64]]:
        """Rows without missing cells, and their weights; `_fit_kept` tells which rows these are, if not all."""
        self._fit_kept, self._missing_fill = None, []
        if sparse.issparse(given) or self.missing == "error":
            self._refuse_missing(given)
            return given, weights
        if self.missing == "drop-row" and not _has_missing(given):
            return given, weights
        rows, kept, self._missing_fill = _core.settle(given, self._column_names(), self.missing, weights)
        if kept is None:
            return rows, weights
        if len(rows) < 2:
            raise ValueError(f"X has {len(rows)} row(s) without missing cells, but at least 2 are needed.")
        self._fit_kept = np.array(kept)
        return rows, weights[self._fit_kept] if weights.size else weights

    def _column_names(self) -> list[str]:
        return [str(name) for name in getattr(self, "feature_names_in_", [])]

    def _refuse_missing(self, given: Any) -> None:
        """The sentence of the command line, with the word that Python people look for."""
        cells = given.data if sparse.issparse(given) else given
        if not _has_missing(cells):
            return
        if sparse.issparse(given):
            raise ValueError("X has missing cells (NaN), and a sparse X must have none.")
        try:
            _core.settle(given, self._column_names(), "error")
        except ValueError as found:
            rules = "missing='mean', 'median' or 'drop-row' says what to do with them (NaN)"
            raise ValueError(f"X has {found}; {rules}.") from None

    def _fit_model(
        self, rows: Any, options: _core.Options, weights: NDArray[np.float64], columns: list[str], callback: Any
    ) -> tuple[_core.Model, NDArray[np.int32]]:
        if not sparse.issparse(rows):
            return _core.fit(rows, options, weights, columns, callback, self.missing, self._missing_fill)
        try:
            return _core.fit_sparse(rows, options, weights, available_memory(), columns, callback)
        except MemoryError as refused:
            raise MemoryError(
                f"X is sparse, and its {rows.shape[0]} x {rows.shape[1]} cells are not fitted: {refused}; "
                "take fewer n_cells and sketch='always', or a few principal components (sklearn.decomposition.TruncatedSVD)."
            ) from None

    def _spread(self, values: NDArray[Any], count: int, absent: Any) -> NDArray[Any]:
        """Values of the rows of the fit that were kept, as values of all of them."""
        return values if self._fit_kept is None else _spread(values, self._fit_kept, count, absent)

    def _each_row(self, X: Any, work: Callable[[NDArray[Any]], NDArray[Any]], absent: Any) -> NDArray[Any]:
        """`work` on rows, old or new, whose missing cells are dealt with as in the fit."""
        given = self._given(X, reset=False)
        rows, kept = self._complete(given)
        if kept is None:
            return over_blocks(rows, work)
        return _spread(work(rows), kept, len(given), absent)

    def _complete(self, given: Any) -> tuple[Any, Optional[NDArray[np.intp]]]:
        """Rows whose missing cells are dealt with as in the fit, and which these are, if not all."""
        cells = given.data if sparse.issparse(given) else given
        if not _has_missing(cells):
            return given, None
        if not sparse.issparse(given) and self._model.missing_fill:
            return _core.fill_missing(given, self._model.missing_fill), None
        if sparse.issparse(given) or self._model.missing_rule != "drop-row":
            self._refuse_missing(given)
        kept = np.flatnonzero(~np.isnan(given).any(axis=1))
        return given[kept], kept

    def _over_the_fit(self, work: Callable[[NDArray[Any]], NDArray[Any]], absent: Any) -> NDArray[Any]:
        """`work` on the rows of the fit, as `_each_row` gives it."""
        return self._spread(over_blocks(self._fit_rows, work), len(self.labels_), absent)

    def _training_rows(
        self, X: Optional[ArrayLike], sample_weight: Optional[ArrayLike] = None, zeros: bool = True
    ) -> tuple[Any, NDArray[np.float64]]:
        """Rows without missing cells: these, or those of the fit. Sparse ones get their zeros back unless told otherwise."""
        if X is None and not hasattr(self, "_fit_rows"):
            raise ValueError("X is None, but this model was loaded or unpickled without the rows of its fit.")
        if X is None:
            return dense(self._fit_rows) if zeros else self._fit_rows, self._fit_weights
        given = self._given(X, reset=False)
        weights = checked_weights(sample_weight, given)
        rows, kept = self._complete(given)
        if kept is not None and weights.size:
            weights = weights[kept]
        return dense(rows) if zeros else rows, weights

    # ---- what a model says

    def predict(self, X: ArrayLike) -> NDArray[np.int32]:
        """Labels of rows, old or new. For the rows of the fit these are exactly `labels_`.

        Parameters
        ----------
        X : array-like, data frame or sparse matrix of shape (n_samples, n_features)
            The rows.

        Returns
        -------
        labels : ndarray of shape (n_samples,)
            Cluster of each row.
        """
        check_is_fitted(self)
        return self._each_row(X, self._model.assign, -1)

    def predict_proba(self, X: ArrayLike) -> NDArray[np.float64]:
        """Probabilities of rows, old or new, for all clusters.

        Parameters
        ----------
        X : array-like, data frame or sparse matrix of shape (n_samples, n_features)
            The rows.

        Returns
        -------
        probabilities : ndarray of shape (n_samples, n_clusters)
            Each row adds up to 1. They come from how near a row lies to the mean of each cluster, and from the clusters of its
            neighbours.
        """
        check_is_fitted(self)
        return self._each_row(X, self._model.membership, np.nan)

    def score_samples(self, X: ArrayLike) -> NDArray[np.float64]:
        """How sure the model is of rows: the probability of the cluster that `predict` says.

        Parameters
        ----------
        X : array-like, data frame or sparse matrix of shape (n_samples, n_features)
            The rows.

        Returns
        -------
        scores : ndarray of shape (n_samples,)
            One for each row; for the rows of the fit these are `probabilities_`.
        """
        check_is_fitted(self)
        return self._each_row(X, lambda rows: self._model.confidence(rows)[0], np.nan)

    def outlier_scores(self, X: ArrayLike) -> NDArray[np.float64]:
        """How far rows lie from their neighbours, by the measure of their cluster.

        Parameters
        ----------
        X : array-like, data frame or sparse matrix of shape (n_samples, n_features)
            The rows.

        Returns
        -------
        scores : ndarray of shape (n_samples,)
            0 for a row whose neighbours are as near as half of its cluster have them, 1/2 when they are twice, 3/4 when they
            are four times as far away; for the rows of the fit these are `outlier_scores_`.
        """
        check_is_fitted(self)
        return self._each_row(X, lambda rows: self._model.confidence(rows)[2], np.nan)

    @property
    def probabilities_(self) -> NDArray[np.float64]:
        return self._confidence("probabilities_")[:, 0]

    @property
    def outlier_scores_(self) -> NDArray[np.float64]:
        return self._confidence("outlier_scores_")[:, 1]

    def _confidence(self, what: str) -> NDArray[np.float64]:
        """Of the rows of the fit, found when somebody asks."""
        check_is_fitted(self)
        if not hasattr(self, "_fit_confidence"):
            if not hasattr(self, "_fit_rows"):
                raise AttributeError(f"{what} is of the rows of the fit, which are not here; score_samples(X) takes any.")
            self._fit_confidence = self._over_the_fit(
                lambda rows: np.column_stack(self._model.confidence(rows)[::2]), np.nan
            )
        return self._fit_confidence

    @property
    def verdict_(self) -> str:
        check_is_fitted(self)
        return self._model.verdict()[4]


def _has_missing(cells: NDArray[Any]) -> bool:
    with np.errstate(all="ignore"):
        return bool(np.isnan(cells.sum()) and np.isnan(cells).any())


def _spread(values: NDArray[Any], kept: NDArray[np.intp], count: int, absent: Any) -> NDArray[Any]:
    spread = np.full((count, *values.shape[1:]), absent, dtype=values.dtype)
    spread[kept] = values
    return spread
