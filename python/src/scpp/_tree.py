"""The tree of splits as Python data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Iterator, Optional

import numpy as np
from numpy.typing import NDArray

from . import _core

if TYPE_CHECKING:
    import networkx
    import pandas


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
        `neighbour_cut`, `cloud_cut`, `cloud_least`, `stability` (None where unknown), `stop` (why the search ended, a word
        such as "gradient_small"), `stop_sentence` and `error_bounds`. Eigenvalues and bounds are of the microclusters
        that the search saw; the rule that gives rows their side may have divided them since. Coordinates are those of the model: centred, scaled and
        in the metric that was learned; `SCPP.loadings(node)` gives the directions in terms of the features.
    leaves : list of int
        The node of each cluster label.
    splits : list of int
        Nodes that were split, the first split first.
    """

    def __init__(self, model: _core.Model) -> None:
        self.nodes = model.nodes
        self.leaves = model.leaves
        self.splits = model.splits
        self._model = model

    def __len__(self) -> int:
        return len(self.nodes)

    def __getitem__(self, node: int) -> _core.Node:
        return self.nodes[node]

    def __iter__(self) -> Iterator[_core.Node]:
        return iter(self.nodes)

    def leaves_below(self, node: int) -> list[int]:
        """Leaves under a node, or the node itself if it is one."""
        leaves, waiting = [], [node]
        while waiting:
            here = waiting.pop()
            waiting.extend(reversed(self.nodes[here].children))
            if not self.nodes[here].children:
                leaves.append(here)
        return leaves

    def labels_below(self, node: int) -> NDArray[np.int32]:
        """Cluster labels whose rows passed through a node."""
        place = {leaf: label for label, leaf in enumerate(self.leaves)}
        return np.array([place[leaf] for leaf in self.leaves_below(node)], dtype=np.int32)

    def path(self, node: int) -> list[int]:
        """Nodes from the root down to this one."""
        nodes = [node]
        while self.nodes[nodes[-1]].parent >= 0:
            nodes.append(self.nodes[nodes[-1]].parent)
        return nodes[::-1]

    def depth(self, node: int) -> int:
        """Splits above a node."""
        return len(self.path(node)) - 1

    # ---- for other packages

    def to_pandas(self) -> "pandas.DataFrame":
        """One line for each node.

        Returns
        -------
        nodes : pandas.DataFrame
            With the columns parent, depth, n_samples, label (of a leaf), order, clarity, lambda2, neighbour_cut and stability (of
            a split) and why (a leaf was not split, or the search of a split ended).

        Examples
        --------
        >>> from sklearn.datasets import load_iris
        >>> from scpp import SCPP
        >>> nodes = SCPP(n_clusters=3).fit(load_iris().data).tree_.to_pandas()
        >>> nodes.loc[nodes.label.notna(), "n_samples"].sum()
        150.0
        """
        import pandas

        clarity = self._clarity()
        lines = pandas.DataFrame([self._facts(node, clarity) for node in range(len(self))])
        lines.index.name = "node"
        return lines.astype({"parent": "Int64", "label": "Int64", "order": "Int64"})

    def _clarity(self) -> list[Optional[float]]:
        """Of every split; None for leaves, and for all in models of earlier versions."""
        return self._model.verdict()[3] if self._model.has_reference else [None] * len(self)

    def _facts(self, node: int, clarity: list[Optional[float]]) -> dict[str, Any]:
        here = self.nodes[node]
        split = here.split
        return {
            "parent": None if here.parent < 0 else here.parent,
            "depth": self.depth(node),
            "n_samples": here.n_samples,
            "label": self.leaves.index(node) if split is None else None,
            "order": here.order,
            "clarity": clarity[node],
            "lambda2": None if split is None else split.lambda2,
            "neighbour_cut": None if split is None else split.neighbour_cut,
            "stability": None if split is None else split.stability,
            "why": here.leaf_sentence if split is None else split.stop_sentence,
        }

    def to_networkx(self) -> "networkx.DiGraph":
        """The tree as a graph whose edges point from parents to children.

        Returns
        -------
        graph : networkx.DiGraph
            Its nodes are the numbers of the nodes and have those columns of `to_pandas` as attributes that are known of them;
            an edge has the `side` of the child.
        """
        import networkx

        graph, clarity = networkx.DiGraph(), self._clarity()
        for node in range(len(self)):
            facts = self._facts(node, clarity)
            graph.add_node(node, **{name: value for name, value in facts.items() if value is not None})
        for node, here in enumerate(self):
            graph.add_edges_from((node, child, {"side": side}) for side, child in enumerate(here.children))
        return graph

    def to_linkage(self) -> NDArray[np.float64]:
        """The clusters joined again, the last split first, as :mod:`scipy.cluster.hierarchy` has it.

        Returns
        -------
        Z : ndarray of shape (n_clusters - 1, 4)
            The observations are the clusters, by their labels. What a split made is joined at the height
            n_clusters - (clusters before that split): a cut at the distance n_clusters - k + 0.5 leaves k clusters, those of
            `SCPP.labels_at(k)`.

        Examples
        --------
        >>> from scipy.cluster.hierarchy import fcluster
        >>> from sklearn.datasets import load_iris
        >>> from scpp import SCPP
        >>> Z = SCPP(n_clusters=4).fit(load_iris().data).tree_.to_linkage()
        >>> len(set(fcluster(Z, 4 - 2 + 0.5, criterion="distance")))
        2
        """
        clusters = len(self.leaves)
        joined = {leaf: (label, 1) for label, leaf in enumerate(self.leaves)}
        lines: list[tuple[int, int, int, int]] = []
        for node in reversed(self.splits):
            parts = [joined[child] for child in self.nodes[node].children]
            height = len(lines) + len(parts) - 1
            whole = parts[0]
            for part in parts[1:]:
                both = whole[1] + part[1]
                lines.append((min(whole[0], part[0]), max(whole[0], part[0]), height, both))
                whole = (clusters + len(lines) - 1, both)
            joined[node] = whole
        return np.array(lines, dtype=np.float64).reshape(-1, 4)

    # ---- for people

    def __str__(self) -> str:
        lines, waiting = [], [0]
        while waiting:
            node = waiting.pop()
            lines.append(f"{'  ' * self.depth(node)}{self._line(node)}")
            waiting.extend(reversed(self.nodes[node].children))
        return "\n".join(lines)

    def __repr__(self) -> str:
        return f"<Tree: {len(self.leaves)} clusters, {self.nodes[0].n_samples:g} rows>\n{self}"

    def _line(self, node: int) -> str:
        here = self.nodes[node]
        if here.split is None or here.order is None:
            what = f"cluster {self.leaves.index(node)}"
        else:
            what = f"split {here.order + 1}, lambda2 = {here.split.lambda2:.3g}"
        return f"node {node}: {here.n_samples:g} rows, {what}"


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
