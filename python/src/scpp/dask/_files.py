"""Files as blocks of rows that every task opens for itself: nothing large travels.

NPY files are read where they lie. Others are read once, by the library, and left as NPY files for the passes.
"""

from __future__ import annotations

import glob
import os
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Iterator, NamedTuple, Optional, Sequence

import numpy as np
from dask.base import tokenize
from numpy.typing import NDArray

from .. import _core
from ._blocks import Blocks
from ._cluster import Cluster
from ._outputs import shared_folder

NPY_MARK = b"\x93NUMPY"
BLOCK_BYTES = 256 << 20  #: of one task, at most: a sketch of some MB is small beside it
LEAST_BLOCKS = 32  #: so that small tables keep several workers busy
FOLDER_FILES = ("*.npy", "*.csv", "*.tsv", "*.txt")  #: what a folder stands for: all files of the first kind that it has
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


def input_files(patterns: Sequence[str]) -> list[str]:
    """Files by names, patterns or folders, in the order of their names for each."""
    return [path for pattern in patterns for path in _matches(pattern)]


def is_npy(path: str) -> bool:
    with open(path, "rb") as file:
        return file.read(len(NPY_MARK)) == NPY_MARK


def file_blocks(paths: Sequence[str], names: Sequence[str] = (), origins: Optional[Sequence[str]] = None) -> Blocks:
    """NPY files as one table, cut at multiples of `chunk_rows`; `origins` are the files that they were made of."""
    tables = [_opened(path) for path in paths]
    origins = paths if origins is None else origins
    first = tables[0]
    for origin, table in zip(origins, tables):
        if table.shape[1] != first.shape[1]:
            raise ValueError(f"{origin} has {table.shape[1]} columns, but {origins[0]} has {first.shape[1]}")
    files = [Segment(path, 0, len(table)) for path, table in zip(paths, tables)]
    rows = sum(map(len, tables))
    if rows < 2:
        raise ValueError(f"{origins[0]} has {rows} row(s), but at least 2 are needed")
    row_bytes = max(table.itemsize for table in tables) * first.shape[1]
    step = _whole_chunks(min(BLOCK_BYTES // row_bytes, rows // LEAST_BLOCKS))
    at_once = _whole_chunks(PIECE_BYTES // row_bytes)
    cuts = [*range(0, rows, step), rows]
    blocks = [FileBlock(tuple(_between(files, a, b)), at_once) for a, b in zip(cuts, cuts[1:])]
    states = [(path, os.stat(path).st_size, os.stat(path).st_mtime_ns) for path in origins]
    source = {"columns": first.shape[1], "names": list(names), "files": tokenize(states), "chunks": tokenize(cuts)}
    lengths = [b - a for a, b in zip(cuts, cuts[1:])]
    return Blocks(blocks, lengths, first.shape[1], list(names), {}, tokenize(states), source)


class ReadFile(NamedTuple):
    names: list[str]  #: of its columns
    notes: list[str]  #: what was guessed


@contextmanager
def as_npy(
    paths: Sequence[str], cluster: Cluster, scratch: str, drop: Sequence[str], drop_text: bool
) -> Iterator[tuple[Blocks, list[str]]]:
    """Files of any kind as blocks, and what was guessed about them. The workers read each file once, with the rules and sentences
    of the command line, and leave it as NPY in a folder that is gone afterwards."""
    with shared_folder("scpp-rows-", scratch) as folder:
        made = [os.path.join(folder, f"{place}.npy") for place in range(len(paths))]
        token = tokenize(folder)
        keys = [(f"scpp-read-{token}", place) for place in range(len(paths))]
        graph: dict[Any, Any] = {
            key: (read_to_npy, path, target, tuple(drop), drop_text) for key, path, target in zip(keys, paths, made)
        }
        read = cluster.run(graph, keys, None, "reading", len(keys))
        for path, file in zip(paths, read):
            if file.names != read[0].names:
                raise ValueError(f"{path} has the columns {_listed(file.names)}, but {paths[0]} has {_listed(read[0].names)}")
        yield file_blocks(made, read[0].names, paths), [note for file in read for note in file.notes]


def read_to_npy(path: str, target: str, drop: Sequence[str], drop_text: bool) -> ReadFile:
    rows, names, notes = _core.read_rows(path, list(drop), drop_text)
    np.save(target, rows)
    return ReadFile(names, notes)


def _listed(names: Sequence[str]) -> str:
    return ", ".join(map(repr, names[:5])) + (f" and {len(names) - 5} more" if len(names) > 5 else "") or "no names"


def _matches(pattern: str) -> list[str]:
    if os.path.isdir(pattern):
        for kind in FOLDER_FILES:
            found = sorted(glob.glob(os.path.join(glob.escape(pattern), kind)))
            if found:
                return [os.path.abspath(path) for path in found]
        raise ValueError(f"{pattern} is a folder without NPY or CSV files")
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
