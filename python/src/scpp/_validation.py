"""What people hold, as rows of numbers: scikit-learn's input checks, by whichever name this release has them, data frames of
any make, and sparse matrices."""

from __future__ import annotations

import inspect
from typing import Any, Callable, Iterator, Optional

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import sparse
from sklearn.utils.validation import _check_sample_weight, check_array

try:
    from sklearn.utils.validation import validate_data
except ImportError:  # before scikit-learn 1.6

    def validate_data(estimator: Any, X: Any, **checks: Any) -> Any:
        return estimator._validate_data(X, **checks)


KNOWN = inspect.signature(check_array).parameters
FINITE = "ensure_all_finite" if "ensure_all_finite" in KNOWN else "force_all_finite"  #: its name since scikit-learn 1.6, and before
BLOCK_BYTES = 64 << 20  #: of sparse rows with their zeros, at a time
MOST_NAMED = 5  #: columns in a sentence


def checked_rows(estimator: Any, X: ArrayLike, *, reset: bool) -> NDArray[Any]:
    """A finite matrix of float32 or float64, in whatever order and strides it came: no copy is made of those."""
    return validate_data(
        estimator, X, reset=reset, dtype=[np.float64, np.float32], order=None, ensure_min_samples=2 if reset else 1
    )


def given_rows(estimator: Any, X: Any, *, reset: bool, text: str) -> Any:
    """The same, or CSR; cells may be missing (NaN). Of data frames the columns of text are refused or left out."""
    frame = _frame(X)
    if frame is not None:
        X = _numbers(estimator, frame, reset, text)
    elif reset:
        estimator.left_out_ = []
    checks = {"dtype": [np.float64, np.float32], "order": None, "ensure_min_samples": 2 if reset else 1, FINITE: "allow-nan"}
    rows = validate_data(estimator, X, reset=reset, accept_sparse="csr", **checks)
    return _checked_csr(rows) if sparse.issparse(rows) else rows


def checked_weights(sample_weight: Optional[ArrayLike], X: Any) -> NDArray[np.float64]:
    """One weight for each row; none at all stands for ones."""
    if sample_weight is None:
        return np.empty(0)
    return _check_sample_weight(sample_weight, X, dtype=np.float64)


# ---- data frames


def _frame(X: Any) -> Any:
    """A data frame of pandas, or of others (polars, Arrow) through the dataframe interchange protocol, else None."""
    if not hasattr(X, "__dataframe__"):
        return None
    try:
        import pandas
    except ImportError:
        return None  # scikit-learn may know what it is
    return X if isinstance(X, pandas.DataFrame) else pandas.api.interchange.from_dataframe(X)


def _numbers(estimator: Any, frame: Any, reset: bool, text: str) -> Any:
    """The frame itself if all of its columns are numbers; else without the others, if those may be left out."""
    if not reset:
        known = set(getattr(estimator, "left_out_", [])) & set(frame.columns)
        return frame.drop(columns=list(known)) if known else frame
    others = [place for place in range(frame.shape[1]) if not _is_numbers(frame.iloc[:, place])]
    if others and text == "refuse":
        raise ValueError(_refusal(frame, others))
    estimator.left_out_ = [frame.columns[place] for place in others]
    if not others:
        return frame
    if len(others) == frame.shape[1]:
        raise ValueError("X has no columns of numbers.")
    return frame.iloc[:, [place for place in range(frame.shape[1]) if place not in set(others)]]


def _is_numbers(column: Any) -> bool:
    """Numbers, booleans, or objects that all can be read as numbers."""
    if column.dtype.kind in "fiub":
        return True
    return column.dtype.kind == "O" and hasattr(column.dtype, "itemsize") and _first_text(column) is None


def _first_text(column: Any) -> Optional[int]:
    """The first cell that is neither a number nor missing."""
    missing = column.isna().to_numpy()
    for place, cell in enumerate(column):
        if missing[place]:
            continue
        try:
            float(cell)
        except (TypeError, ValueError):
            return place
    return None


def _refusal(frame: Any, others: list[int]) -> str:
    first = frame.iloc[:, others[0]]
    place = _first_text(first)
    named = [f"column {other + 1} {str(frame.columns[other])!r}" for other in others[:MOST_NAMED]]
    more = f" and {len(others) - MOST_NAMED} more" if len(others) > MOST_NAMED else ""
    if place is None or first.dtype.kind in "mMc":  # dates and the like
        what = f"X, {named[0]}: {first.dtype} is no type of numbers"
    else:
        what = f"X, row {place + 1}, {named[0]}: {first.iloc[place]!r} is not a number"
    names = ", ".join(repr(frame.columns[other]) for other in others[:MOST_NAMED])
    if len(others) == 1:
        return f"{what}; leave the column out with X.drop(columns=[{names}]) or text='drop'."
    return f"{what}; leave {', '.join(named)}{more} out with X.drop(columns=...) or text='drop'."


# ---- sparse matrices


def _checked_csr(rows: Any) -> Any:
    """The library trusts that places lie within the shape and that no cell is told in several parts."""
    rows.check_format(full_check=True)
    if not rows.has_canonical_format:
        rows = rows.copy()
        rows.sum_duplicates()
    return rows


def dense(X: Any) -> NDArray[Any]:
    """With its zeros, if there is room for them."""
    if not sparse.issparse(X):
        return X
    needed, room = X.shape[0] * X.shape[1] * X.dtype.itemsize, available_memory()
    if room is not None and needed > room / 2:
        raise MemoryError(
            f"X is sparse, and would take {needed / 1e9:.1f} GB with its zeros, where {room / 1e9:.1f} GB are available; "
            "take fewer rows or columns, or a few principal components (sklearn.decomposition.TruncatedSVD)."
        )
    return X.toarray()


def over_blocks(X: Any, work: Callable[[NDArray[Any]], NDArray[Any]]) -> NDArray[Any]:
    """`work` on all rows; a sparse matrix gets its zeros back for some rows at a time."""
    if not sparse.issparse(X):
        return work(X)
    return np.concatenate([work(X[rows].toarray()) for rows in _row_slices(X)])


def _row_slices(X: Any) -> Iterator[slice]:
    step = max(BLOCK_BYTES // (X.shape[1] * X.dtype.itemsize), 1)
    for begin in range(0, X.shape[0], step):
        yield slice(begin, begin + step)


def available_memory() -> Optional[int]:
    """Bytes that the system can still give; None where it does not say."""
    try:
        with open("/proc/meminfo") as facts:
            return next(int(line.split()[1]) << 10 for line in facts if line.startswith("MemAvailable:"))
    except (OSError, StopIteration):
        return None
