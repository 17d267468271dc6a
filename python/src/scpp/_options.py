"""Estimator parameters as options of the library, and back.

What is allowed stands in the library alone; here are only the names that scikit-learn people expect.
"""

from __future__ import annotations

import numbers
import re
from typing import Any, Mapping, Optional, Union

import numpy as np
from joblib import effective_n_jobs

from . import _core

RandomState = Union[None, int, np.random.RandomState]

#: Name here -> name in the library. `min_cluster_size` and `random_state` need more than a name.
LIBRARY_NAME = {
    "n_clusters": "clusters",
    "quality": "quality",
    "method": "method",
    "n_components": "dimensions",
    "laplacian": "laplacian",
    "kernel": "kernel",
    "parametrisation": "parametrisation",
    "n_microclusters": "microclusters",
    "sketch": "sketch",
    "n_cells": "cells",
    "beta_max": "beta-max",
    "beta_step": "beta-step",
    "beta_min": "beta-min",
    "sigma": "sigma",
    "sigma_scale": "sigma-scale",
    "delta": "delta",
    "omega": "omega",
    "start": "start",
    "n_random_starts": "random-starts",
    "max_steps": "max-steps",
    "tol": "tolerance",
    "standardise": "standardise",
    "split_rule": "rule",
    "max_clusters": "max-clusters",
    "n_threads": "threads",
}

#: Parameters for which None lets the library choose, which it calls 0.
NONE_IS_ZERO = {"sigma", "n_cells", "n_threads"}

#: Spellings accepted besides the library's.
SPELLINGS = {("laplacian", "normalized"): "normalised"}


def allowed(library_name: str) -> Optional[str]:
    """What an option may be, or None if the library has no such option."""
    return next((values for name, values, _, _ in _core.parameters() if name == library_name), None)


def text_of(value: Any) -> str:
    """A value as the library's command line would be given it."""
    if isinstance(value, (bool, np.bool_)):
        return "yes" if value else "no"
    if isinstance(value, numbers.Integral):
        return str(int(value))
    if isinstance(value, numbers.Real):
        return repr(float(value))
    return str(value)


def is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def refusal(owner: str, name: str, value: Any, wanted: str) -> ValueError:
    return ValueError(f"The {name!r} parameter of {owner} must be {wanted}. Got {value!r} instead.")


class OptionBuilder:
    """Fills the library's options from estimator parameters; every refusal names parameter and value."""

    def __init__(self, owner: object) -> None:
        self.owner = type(owner).__name__
        self.options = _core.Options()

    def set(self, name: str, value: Any, library_name: Optional[str] = None) -> None:
        library_name = library_name or LIBRARY_NAME[name]
        wanted = allowed(library_name)
        if wanted is None:
            raise ValueError(f"The {name!r} parameter of {self.owner} is unknown to the library.")
        if value is None and name in NONE_IS_ZERO:
            value = 0
        if isinstance(value, str) and is_number(value) and not name.startswith("options["):
            raise refusal(self.owner, name, value, f"{wanted}, and a number must not be a string")
        text = SPELLINGS.get((name, value)) if isinstance(value, str) else None
        try:
            self.options.set(library_name, text or text_of(value))
        except ValueError:
            raise refusal(self.owner, name, value, wanted) from None

    def set_seed(self, random_state: RandomState) -> None:
        """None is seed 0 and an int is itself, as on the command line; a RandomState gives its next number."""
        if isinstance(random_state, np.random.RandomState):
            random_state = int(random_state.randint(np.iinfo(np.int32).max))
        self.set("random_state", 0 if random_state is None else random_state, "seed")

    def set_threads(self, n_threads: Optional[int], n_jobs: Optional[int]) -> None:
        """`n_jobs` counts as scikit-learn counts: -1 takes every core, -2 all but one."""
        if n_jobs is None:
            return self.set("n_threads", n_threads)
        if n_threads is not None:
            wanted = "None where 'n_threads' is given, of which it is another name"
            raise refusal(self.owner, "n_jobs", n_jobs, wanted)
        if not isinstance(n_jobs, numbers.Integral) or isinstance(n_jobs, bool) or n_jobs == 0:
            raise refusal(self.owner, "n_jobs", n_jobs, "None or an int other than 0")
        self.set("n_jobs", effective_n_jobs(n_jobs), "threads")

    def set_least_cluster(self, size: Any, n_clusters: int, rows: float) -> None:
        """A float is the share of rows / n_clusters; an int counts rows."""
        if isinstance(size, numbers.Integral) and not isinstance(size, bool):
            share = size * n_clusters / rows
            if not 0 <= share <= 1:
                wanted = f"an int in [0, n_samples / n_clusters] = [0, {rows / n_clusters:g}] or a float in [0, 1]"
                raise refusal(self.owner, "min_cluster_size", size, wanted)
            # A hair less, so that rounding cannot refuse a side with exactly that many rows.
            size = share * (1 - 1e-12)
        self.set("min_cluster_size", size, "balance")

    def set_further(self, further: Optional[Mapping[str, Any]]) -> None:
        """Options by the library's own names, with hyphens or underscores."""
        for name, value in (further or {}).items():
            library_name = name.replace("_", "-")
            if allowed(library_name) is None:
                names = ", ".join(known for known, *_ in _core.parameters())
                raise refusal(self.owner, "options", further, f"a dict whose keys are among {names}")
            self.set(f"options[{name!r}]", value, library_name)

    def checked(self) -> _core.Options:
        with python_names():
            self.options.validate()
        return self.options


class python_names:
    """Sentences of the library about an option call it by its name here."""

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: Any, error: Any, trace: Any) -> None:
        if kind is ValueError:
            raise ValueError(renamed(str(error))) from None


def renamed(sentence: str) -> str:
    for name, library_name in LIBRARY_NAME.items():
        sentence = re.sub(rf"^{library_name}(?= is )", name, sentence)
        if "-" in library_name:
            sentence = re.sub(rf"\b{library_name}\b", name, sentence)
    return sentence


def value_like(default: Any, text: str) -> Any:
    """The library's text as a value of the default's type, if it is one of that type."""
    if isinstance(default, bool):
        return text == "yes"
    if isinstance(default, (int, float)) and is_number(text):
        return type(default)(text)
    return text


def parameters_of(options: _core.Options, defaults: Mapping[str, Any]) -> dict[str, Any]:
    """Estimator parameters that say what these options say, in the words of this package."""
    words = {(name, theirs): ours for (name, ours), theirs in SPELLINGS.items()}
    found: dict[str, Any] = {
        "random_state": int(options.get("seed")) or None,
        "min_cluster_size": float(options.get("balance")),
    }
    for name, library_name in LIBRARY_NAME.items():
        if name not in defaults:
            continue
        text = options.get(library_name)
        if name in NONE_IS_ZERO:
            number = float(text) if name == "sigma" else int(text)
            found[name] = number or None
        else:
            found[name] = value_like(defaults[name], words.get((name, text), text))
    return found
