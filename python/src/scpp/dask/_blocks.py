"""What can be fitted on Dask, as blocks of rows whose places in the whole table are known."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Sequence

import dask
import dask.array as da
import numpy as np
from dask.base import tokenize
from dask.utils import ensure_dict


@dataclass(frozen=True)
class Blocks:
    """Rows cut into blocks, none of them read yet."""

    blocks: list[Any]  #: a key of `graph`, or a `FileBlock`, for each
    lengths: list[int]  #: rows of each
    columns: int
    names: list[str]  #: of the columns, empty if there are none
    graph: dict[Any, Any]  #: how Dask makes the blocks
    token: str  #: the same for the same blocks
    source: dict[str, Any]  #: what a checkpoint remembers of them

    @property
    def rows(self) -> int:
        return sum(self.lengths)

    @property
    def first_rows(self) -> list[int]:
        return [0, *np.cumsum(self.lengths[:-1]).tolist()]


def is_dask(X: Any) -> bool:
    """A dask collection, or a list of (delayed, shape)."""
    pairs = isinstance(X, (list, tuple)) and len(X) > 0 and isinstance(X[0], (list, tuple)) and len(X[0]) == 2
    return dask.is_dask_collection(X) or (pairs and dask.is_dask_collection(X[0][0]))


def as_array(X: Any) -> da.Array:
    """X as a dask array of rows with all columns in each chunk; nothing is computed but the lengths of a dataframe."""
    if isinstance(X, (list, tuple)):
        return _from_delayed(X)
    if hasattr(X, "to_dask_array"):
        return _from_dataframe(X)
    if not isinstance(X, da.Array):
        raise ValueError(
            "X must be a dask array, a dask dataframe or a list of (delayed block, (rows, columns)), "
            f"got {type(X).__name__}."
        )
    if X.ndim != 2:
        raise ValueError(f"X must be a matrix, got a dask array with {X.ndim} dimension(s).")
    if X.numblocks[1] > 1:
        raise ValueError(
            f"X is cut along its columns into {X.numblocks[1]} chunks, but rows are needed whole; "
            "call X.rechunk({1: -1}) first."
        )
    if X.dtype.kind not in "fiu":
        raise ValueError(f"X must hold real numbers, but its dtype is {X.dtype}.")
    return X


def blocks_of(X: da.Array, names: Sequence[str] = ()) -> Blocks:
    """The chunks of an array with known sizes; empty ones are left out."""
    if np.isnan(X.shape[0]):
        raise ValueError("The sizes of the chunks of X are unknown; call X.compute_chunk_sizes() first.")
    keys = [key for (key,), length in zip(X.__dask_keys__(), X.chunks[0]) if length]
    lengths = [int(length) for length in X.chunks[0] if length]
    if sum(lengths) < 2:
        raise ValueError(f"X has {sum(lengths)} row(s), but at least 2 are needed.")
    source = {"dtype": str(X.dtype), "columns": X.shape[1], "names": list(names), "chunks": tokenize(lengths)}
    graph = ensure_dict(X.__dask_optimize__(X.__dask_graph__(), keys))
    return Blocks(keys, lengths, X.shape[1], list(names), graph, tokenize(keys, lengths), source)


def column_names(X: Any) -> list[str]:
    """As scikit-learn has it: names count if all are strings."""
    names = list(getattr(X, "columns", []))
    return names if all(isinstance(name, str) for name in names) else []


def numbers_of(X: Any, text: str) -> tuple[Any, list[Any]]:
    """A dask dataframe without its columns of text, and the names of these, if they may be left out; others as they are."""
    if not hasattr(X, "to_dask_array"):
        return X, []
    others = [name for name, dtype in X.dtypes.items() if dtype.kind not in "fiub"]
    if not others or text == "drop":
        return X.drop(columns=others) if others else X, others
    place = list(X.columns).index(others[0]) + 1
    remedy = f"leave the column out with X.drop(columns={others}) or text='drop'"
    raise ValueError(f"X, column {place} {str(others[0])!r}: {X.dtypes[others[0]]} is no type of numbers; {remedy}.")


def _from_dataframe(X: Any) -> da.Array:
    flags = [name for name, dtype in X.dtypes.items() if dtype.kind == "b"]
    X, _ = numbers_of(X.astype({name: np.float64 for name in flags}), "refuse")
    return as_array(X.to_dask_array(lengths=True))


def _from_delayed(pairs: Sequence[Any]) -> da.Array:
    for place, pair in enumerate(pairs):
        if not (isinstance(pair, (list, tuple)) and len(pair) == 2 and len(np.shape(pair[1])) == 1 and len(pair[1]) == 2):
            raise ValueError(f"Item {place} of X is not a pair (delayed block, (rows, columns)).")
    widths = sorted({int(shape[1]) for _, shape in pairs})
    if len(widths) > 1:
        raise ValueError(f"The blocks of X differ in the number of columns: {', '.join(map(str, widths))}.")
    # Blocks are used as they come; the array is told float64 only because it has to be told something.
    return da.concatenate([da.from_delayed(block, tuple(shape), dtype=np.float64) for block, shape in pairs])
