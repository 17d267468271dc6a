import os

os.environ.setdefault("MPLBACKEND", "Agg")

import numpy as np
import pytest
from sklearn.datasets import make_blobs


@pytest.fixture(scope="session")
def blobs():
    """Four clouds in eight dimensions, and their classes."""
    return make_blobs(n_samples=300, n_features=8, centers=4, random_state=3)


@pytest.fixture(scope="session")
def rows(blobs):
    return np.ascontiguousarray(blobs[0])
