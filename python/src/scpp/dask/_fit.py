"""A fit on Dask: two passes over the blocks, and small work between and behind them."""

from __future__ import annotations

import hashlib
from typing import Any, Callable, NamedTuple, Optional

import numpy as np
from dask.base import tokenize
from numpy.typing import NDArray

from .. import _core
from .._options import python_names
from .._progress import progress_bar
from ._blocks import Blocks
from ._checkpoint import Checkpoint
from ._cluster import Cluster
from ._tasks import (
    OptionTexts,
    carried,
    merge_sketches,
    merge_summaries,
    option_texts,
    sketch_of_block,
    summary_of_block,
)

FAN_IN = 32  #: parts that are merged by one task


class Fitted(NamedTuple):
    model: _core.Model
    sample: NDArray[np.float64]  #: some rows of the table, as they stand there


def fit_blocks(
    blocks: Blocks, options: _core.Options, cluster: Cluster, folder: Any = None, cells_folder: Optional[str] = None
) -> Fitted:
    """The model of the library's fit() by sketch; `folder` is where finished passes are kept.

    The second pass, unless it was kept, leaves the cells of its rows in `cells_folder`.
    """
    if options.get("sketch") == "never":
        raise ValueError("sketch is never, but a fit on Dask is always one by sketch")
    texts = option_texts(options)
    checkpoint = Checkpoint(
        folder, {"version": _core.__version__, "rows": blocks.rows, **blocks.source, **dict(texts)}
    )
    summary = _summary(blocks, texts, cluster, checkpoint)
    plan = _kept(checkpoint, "plan", lambda: _core.plan_cells(summary, options))
    sketch = _kept(checkpoint, "sketch", lambda: _sketch(blocks, texts, plan, cluster, cells_folder))

    def grown() -> bytes:
        with progress_bar(cluster.verbose, _most_clusters(options)) as callback:
            return _core.finish(summary, plan, sketch, options, blocks.names, callback).to_bytes()

    with python_names():
        model = _core.from_bytes(_kept(checkpoint, "model.scpp", grown))
    return Fitted(model, _core.sample_rows(summary))


def _most_clusters(options: _core.Options) -> int:
    clusters = options.get("clusters")
    return int(options.get("max-clusters") if clusters == "auto" else clusters)


def _kept(checkpoint: Checkpoint, name: str, make: Callable[[], bytes]) -> bytes:
    found = checkpoint.get(name)
    if found is None:
        found = make()
        checkpoint.put(name, found)
    return found


def _summary(blocks: Blocks, texts: OptionTexts, cluster: Cluster, checkpoint: Checkpoint) -> bytes:
    """The first pass. The first block's own summary is remembered as well: it tells other rows of the same shape."""
    token = tokenize(blocks.token, texts, "summary")
    topic = cluster.topic(token)
    graph: dict[Any, Any] = dict(blocks.graph)
    parts: list[Any] = []
    for block, first_row, length in zip(blocks.blocks, blocks.first_rows, blocks.lengths):
        parts.append((f"scpp-summary-{token}", len(parts)))
        graph[parts[-1]] = (
            summary_of_block, block, first_row, length, blocks.columns, blocks.rows, texts, topic
        )  # fmt: skip
    found = checkpoint.get("summary")
    if found is not None:
        (first,) = cluster.run(graph, parts[:1], topic, "checking the checkpoint", 1)
        if _digest(first) != checkpoint.get("first-block"):
            checkpoint.refuse("its first block has other rows")
        return found
    whole = _add_merges(graph, f"scpp-merged-summary-{token}", parts, merge_summaries)
    found, first = cluster.run(graph, [whole, parts[0]], topic, "first pass", len(parts))
    checkpoint.put("first-block", _digest(first))
    checkpoint.put("summary", found)
    return found


def _sketch(
    blocks: Blocks, texts: OptionTexts, plan: bytes, cluster: Cluster, cells_folder: Optional[str]
) -> bytes:
    """The second pass."""
    token = tokenize(blocks.token, texts, _digest(plan), cells_folder)
    topic = cluster.topic(token)
    plan_key = f"scpp-plan-{token}"
    graph: dict[Any, Any] = {**blocks.graph, plan_key: (carried, plan)}
    parts: list[Any] = []
    for block, first_row, length in zip(blocks.blocks, blocks.first_rows, blocks.lengths):
        parts.append((f"scpp-sketch-{token}", len(parts)))
        graph[parts[-1]] = (
            sketch_of_block, block, first_row, length, blocks.columns, plan_key, texts, topic, cells_folder
        )  # fmt: skip
    whole = _add_merges(graph, f"scpp-merged-sketch-{token}", parts, merge_sketches)
    return cluster.run(graph, [whole], topic, "second pass", len(parts))[0]


def _add_merges(graph: dict[Any, Any], name: str, parts: list[Any], merge: Callable[[list[bytes]], bytes]) -> Any:
    """Adds a tree of merges to the graph, always of the same shape for as many parts, and returns its top."""
    level = 0
    while len(parts) > 1 or level == 0:
        groups = [parts[i : i + FAN_IN] for i in range(0, len(parts), FAN_IN)]
        parts = [(name, level, i) for i in range(len(groups))]
        graph.update({key: (merge, group) for key, group in zip(parts, groups)})
        level += 1
    return parts[0]


def _digest(value: bytes) -> bytes:
    return hashlib.sha256(value).hexdigest().encode()
