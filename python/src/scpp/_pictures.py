"""What a fitted model shows: displays, the report, and itself in a notebook."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Optional, Union

import numpy as np
from numpy.typing import ArrayLike
from sklearn.utils.validation import check_is_fitted

from . import _core
from ._describe import Described
from ._html import fitted_html
from ._plot import LoadingsDisplay, SplitDisplay, TreeDisplay
from ._plot_clusters import EmbeddingDisplay, ProfileDisplay
from ._validation import over_blocks


class Pictures(Described):
    """Part of `SCPP`."""

    def plot_tree(self, *, ax: Any = None) -> TreeDisplay:
        """Draw the tree of splits; see `TreeDisplay`."""
        return TreeDisplay.from_estimator(self, ax=ax)

    def plot_split(self, node: int = 0, X: Optional[ArrayLike] = None, *, ax: Any = None) -> SplitDisplay:
        """Draw the rows of a node in the plane of its split; see `SplitDisplay`."""
        return SplitDisplay.from_estimator(self, node, X, ax=ax)

    def plot_loadings(self, node: int = 0, *, n_features: int = 15, ax: Any = None) -> LoadingsDisplay:
        """Draw the features that matter most in a split; see `LoadingsDisplay`."""
        return LoadingsDisplay.from_estimator(self, node, n_features=n_features, ax=ax)

    def plot_embedding(self, X: Optional[ArrayLike] = None, *, ax: Any = None) -> EmbeddingDisplay:
        """Draw all rows in the plane in which the clusters lie farthest apart; see `EmbeddingDisplay`."""
        return EmbeddingDisplay.from_estimator(self, X, ax=ax)

    def plot_profile(self, X: Optional[ArrayLike] = None, *, n_features: int = 15, ax: Any = None) -> ProfileDisplay:
        """Draw what sets the clusters apart; see `ProfileDisplay`."""
        return ProfileDisplay.from_estimator(self, X, n_features=n_features, ax=ax)

    def report(
        self,
        path: Union[str, os.PathLike[str]],
        X: Optional[ArrayLike] = None,
        y: Optional[ArrayLike] = None,
        *,
        title: str = "SCPP",
    ) -> None:
        """Write the interactive report, one HTML file that needs nothing else.

        Parameters
        ----------
        path : path-like
            Where to.
        X : array-like of shape (n_samples, n_features), default=None
            Rows to show; those of the fit if None.
        y : array-like of shape (n_samples,), default=None
            Known classes of these rows.
        title : str, default="SCPP"
            What was clustered.
        """
        Path(path).write_text(self._report_html(X, y, title), encoding="utf-8")

    def _report_html(self, X: Optional[ArrayLike], y: Optional[ArrayLike], title: str) -> str:
        check_is_fitted(self)
        rows, weights = self._training_rows(X)
        names, truth = ([], []) if y is None else np.unique(np.asarray(y), return_inverse=True)
        labels = self._model.assign(rows)
        classes = np.asarray(truth, dtype=np.int32), [str(name) for name in names]
        return _core.report_html(self._model, rows, labels, title, *classes, weights)

    def _repr_html_(self) -> str:
        """The clusters of a fitted model in a few lines; scikit-learn's diagram otherwise."""
        if not hasattr(self, "_model"):
            return str(super()._repr_html_())
        profile = None
        if hasattr(self, "_fit_rows"):
            rows, weights = self._training_rows(None, zeros=False)
            profile = self._moments(rows, over_blocks(rows, self._model.assign), weights)[3]
        return fitted_html(self._model, repr(self), self._feature_names(), profile)

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, str]:
        if not hasattr(self, "_model"):
            return dict(super()._repr_mimebundle_(**kwargs))
        return {"text/plain": repr(self), "text/html": self._repr_html_()}
