"""What every part of the estimator works on."""

from __future__ import annotations

from typing import Any, Optional, Union

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator, ClusterMixin, TransformerMixin
from sklearn.utils.validation import check_is_fitted

from . import _core
from ._tree import Tree


class Fitted(ClusterMixin, TransformerMixin, BaseEstimator):
    """The parameters, and the model once there is one."""

    n_clusters: Union[int, str]
    missing: str
    text: str
    verbose: int

    labels_: Any  #: of numpy, or of dask
    n_clusters_: int
    n_features_in_: int
    feature_names_in_: NDArray[np.object_]
    left_out_: list[Any]
    _model: _core.Model
    _fit_rows: Any  #: without missing cells, as they came or CSR
    _fit_weights: NDArray[np.float64]
    _fit_kept: Optional[NDArray[np.intp]]  #: places of these rows among those of the fit; None: all
    _missing_fill: list[float]
    _centres: NDArray[np.float64]
    _fit_confidence: NDArray[np.float64]  #: probabilities and outlier scores of the rows of the fit, once asked for

    @property
    def tree_(self) -> Tree:
        check_is_fitted(self)
        return Tree(self._model)

    def _set_model(self, model: _core.Model) -> None:
        self._model = model
        self.n_clusters_ = len(model.leaves)
        self.__dict__.pop("_fit_confidence", None)

    def __sklearn_is_fitted__(self) -> bool:
        return hasattr(self, "_model")

    def _split_of(self, node: int) -> _core.Split:
        tree = self.tree_
        if not 0 <= node < len(tree):
            raise ValueError(f"node must be in [0, {len(tree) - 1}]. Got {node} instead.")
        split = tree[node].split
        if split is None:
            raise ValueError(f"node must be one that was split, one of {tree.splits}. Got {node}, a leaf, instead.")
        return split

    def _feature_names(self) -> list[str]:
        names = getattr(self, "feature_names_in_", [f"x{i}" for i in range(len(self._model.mean))])
        return [str(name) for name in names]
