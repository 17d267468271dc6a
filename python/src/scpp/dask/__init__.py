"""Fitting on a Dask cluster, for rows that live on many machines or on a disk larger than memory.

The model is an ordinary one: it depends neither on the number of workers nor on what finished first.
"""

from ._estimator import SCPP

__all__ = ["SCPP"]
