"""Labels of files, written by the tasks that make them and joined by the client: they do not travel either."""

from __future__ import annotations

import os
import shutil
from contextlib import contextmanager
from typing import Any, Iterator, Optional

import numpy as np
from dask.base import tokenize
from numpy.typing import NDArray

from .. import _core
from ._blocks import Blocks
from ._cluster import Cluster
from ._outputs import shared_folder
from ._tasks import carried, cells_name, labels_of_block, pieces_of, put_file, told


@contextmanager
def parts_folder(path: Optional[str]) -> Iterator[Optional[str]]:
    """A folder beside the labels, for the cells of rows and for parts of the text; none without labels."""
    if path is None:
        yield None
        return
    with shared_folder("scpp-labels-", os.path.dirname(path)) as folder:
        yield folder


def write_labels(blocks: Blocks, model: _core.Model, cluster: Cluster, folder: str, path: str, scores: bool = False) -> None:
    """CSV with one line for each row, joined from parts in the folder."""
    with open(path, "wb") as whole:
        whole.write(b"label,probability,outlier\n" if scores else b"label\n")
        for part in _parts(blocks, model, cluster, folder, scores):
            with open(os.path.join(folder, part), "rb") as file:
                shutil.copyfileobj(file, whole, 1 << 20)


def _parts(blocks: Blocks, model: _core.Model, cluster: Cluster, folder: str, scores: bool) -> list[str]:
    token = tokenize(blocks.token, folder)
    topic, model_key, cells_key = cluster.topic(token), f"scpp-model-{token}", f"scpp-labels-of-cells-{token}"
    graph: dict[Any, Any] = {
        **blocks.graph,
        model_key: (carried, model.with_threads(1)),
        cells_key: (carried, _core.label_of_cell(model)),
    }
    keys = [(f"scpp-labels-{token}", i) for i in range(len(blocks.blocks))]
    for key, block, first_row in zip(keys, blocks.blocks, blocks.first_rows):
        graph[key] = (labels_to_file, block, model_key, cells_key, folder, first_row, topic, scores)
    return cluster.run(graph, keys, topic, "labels", len(keys))


def labels_to_file(
    block: Any, model: _core.Model, of_cell: NDArray[np.int32], folder: str, first_row: int, topic: Optional[str], scores: bool
) -> str:
    """By the cells of the rows, or from the rows where a fit that went on behind its second pass left no cells."""
    cells = os.path.join(folder, cells_name(first_row))
    known = os.path.exists(cells)
    labels = of_cell[np.fromfile(cells, dtype=np.int32)] if known else labels_of_block(block, model)
    name = f"{first_row:015d}"
    put_file(folder, name, _core.label_lines(labels, *(_sure_of(block, model) if scores else ())))
    told(topic, first_row)
    return name


def _sure_of(block: Any, model: _core.Model) -> Iterator[NDArray[np.float64]]:
    """Probabilities and outlier scores of the rows."""
    return map(np.concatenate, zip(*(model.confidence(rows)[::2] for rows in pieces_of(block))))
