"""Runs scpp and its peers on the same tables, one process a fit, one thread each, and scores the labels."""
import json
import os
import signal
import subprocess
import sys
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Optional

import numpy as np
from sklearn.metrics import normalized_mutual_info_score

HERE = Path(__file__).parent
LIMIT_SECONDS = 120  # then a method is stopped
ONE_THREAD = {name: "1" for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")}


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
    method: str
    seconds: float  # of the fit alone, the least of all repetitions
    megabytes: float  # peak resident memory of the process, interpreter and table included
    purity: Optional[float]
    nmi: Optional[float]

    @property
    def finished(self):
        return self.nmi is not None


def purity(labels, truth):
    """Share of rows whose class is the most frequent one of their cluster."""
    _, classes = np.unique(truth, return_inverse=True)
    counts = np.zeros((labels.max() + 1, classes.max() + 1), dtype=np.int64)
    np.add.at(counts, (labels, classes), 1)
    return counts.max(axis=1).sum() / len(labels)


def run(command, scratch):
    """(standard output, peak megabytes) of a command; raises with what it said on standard error."""
    peak = scratch / "peak"
    watched = [sys.executable, "-S", HERE / "peak.py", peak, *command]
    with subprocess.Popen(watched, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
                          env={**os.environ, **ONE_THREAD}) as process:  # fmt: skip
        try:
            output, errors = process.communicate(timeout=LIMIT_SECONDS)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)  # the command as well as the one that watches it
            raise
    if process.returncode:
        raise RuntimeError(f"{' '.join(map(str, command))} failed: {errors[-500:]}")
    return output, int(peak.read_text()) / 1024


def run_scpp(program, quality, table, scratch):
    labels, summary = scratch / "labels.csv", scratch / "summary.json"
    command = [program, "fit", table.path, "-k", str(table.clusters), "--quality", quality, "--threads", "1"]
    _, megabytes = run([*command, "--labels", labels, "--summary", summary, "--quiet"], scratch)
    found = np.loadtxt(labels, delimiter=",", skiprows=1, usecols=-1, dtype=np.int32)
    return json.loads(summary.read_text())["seconds"]["fit"], megabytes, found


def run_peer(method, table, scratch):
    labels = scratch / "labels.npy"
    command = [sys.executable, HERE / "worker.py", method, table.path, str(table.clusters), labels]
    output, megabytes = run(command, scratch)
    return float(output.split()[-1]), megabytes, np.load(labels)


def measure(program, method, table, scratch, repetitions):
    """The result of one method on one table; the same labels come back every time, so the least time counts."""
    runs = []
    for _ in range(repetitions):
        try:
            if method.startswith("scpp "):
                runs.append(run_scpp(program, method.split()[1], table, scratch))
            else:
                runs.append(run_peer(method, table, scratch))
        except subprocess.TimeoutExpired:
            return Result(table.name, *table.shape, method, LIMIT_SECONDS, 0, None, None)
        if runs[-1][0] > 20:  # long enough for one to tell
            break
    seconds, megabytes, labels = min(runs, key=lambda found: found[0])
    nmi = normalized_mutual_info_score(table.truth, labels, average_method="geometric")
    return Result(table.name, *table.shape, method, seconds, megabytes, purity(labels, table.truth), nmi)


class Log:
    """Results on disk, one a line: a run that was stopped goes on where it was."""

    def __init__(self, path):
        self.path = path
        lines = path.read_text().splitlines() if path.exists() else []
        self.results = [Result(**json.loads(line)) for line in lines]

    def find(self, table, method):
        return next((r for r in self.results if r.table == table and r.method == method), None)

    def add(self, result):
        self.results.append(result)
        with self.path.open("a") as sink:
            sink.write(json.dumps(asdict(result)) + "\n")
