"""What was done and found, for programs."""

from __future__ import annotations

import json
from typing import Any, Optional

from .. import _core
from .._tree import Tree
from ._blocks import Blocks


def summary_json(blocks: Blocks, model: _core.Model, options: _core.Options, seconds: dict[str, float]) -> str:
    """The keys of scpp fit --summary. There are no classes to compare with, so the scores are null."""
    scores = dict.fromkeys(("purity", "nmi", "ari", "v_measure", "accuracy"))
    return json.dumps(
        {
            "rows": blocks.rows,
            "columns": blocks.columns,
            "clusters": len(model.leaves),
            "seconds": seconds,
            "scores": scores,
            "splits": [_split(model, node) for node in Tree(model).splits],
            "options": {name: _value(options.get(name)) for name, *_ in _core.parameters()},
            "version": _core.__version__,
        },
        indent=2,
    ) + "\n"


def _split(model: _core.Model, node: int) -> dict[str, Any]:
    here = model.nodes[node]
    rows, left = int(here.n_samples), int(model.nodes[here.children[0]].n_samples)
    sizes = {"node": node, "rows": rows, "left": left, "right": rows - left}
    names = ("lambda2", "sigma", "beta", "evaluations", "stop")
    judged = {"cut": _if_known(here.split.neighbour_cut), "stability": _if_known(here.split.stability)}
    return {**sizes, **{name: getattr(here.split, name) for name in names}, **judged}


def _if_known(value: float) -> Optional[float]:
    return None if value == -1 else value


def _value(text: str) -> Any:
    """Numbers as numbers, yes and no as booleans, words as words."""
    if text in ("yes", "no"):
        return text == "yes"
    try:
        return json.loads(text)
    except ValueError:
        return text
