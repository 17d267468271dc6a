"""A fitted model as a notebook shows it: what was found, the tree as a thumbnail, and how to see more."""

from __future__ import annotations

from html import escape
from typing import Optional, Sequence

import numpy as np
from numpy.typing import NDArray

from . import _core
from ._tree import Tree

MOST_CLUSTERS = 30  #: lines of the table, and leaves of the thumbnail
FEATURES = 3  #: named for each cluster
MOST_LETTERS = 40  #: of a feature's name
COLOURS = ("#1f77b4", "#ff7f0e", "#2ca02c", "#d62728", "#9467bd", "#8c564b", "#e377c2", "#7f7f7f", "#bcbd22", "#17becf")

LINE = 20  #: pixels of a line of the table, and of a leaf of the thumbnail beside it
CELL = f'style="text-align: left; padding: 0 14px 0 0; height: {LINE}px; line-height: {LINE}px; white-space: nowrap"'


def fitted_html(model: _core.Model, title: str, names: Sequence[str], effect: Optional[NDArray[np.float64]]) -> str:
    """`effect` (clusters x features) is None where the rows are not at hand."""
    tree = Tree(model)
    clarity, words, _, _, sentence = model.verdict() if model.has_reference else ([], [], [], [], "")
    verdict = f"<div>{escape(sentence)}.</div>" if sentence else ""
    clusters = len(tree.leaves)
    what = f"{clusters} cluster{'s' * (clusters != 1)} of {tree[0].n_samples:g} rows in {len(names)} features"
    more = "" if clusters <= MOST_CLUSTERS else f"<div>and {clusters - MOST_CLUSTERS} more clusters</div>"
    hint = '<code>model.report("report.html")</code> writes the interactive report'
    if effect is None:
        hint = '<code>model.report("report.html", X)</code> writes the interactive report, given the rows X'
    return (
        f'<div style="font-family: sans-serif; font-size: 13px"><div><b>{escape(title)}</b>: {what}</div>{verdict}'
        f'<div style="display: flex; flex-wrap: wrap; gap: 12px; margin: 8px 0">'
        f"{_thumbnail(tree)}{_table(tree, [*zip(clarity, words)], names, effect)}</div>{more}<div>{hint}.</div></div>"
    )


def _table(
    tree: Tree, clarity: Sequence[tuple[float, str]], names: Sequence[str], effect: Optional[NDArray[np.float64]]
) -> str:
    heads = ["cluster", "rows"] + ["clarity"] * bool(clarity)
    heads += [] if effect is None else ["set apart by (standard deviations)"]
    lines = "".join(f"<th {CELL}>{head}</th>" for head in heads)
    lines = f"<tr>{lines}</tr>"
    for label, leaf in enumerate(tree.leaves[:MOST_CLUSTERS]):
        dot = f'<span style="color: {COLOURS[label % len(COLOURS)]}">&#9679;</span>'
        cells = [f"{dot} {label}", f"{tree[leaf].n_samples:g}"]
        if clarity:
            cells.append(f"{clarity[label][0]:.2f} {clarity[label][1]}")
        if effect is not None:
            cells.append(escape(_features(effect[label], names)))
        lines += "<tr>" + "".join(f"<td {CELL}>{cell}</td>" for cell in cells) + "</tr>"
    return f'<table style="border-collapse: collapse; margin: 0; font-size: 13px">{lines}</table>'


def _features(effect: NDArray[np.float64], names: Sequence[str]) -> str:
    """The largest effects; a feature that is the same everywhere has none."""
    largest = [i for i in np.argsort(-np.abs(effect), kind="stable")[:FEATURES] if effect[i] != 0]
    return ", ".join(f"{_short(names[i])} {effect[i]:+.1f}" for i in largest)


def _short(name: str) -> str:
    return name if len(name) <= MOST_LETTERS else name[: MOST_LETTERS - 1] + "…"


def _thumbnail(tree: Tree) -> str:
    """Clusters beside their lines of the table, splits in front of them; empty where they would not fit."""
    clusters = len(tree.leaves)
    if not 2 <= clusters <= MOST_CLUSTERS:
        return ""
    depth = max(tree.depth(leaf) for leaf in tree.leaves)
    wide = min(24.0, 180 / depth)

    def place(node: int) -> tuple[float, float]:
        across = depth if not tree[node].children else tree.depth(node)
        return 8 + wide * across, LINE * (1.5 + float(np.mean(tree.labels_below(node))))

    drawn = []
    for node, here in enumerate(tree):
        x, y = place(node)
        if here.parent >= 0:
            from_x, from_y = place(here.parent)
            drawn.append(f'<path d="M{from_x:.1f} {from_y:.1f}V{y:.1f}H{x:.1f}" fill="none" stroke="#999"/>')
    for label, leaf in enumerate(tree.leaves):
        x, y = place(leaf)
        radius = 2 + 3.5 * np.sqrt(tree[leaf].n_samples / tree[0].n_samples)
        drawn.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" fill="{COLOURS[label % len(COLOURS)]}"/>')
    width, height = 16 + wide * depth, LINE * (clusters + 1)
    return f'<svg width="{width:.0f}" height="{height}" role="img" aria-label="the tree of splits">{"".join(drawn)}</svg>'
