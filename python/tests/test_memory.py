"""Memory: none is lost, and none is spent on a second copy of the data."""

import subprocess
import sys
import textwrap

import numpy as np

from scpp import SCPP


def measured(program):
    """Runs a program in a fresh interpreter and returns the number it prints."""
    command = [sys.executable, "-c", textwrap.dedent(program)]
    return float(subprocess.run(command, check=True, capture_output=True).stdout)


def test_memory_does_not_grow_over_a_thousand_fits():
    """Resident bytes after fits 200 and 1,200. Each fit keeps some 40 kB of model: were that lost, or the rows
    (32 kB), 1,000 fits would grow by 30 MB and more. Allocators keep a few pages back: 4 MB are allowed."""
    growth = measured(
        """
        import numpy as np
        from scpp import SCPP
        def resident():
            return int(open("/proc/self/statm").read().split()[1]) * 4096
        X = np.random.default_rng(0).normal(size=(400, 10))
        def fits(count):
            for i in range(count):
                model = SCPP(n_clusters=3, n_microclusters=20, max_steps=3, n_threads=1).fit(X)
                model.tree_[0].split.microclusters, model.predict(X), model.transform(X), model.score_samples(X)
        fits(200)
        before = resident()
        fits(1000)
        print(resident() - before)
        """
    )
    print(f"growth over 1,000 fits: {growth / 1e6:.2f} MB")
    assert growth < 4e6


def test_a_million_rows_are_fitted_without_a_second_copy():
    """Peak beyond the 128 MB of a 1,000,000 x 32 float32 array. Less than that array again means that no copy of it
    was made, not even for a moment: labels and weights of a million rows take some 20 MB, the rest is work space."""
    extra = measured(
        """
        import resource
        import numpy as np
        from scpp import SCPP
        rng = np.random.default_rng(0)
        X = np.empty((1_000_000, 32), np.float32)
        for block in range(0, len(X), 10_000):
            X[block : block + 10_000] = rng.normal(size=(10_000, 32)) + 6 * rng.integers(4, size=(10_000, 1))
        SCPP(n_clusters=2).fit(X[:100])
        def peak():
            return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
        before = peak()
        SCPP(n_clusters=4).fit(X)
        print(peak() - before)
        """
    )
    print(f"peak beyond the 128 MB of the data: {extra / 1e6:.0f} MB")
    assert extra < 128e6


def test_predict_reads_rows_in_blocks():
    """Labels of a table cost labels, not another table."""
    import tracemalloc

    X = np.random.default_rng(0).normal(size=(100_000, 20))
    model = SCPP(n_clusters=3, n_microclusters=50).fit(X[:2000])
    tracemalloc.start()
    model.predict(X)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < X.nbytes / 4
