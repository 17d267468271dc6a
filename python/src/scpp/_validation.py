"""scikit-learn's input checks, by whichever name this release has them."""

from __future__ import annotations

from typing import Any, Optional

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.utils.validation import _check_sample_weight

try:
    from sklearn.utils.validation import validate_data
except ImportError:  # before scikit-learn 1.6

    def validate_data(estimator: Any, X: Any, **checks: Any) -> Any:
        return estimator._validate_data(X, **checks)


def checked_rows(estimator: Any, X: ArrayLike, *, reset: bool) -> NDArray[Any]:
    """A finite matrix of float32 or float64, in whatever order and strides it came: no copy is made of those."""
    return validate_data(
        estimator, X, reset=reset, dtype=[np.float64, np.float32], order=None, ensure_min_samples=2 if reset else 1
    )


def checked_weights(sample_weight: Optional[ArrayLike], X: NDArray[Any]) -> NDArray[np.float64]:
    """One weight for each row; none at all stands for ones."""
    if sample_weight is None:
        return np.empty(0)
    return _check_sample_weight(sample_weight, X, dtype=np.float64)
