"""What runs on the workers: pure functions of a block of rows and small values, with one thread each.

One thread, because the worker already runs as many tasks at a time as its machine has cores for.
"""

from __future__ import annotations

import os
import uuid
from typing import Any, Callable, Iterator, Optional, Sequence

import numpy as np
from numpy.typing import NDArray

from .. import _core
from ._files import FileBlock

OptionTexts = tuple[tuple[str, str], ...]


def option_texts(options: _core.Options) -> OptionTexts:
    """Options as they are sent; the number of threads is the worker's affair."""
    return tuple((name, options.get(name)) for name, *_ in _core.parameters() if name != "threads")


def summary_of_block(
    block: Any, first_row: int, length: int, columns: int, total_rows: int, texts: OptionTexts, topic: Optional[str]
) -> bytes:
    def summary(rows: NDArray[Any], begin: int) -> bytes:
        return _core.summarise(rows, first_row + begin, total_rows, _options(texts))

    return _over_pieces(block, first_row, length, columns, summary, _core.merge_summaries, topic)


def sketch_of_block(
    block: Any, first_row: int, length: int, columns: int, plan: bytes, texts: OptionTexts, topic: Optional[str],
    cells_folder: Optional[str],
) -> bytes:  # fmt: skip
    """A folder is given to have the cells of the rows kept there."""
    cells = np.empty(length if cells_folder else 0, dtype=np.int32)

    def sketch(rows: NDArray[Any], begin: int) -> bytes:
        kept = cells[begin : begin + len(rows)] if cells_folder else None
        return _core.sketch_block(rows, plan, _options(texts), kept)

    found = _over_pieces(block, first_row, length, columns, sketch, _core.merge_sketches, topic)
    if cells_folder:
        put_file(cells_folder, cells_name(first_row), cells.tobytes())
    return found


def cells_name(first_row: int) -> str:
    return f"{first_row:015d}.cells"


def put_file(folder: str, name: str, content: bytes) -> None:
    """Whole or not at all; done twice, it leaves the same file."""
    unfinished = os.path.join(folder, f"{name}-{uuid.uuid4().hex}")
    with open(unfinished, "wb") as file:
        file.write(content)
    os.replace(unfinished, os.path.join(folder, name))


def merge_summaries(parts: Sequence[bytes]) -> bytes:
    return _core.merge_summaries(parts)


def merge_sketches(parts: Sequence[bytes]) -> bytes:
    return _core.merge_sketches(parts)


def labels_of_block(block: Any, model: _core.Model) -> NDArray[np.int32]:
    """`model` is one that works with one thread."""
    return np.concatenate([model.assign(rows) for rows in pieces_of(block)])


def carried(value: Any) -> Any:
    """A value that stands in the graph once, however many tasks use it."""
    return value


def told(topic: Optional[str], first_row: int) -> None:
    """Lets the client know that a block is done."""
    if topic is not None:
        from distributed import get_worker

        get_worker().log_event(topic, first_row)


def pieces_of(block: Any) -> Iterator[NDArray[Any]]:
    if isinstance(block, FileBlock):
        yield from block.pieces()
    else:
        yield np.asarray(block)


def _options(texts: OptionTexts) -> _core.Options:
    options = _core.Options()
    for name, text in texts:
        options.set(name, text)
    options.set("threads", "1")
    return options


def _over_pieces(
    block: Any,
    first_row: int,
    length: int,
    columns: int,
    work: Callable[[NDArray[Any], int], bytes],
    merge: Callable[[Sequence[bytes]], bytes],
    topic: Optional[str],
) -> bytes:
    done, merged = 0, b""
    for rows in pieces_of(block):
        if rows.ndim != 2 or rows.shape[1] != columns or done + len(rows) > length:
            raise _misfit(first_row, (length, columns), np.shape(rows))
        part = work(rows, done)
        merged = merge([merged, part]) if merged else part
        done += len(rows)
    if done != length:
        raise _misfit(first_row, (length, columns), (done, columns))
    told(topic, first_row)
    return merged


def _misfit(first_row: int, wanted: tuple[int, int], shape: tuple[int, ...]) -> ValueError:
    return ValueError(
        f"The block that begins at row {first_row + 1} has the shape {tuple(map(int, shape))}, not {wanted} as was said."
    )
