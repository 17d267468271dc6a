"""Runs scpp and its peers on the same tables, one process a method, and scores the labels."""
import json
import os
import signal
import subprocess
import sys
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Optional

import numpy as np
import pandas
from sklearn.metrics import normalized_mutual_info_score

HERE = Path(__file__).parent
sys.path.append(str(HERE.parent))

from openblas import kernels_of_this_processor  # noqa: E402

LIMIT_SECONDS = 90  # then a process is stopped: imports and repetitions count
LONG_ENOUGH = 5  # seconds: a fit that takes longer is not repeated


def environment(threads):
    names = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS")
    return {**os.environ, **kernels_of_this_processor(), **{name: str(threads) for name in names}}


@dataclass
class Table:
    """A standardised table on disk with its known classes."""

    name: str
    path: Path
    clusters: int
    truth: np.ndarray

    @property
    def shape(self):
        return np.load(self.path, mmap_mode="r").shape


@dataclass
class Result:
    table: str
    rows: int
    columns: int
    clusters: int
    method: str
    threads: int
    busy: bool  # another program held one core
    seconds: Optional[float] = None  # of the fit alone, the least of all repetitions; None: stopped
    megabytes: Optional[float] = None  # peak resident memory of the process, interpreter and table included
    purity: Optional[float] = None
    nmi: Optional[float] = None

    @property
    def finished(self):
        return self.seconds is not None


def purity(labels, truth):
    """Share of rows whose class is the most frequent one of their cluster."""
    _, classes = np.unique(truth, return_inverse=True)
    counts = np.zeros((labels.max() + 1, classes.max() + 1), dtype=np.int64)
    np.add.at(counts, (labels, classes), 1)
    return counts.max(axis=1).sum() / len(labels)


def run(command, scratch, threads):
    """(standard output, peak megabytes) of a command; raises with what it said on standard error."""
    peak = scratch / "peak"
    watched = [sys.executable, "-S", HERE / "peak.py", peak, *command]
    with subprocess.Popen(watched, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
                          env=environment(threads)) as process:  # fmt: skip
        try:
            output, errors = process.communicate(timeout=LIMIT_SECONDS)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)  # the command as well as the one that watches it
            raise
    if process.returncode:
        raise RuntimeError(f"{' '.join(map(str, command))} failed: {errors[-500:]}")
    return output, int(peak.read_text()) / 1024


def run_scpp(program, method, table, scratch, threads, repetitions):
    """scpp with the options that follow its name in the method."""
    labels, summary = scratch / "labels.csv", scratch / "summary.json"
    command = [program, "fit", table.path, "-k", str(table.clusters), "--threads", str(threads), *method.split()[1:]]
    seconds = []
    while len(seconds) < repetitions and sum(seconds) < LONG_ENOUGH:
        _, megabytes = run([*command, "--labels", labels, "--summary", summary, "--quiet"], scratch, threads)
        seconds.append(json.loads(summary.read_text())["seconds"]["fit"])
    return min(seconds), megabytes, pandas.read_csv(labels).iloc[:, -1].to_numpy()


def run_peer(method, table, scratch, threads, repetitions):
    labels = scratch / "labels.npy"
    command = [sys.executable, HERE / "worker.py", method, table.path, table.clusters, labels, repetitions, LONG_ENOUGH]
    output, megabytes = run([str(word) for word in command], scratch, threads)
    return float(output.split()[-1]), megabytes, np.load(labels)


def measure(program, method, table, scratch, repetitions, threads=1, busy=False):
    """The result of one method on one table; the same labels come back every time, so the least time counts."""
    result = Result(table.name, *table.shape, table.clusters, method, threads, busy)
    try:
        if method.startswith("scpp"):
            found = run_scpp(program, method, table, scratch, threads, repetitions)
        else:
            found = run_peer(method, table, scratch, threads, repetitions)
    except subprocess.TimeoutExpired:
        return result
    result.seconds, result.megabytes, labels = found
    result.purity = purity(labels, table.truth)
    result.nmi = normalized_mutual_info_score(table.truth, labels, average_method="geometric")
    return result


class Log:
    """Results on disk, one a line: a run that was stopped goes on where it was."""

    def __init__(self, path):
        self.path = path
        lines = path.read_text().splitlines() if path.exists() else []
        self.results = [Result(**json.loads(line)) for line in lines]

    def find(self, table, method, threads=1, busy=False):
        wanted = (table, method, threads, busy)
        return next((r for r in self.results if (r.table, r.method, r.threads, r.busy) == wanted), None)

    def add(self, result):
        self.results.append(result)
        with self.path.open("a") as sink:
            sink.write(json.dumps(asdict(result)) + "\n")
