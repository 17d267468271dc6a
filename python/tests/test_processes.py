"""Fits and predictions in processes made by fork after a fit, and an interpreter that ends during one."""

import multiprocessing
import subprocess
import sys

import numpy as np
import pytest

from scpp import SCPP

FAR_TOO_LONG = 300  # seconds: a process that would hang makes the test fail instead


@pytest.fixture(scope="module")
def many():
    """Enough rows for threads to share loops over them."""
    draw = np.random.default_rng(0)
    return draw.normal(size=(20_000, 16)) + 6 * draw.integers(0, 3, size=(20_000, 1))


def fitted(rows):
    return SCPP(n_clusters=3, n_threads=2).fit(rows)


def labels_of_a_fit(rows):
    return fitted(rows).labels_


def test_fork_after_a_fit(many):
    model = fitted(many)
    with multiprocessing.get_context("fork").Pool(2) as pool:
        predicted = pool.map_async(model.predict, [many, many])
        again = pool.map_async(labels_of_a_fit, [many, many])
        for labels in predicted.get(FAR_TOO_LONG) + again.get(FAR_TOO_LONG):
            np.testing.assert_array_equal(labels, model.labels_)
    np.testing.assert_array_equal(labels_of_a_fit(many), model.labels_)


ENDS_DURING_A_FIT = """
import threading, time
import numpy as np
from scpp import SCPP
X = np.random.default_rng(0).normal(size=(4000, 200))
SCPP(n_clusters=2, n_threads=4).fit(X)
fit = threading.Thread(target=SCPP(n_clusters=50, n_random_starts=100_000, n_threads=4).fit, args=(X,), daemon=True)
fit.start()
time.sleep(0.5)
print("ends")
"""


def test_the_interpreter_ends_during_a_fit():
    """Left alone, this fit would take days."""
    run = subprocess.run([sys.executable, "-c", ENDS_DURING_A_FIT], capture_output=True, text=True, timeout=FAR_TOO_LONG)
    assert (run.returncode, run.stdout, run.stderr) == (0, "ends\n", "")
