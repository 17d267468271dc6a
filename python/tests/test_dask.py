"""Fits on a scheduler and worker processes: the same bits whatever happens to them."""

import os
import signal
import threading
import time

import numpy as np
import pytest

pytest.importorskip("distributed", reason="dask.distributed is not installed (python3-distributed)")

import dask
import dask.array as da
from dask_processes import Processes

import scpp
from scpp import _core
from scpp.dask import SCPP

ROWS = 40_000
PARAMETERS = {"n_clusters": 4, "n_cells": 128, "sketch": "always"}
ALIGNED = [16384, 8192, 8192, 7232]
RAGGED = [5000, 15_000, 1, 9999, 10_000]


@pytest.fixture(scope="module")
def table():
    rng = np.random.default_rng(1)
    centres = rng.normal(size=(4, 6)) * 5
    return (centres[rng.integers(4, size=ROWS)] + rng.normal(size=(ROWS, 6))).astype(np.float32)


@pytest.fixture(scope="module")
def processes():
    started = Processes()
    yield started
    started.close()


@pytest.fixture(scope="module")
def files(table, tmp_path_factory):
    path = tmp_path_factory.mktemp("rows") / "rows.npy"
    np.save(path, table)
    return path


def bits(estimator):
    return estimator._model.to_bytes()


def blocks_read_from(path, lengths, seconds=0.0, notes=None):
    """Delayed blocks that take their time, early ones longer, and leave a note when they are read."""

    def read(begin, end, place):
        if notes is not None:
            (notes / f"{place}-{time.time_ns()}").touch()
        time.sleep(seconds * (1 + 3 / (1 + place)))
        return np.load(path, mmap_mode="r")[begin:end]

    cuts = np.cumsum([0, *lengths]).tolist()
    blocks = [dask.delayed(read)(a, b, i) for i, (a, b) in enumerate(zip(cuts, cuts[1:]))]
    return [(block, (length, 6)) for block, length in zip(blocks, lengths)]


def single_machine(table, lengths):
    """The library's own passes over the same blocks, merged from behind."""
    options = scpp.SCPP(**PARAMETERS)._library_options(float(len(table)))
    cuts = np.cumsum([0, *lengths]).tolist()
    parts = [(a, table[a:b]) for a, b in zip(cuts, cuts[1:])][::-1]
    summary = _core.merge_summaries([_core.summarise(rows, a, len(table), options) for a, rows in parts])
    plan = _core.plan_cells(summary, options)
    sketch = _core.merge_sketches([_core.sketch_block(rows, plan, options) for _, rows in parts])
    return _core.finish(summary, plan, sketch, options).to_bytes()


def when(notes, count, action):
    """Does something once so many notes are there."""

    def watch():
        while len(list(notes.iterdir())) < count:
            time.sleep(0.01)
        action()

    thread = threading.Thread(target=watch, daemon=True)
    thread.start()
    return thread


def test_the_same_bits_for_1_2_and_4_workers(processes, files, table):
    local = scpp.SCPP(**PARAMETERS).fit(table)
    ragged = single_machine(table, RAGGED)
    for workers in (1, 2, 4):
        processes.use(workers)
        fitted = SCPP(**PARAMETERS).fit(blocks_read_from(files, ALIGNED, 0.02))
        assert bits(fitted) == bits(local)
        assert np.array_equal(fitted.labels_.compute(), local.labels_)
        assert bits(SCPP(**PARAMETERS).fit(blocks_read_from(files, RAGGED, 0.02))) == ragged


@pytest.mark.parametrize("moment", [2, len(RAGGED) + 2], ids=["first pass", "second pass"])
def test_a_killed_worker_changes_nothing(processes, files, table, tmp_path, moment):
    processes.use(2)
    killer = when(tmp_path, moment, processes.kill)
    fitted = SCPP(**PARAMETERS).fit(blocks_read_from(files, RAGGED, 0.1, tmp_path))
    killer.join()
    assert len(processes.workers) == 1
    assert bits(fitted) == single_machine(table, RAGGED)


def test_all_workers_lost(processes, files, table, tmp_path):
    """A clear error; the next fit reads one block to know the rows again, and then makes the second pass only."""
    processes.use(2)
    notes = tmp_path / "notes"
    notes.mkdir()
    parameters = {**PARAMETERS, "checkpoint": tmp_path / "checkpoint", "timeout": 1.0}
    blocks = blocks_read_from(files, RAGGED, 0.1, notes)
    killer = when(notes, len(RAGGED) + 1, lambda: processes.use(0))
    with pytest.raises(RuntimeError, match=r"no worker has been there for 1 s\. With checkpoint=DIR"):
        SCPP(**parameters).fit(blocks)
    killer.join()
    processes.use(1)
    before = len(list(notes.iterdir()))
    resumed = SCPP(**parameters).fit(blocks)
    assert len(list(notes.iterdir())) - before == 1 + len(RAGGED)
    assert bits(resumed) == single_machine(table, RAGGED)
    before = len(list(notes.iterdir()))
    assert bits(SCPP(**parameters).fit(blocks)) == bits(resumed)
    assert len(list(notes.iterdir())) - before == 1


def test_control_c_cancels_the_work(processes, files, tmp_path):
    processes.use(1)
    when(tmp_path, 2, lambda: os.kill(os.getpid(), signal.SIGINT))
    with pytest.raises(KeyboardInterrupt):
        SCPP(**PARAMETERS).fit(blocks_read_from(files, RAGGED, 0.2, tmp_path))
    while processes.tasks():
        time.sleep(0.05)
    assert len(list(tmp_path.iterdir())) < len(RAGGED)


def test_a_bad_value_is_told_by_its_row_in_the_whole_table(processes, table):
    processes.use(1)
    rows = table.copy()
    rows[20_006, 2] = np.nan
    with pytest.raises(ValueError, match="row 20007, column 3 is not a number"):
        SCPP(**PARAMETERS).fit(da.from_array(rows, chunks=(8192, -1)))


def test_progress_counts_blocks(processes, files, capfd):
    processes.use(1)
    SCPP(**PARAMETERS, verbose=1).fit(blocks_read_from(files, RAGGED))
    shown = capfd.readouterr().err
    assert "first pass: 100%" in shown and "second pass: 100%" in shown and "5/5" in shown
