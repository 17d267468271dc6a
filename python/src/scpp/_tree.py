"""The tree of splits as Python data."""

from __future__ import annotations

from typing import Iterator

import numpy as np
from numpy.typing import NDArray

from . import _core


class Tree:
    """The splits of a fitted model; arrays are read-only views of the model's memory.

    Attributes
    ----------
    nodes : list of Node
        Node 0 holds all rows. A node has `parent`, `children`, `n_samples` (sum of weights), `order` (the how-manieth
        split it was, None for a leaf), `leaf_reason` (a word such as "enough_clusters") and `leaf_sentence`, which say
        why a leaf was not split, and `split`, which is None for a leaf and otherwise has
        `projection` (features x components), `centre`, `microclusters`, `weights`, `radii`, `side`, `sigma`, `beta`,
        `lambda2`, `lambda3`, `spread`, `trace` (rows of beta, step, objective), `evaluations`, `candidates`,
        `neighbour_cut`, `cloud_cut`, `cloud_least`, `stability` (None where unknown), `stop` (why the search ended, a word such as "gradient_small"),
        `stop_sentence` and `error_bounds`. Coordinates are those after centring and scaling.
    leaves : list of int
        The node of each cluster label.
    splits : list of int
        Nodes that were split, the first split first.
    """

    def __init__(self, model: _core.Model) -> None:
        self.nodes = model.nodes
        self.leaves = model.leaves
        self.splits = model.splits

    def __len__(self) -> int:
        return len(self.nodes)

    def __getitem__(self, node: int) -> _core.Node:
        return self.nodes[node]

    def __iter__(self) -> Iterator[_core.Node]:
        return iter(self.nodes)

    def leaves_below(self, node: int) -> list[int]:
        """Leaves under a node, or the node itself if it is one."""
        children = self.nodes[node].children
        return [leaf for child in children for leaf in self.leaves_below(child)] if children else [node]

    def labels_below(self, node: int) -> NDArray[np.int32]:
        """Cluster labels whose rows passed through a node."""
        place = {leaf: label for label, leaf in enumerate(self.leaves)}
        return np.array([place[leaf] for leaf in self.leaves_below(node)], dtype=np.int32)

    def depth(self, node: int) -> int:
        parent = self.nodes[node].parent
        return 0 if parent < 0 else 1 + self.depth(parent)

    def __str__(self) -> str:
        return "\n".join(self._lines(0))

    def __repr__(self) -> str:
        return f"<Tree with {len(self.leaves)} leaves>\n{self}"

    def _lines(self, node: int) -> Iterator[str]:
        here = self.nodes[node]
        if here.split is None:
            what = f"cluster {self.leaves.index(node)}"
        else:
            what = f"split {here.order + 1}, lambda2 = {here.split.lambda2:.3g}"
        yield f"{'  ' * self.depth(node)}node {node}: {here.n_samples:g} rows, {what}"
        for child in here.children:
            yield from self._lines(child)


def coarser_label(fine: Tree, coarse: Tree) -> NDArray[np.int32]:
    """For every label of a tree its label in the same tree with splits undone."""
    label = np.empty(len(fine.leaves), dtype=np.int32)
    open_pairs = [(0, 0)]
    while open_pairs:
        here, there = open_pairs.pop()
        if coarse[there].children:
            open_pairs.extend(zip(fine[here].children, coarse[there].children))
        else:
            label[fine.labels_below(here)] = coarse.leaves.index(there)
    return label
