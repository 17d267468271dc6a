"""Labels of files, written by the tasks that make them and joined by the client: they do not travel either."""

from __future__ import annotations

import os
import shutil
import tempfile
import uuid
from typing import Any, Optional

from dask.base import tokenize

from .. import _core
from ._blocks import Blocks
from ._cluster import Cluster
from ._tasks import carried, labels_of_block, told


def write_labels(blocks: Blocks, model: _core.Model, cluster: Cluster, path: str) -> None:
    """CSV with one line for each row; parts lie in a folder beside it until they are joined."""
    with tempfile.TemporaryDirectory(prefix="scpp-labels-", dir=os.path.dirname(path)) as folder:
        os.chmod(folder, 0o770)  # workers may run as other users of the group
        with open(path, "wb") as whole:
            whole.write(b"label\n")
            for part in _parts(blocks, model, cluster, folder):
                with open(os.path.join(folder, part), "rb") as file:
                    shutil.copyfileobj(file, whole, 1 << 20)


def _parts(blocks: Blocks, model: _core.Model, cluster: Cluster, folder: str) -> list[str]:
    token = tokenize(blocks.token, folder)
    topic, model_key = cluster.topic(token), f"scpp-model-{token}"
    graph: dict[Any, Any] = {**blocks.graph, model_key: (carried, model.with_threads(1))}
    keys = [(f"scpp-labels-{token}", i) for i in range(len(blocks.blocks))]
    for key, block, first_row in zip(keys, blocks.blocks, blocks.first_rows):
        graph[key] = (labels_to_file, block, model_key, folder, first_row, topic)
    return cluster.run(graph, keys, topic, "labels", len(keys))


def labels_to_file(block: Any, model: _core.Model, folder: str, first_row: int, topic: Optional[str]) -> str:
    """Done twice, it leaves the same file."""
    lines = [b"%d\n" % label for label in range(len(model.leaves))]
    text = b"".join([lines[label] for label in labels_of_block(block, model).tolist()])
    name = f"{first_row:015d}"
    unfinished = os.path.join(folder, f"{name}-{uuid.uuid4().hex}")
    with open(unfinished, "wb") as file:
        file.write(text)
    os.replace(unfinished, os.path.join(folder, name))
    told(topic, first_row)
    return name
