"""NPY files as blocks of rows that every task opens for itself: nothing large travels."""

from __future__ import annotations

import glob
import os
from dataclasses import dataclass
from typing import Iterator, NamedTuple, Sequence

import numpy as np
from dask.base import tokenize
from numpy.typing import NDArray

from .. import _core
from ._blocks import Blocks

BLOCK_BYTES = 256 << 20  #: of one task, at most: a sketch of some MB is small beside it
LEAST_BLOCKS = 32  #: so that small tables keep several workers busy
PIECE_BYTES = 64 << 20  #: read at once within a task


class Segment(NamedTuple):
    path: str
    begin: int
    end: int

    def rows(self) -> NDArray[np.generic]:
        return np.load(self.path, mmap_mode="r")[self.begin : self.end]


@dataclass(frozen=True)
class FileBlock:
    """Some rows of a table that lies in one file after another."""

    segments: tuple[Segment, ...]
    rows_at_once: int

    def pieces(self) -> Iterator[NDArray[np.generic]]:
        """The rows in order, `rows_at_once` at a time; they are copied only where two files meet."""
        length = sum(segment.end - segment.begin for segment in self.segments)
        for begin in range(0, length, self.rows_at_once):
            parts = [part.rows() for part in _between(self.segments, begin, min(begin + self.rows_at_once, length))]
            yield parts[0] if len(parts) == 1 else np.concatenate(parts)


def file_blocks(patterns: Sequence[str]) -> Blocks:
    """Files by names or patterns, in the order of their names for each pattern, cut at multiples of `chunk_rows`."""
    paths = [path for pattern in patterns for path in _matches(pattern)]
    tables = [_opened(path) for path in paths]
    first = tables[0]
    for path, table in zip(paths, tables):
        if table.shape[1] != first.shape[1]:
            raise ValueError(f"{path} has {table.shape[1]} columns, but {paths[0]} has {first.shape[1]}")
    files = [Segment(path, 0, len(table)) for path, table in zip(paths, tables)]
    rows = sum(map(len, tables))
    if rows < 2:
        raise ValueError(f"{paths[0]} has {rows} row(s), but at least 2 are needed")
    row_bytes = max(table.itemsize for table in tables) * first.shape[1]
    step = _whole_chunks(min(BLOCK_BYTES // row_bytes, rows // LEAST_BLOCKS))
    at_once = _whole_chunks(PIECE_BYTES // row_bytes)
    cuts = [*range(0, rows, step), rows]
    blocks = [FileBlock(tuple(_between(files, a, b)), at_once) for a, b in zip(cuts, cuts[1:])]
    states = [(path, os.stat(path).st_size, os.stat(path).st_mtime_ns) for path in paths]
    source = {"columns": first.shape[1], "names": [], "files": tokenize(states), "chunks": tokenize(cuts)}
    lengths = [b - a for a, b in zip(cuts, cuts[1:])]
    return Blocks(blocks, lengths, first.shape[1], [], {}, tokenize(states), source)


def _matches(pattern: str) -> list[str]:
    found = sorted(glob.glob(pattern)) or [pattern]
    return [os.path.abspath(path) for path in found]


def _opened(path: str) -> NDArray[np.generic]:
    try:
        table = np.load(path, mmap_mode="r")
    except ValueError as error:
        raise ValueError(f"{path} is not an NPY file of numbers: {error}") from None
    if not isinstance(table, np.ndarray) or table.ndim != 2 or table.shape[1] == 0 or table.dtype.kind not in "fiu":
        raise ValueError(f"{path} does not hold a matrix of real numbers")
    return table


def _whole_chunks(rows: int) -> int:
    return max(rows // _core.chunk_rows, 1) * _core.chunk_rows


def _between(segments: Sequence[Segment], begin: int, end: int) -> Iterator[Segment]:
    """Rows [begin, end) of segments that follow one another."""
    start = 0
    for path, first, last in segments:
        low, high = max(begin - start, 0), min(end - start, last - first)
        if low < high:
            yield Segment(path, first + low, first + high)
        start += last - first
