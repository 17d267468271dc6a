"""In somebody else's process: small stacks, several threads, models that nobody fitted."""

import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from scpp import SCPP

sys.path.insert(0, str(Path(__file__).parents[2] / "tests" / "support"))
import model_file

SMALL_STACK = 256 << 10  # bytes; musl and macOS give a thread 128 to 512 KiB


@pytest.fixture()
def few():
    draw = np.random.default_rng(1)
    return draw.normal(size=(300, 5)) + 8 * draw.integers(0, 3, size=(300, 1))


def in_a_small_stack(work):
    before = threading.stack_size(SMALL_STACK)
    try:
        with ThreadPoolExecutor(1) as pool:
            return pool.submit(work).result()
    finally:
        threading.stack_size(before)


@pytest.mark.parametrize("options", [{}, {"quality": "fast"}, {"n_clusters": "auto"}, {"n_threads": 3}])
def test_a_small_stack_is_enough_for_a_fit(few, options):
    def work():
        model = SCPP(**{"n_clusters": 3, **options}).fit(few)
        return model.labels_, model.predict(few), model.predict_proba(few)

    here, there = work(), in_a_small_stack(work)
    for a, b in zip(here, there):
        np.testing.assert_array_equal(a, b)


def test_two_fits_at_the_same_time_are_two_fits(few):
    tables = [few, few[::-1] * 2, few[:, :4], few[:150]]

    def labels(table):
        return SCPP(n_clusters=3, n_threads=2).fit(table).labels_

    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(labels, tables * 2))
    for table, found in zip(tables * 2, together):
        np.testing.assert_array_equal(found, labels(table))


@pytest.fixture()
def forged(few, tmp_path):
    """A model with a chain of so many splits."""
    path = tmp_path / "two.scpp"
    SCPP(n_clusters=2).fit(few[:20, :2]).save(path)

    def forge(splits):
        (tmp_path / "deep.scpp").write_bytes(model_file.chain(path.read_bytes(), splits))
        return SCPP.load(tmp_path / "deep.scpp")

    forge.two = SCPP.load(path)
    return forge


def test_no_chain_of_splits_is_too_long(forged, few):
    rows = few[:20, :2]
    last = np.array([0, 6000])
    labels = in_a_small_stack(lambda: forged(6000).predict(rows))
    np.testing.assert_array_equal(labels, last[forged.two.predict(rows)])


def test_a_thousand_clusters_in_a_chain_are_like_any_others(forged, few):
    def work():
        model = forged(999)
        tree = model.tree_
        assert str(tree).count("cluster") == 1000
        assert tree.depth(tree.leaves[-1]) == 999
        assert tree.to_linkage().shape == (999, 4)
        return model.predict(few[:20, :2])

    assert set(in_a_small_stack(work)) <= {0, 999}
