"""Ctrl-C stops a fit, and the interpreter goes on."""

import subprocess
import sys

import pytest

from scpp import SCPP, _core

LONG_FIT = """
import os, signal, threading
import numpy as np
from scpp import SCPP
X = np.random.default_rng(0).normal(size=(4000, 200))
try:
    threading.Timer(1.0, os.kill, (os.getpid(), signal.SIGINT)).start()
    SCPP(n_clusters=50, n_random_starts=100_000, n_threads=1).fit(X)
    print("finished")
except KeyboardInterrupt:
    SCPP(n_clusters=2).fit(X[:50])
    print("interrupted and alive")
"""


def test_control_c():
    """Left alone, this fit would take days."""
    fit = subprocess.run([sys.executable, "-c", LONG_FIT], capture_output=True, text=True, timeout=300)
    assert fit.stdout == "interrupted and alive\n", fit.stderr


def test_an_exception_in_the_callback_comes_out_as_itself(rows):
    def fail(progress):
        assert progress["clusters_found"] >= 1
        raise ZeroDivisionError("in the callback")

    with pytest.raises(ZeroDivisionError, match="in the callback"):
        _core.fit(rows, _core.Options(), callback=fail)
    assert SCPP(n_clusters=2).fit(rows).n_clusters_ == 2
