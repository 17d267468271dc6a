"""Minimum spectral connectivity projection pursuit.

Clusters are found by splitting the data again and again; every split is the two-way cut of a low-dimensional
projection that was searched for because its points are least connected there.
"""

from . import metrics
from ._core import __version__
from ._plot import LoadingsDisplay, SplitDisplay, TreeDisplay
from ._plot_clusters import EmbeddingDisplay, ProfileDisplay
from ._projection import SpectralProjection
from ._scpp import SCPP
from ._tree import Tree

__all__ = [
    "EmbeddingDisplay",
    "LoadingsDisplay",
    "ProfileDisplay",
    "SCPP",
    "SpectralProjection",
    "SplitDisplay",
    "Tree",
    "TreeDisplay",
    "__version__",
    "metrics",
]
