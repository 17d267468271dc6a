"""What fitting on Dask costs and survives; prints one line for each thing measured.

    python3 research/bench/dask_study.py kills FOLDER              ten SIGKILLs at random moments of a fit and its labels
    python3 research/bench/dask_study.py large FOLDER SCPP         8 GB with workers of 1 GiB: memory, traffic, time
    python3 research/bench/dask_study.py nmi FOLDER SCPP           10 million rows against a million in memory
    python3 research/bench/dask_study.py block                     CPU seconds of one block in every pass, and bytes

FOLDER takes data of some GB, which stay there; SCPP is the command line. `large` is to be run in a network namespace
of its own, so that the loopback device carries nothing else:

    unshare -n sh -c 'ip link set lo up; python3 research/bench/dask_study.py large FOLDER SCPP'
"""

import filecmp
import json
import random
import resource
import subprocess
import sys
import threading
import time
from pathlib import Path

import dask
import numpy as np
import psutil

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "python" / "tests"))

from dask_processes import Processes

from scpp import SCPP as LocalSCPP
from scpp import _core
from scpp.dask import SCPP
from scpp.metrics import purity_score
from sklearn.metrics import normalized_mutual_info_score

MIXTURE = ["--columns", "32", "--noise-columns", "16", "-k", "20", "--separation", "6", "--seed", "5"]


def mixture(scpp, path, rows, *flags):
    """Gaussian clusters in 16 of 32 columns; the other 16 are noise."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        command = [scpp, "generate", "gaussians", "--rows", str(rows), *MIXTURE, "-o", str(path), *flags]
        subprocess.run(command, check=True)
    return path


def clouds(rows, clusters):
    rng = np.random.default_rng(0)
    centres = rng.normal(size=(clusters, 32)) * 3
    return (centres[rng.integers(clusters, size=rows)] + rng.normal(size=(rows, 32))).astype(np.float32)


def lazy_rows(path, chunk):
    table = np.load(path, mmap_mode="r")
    read = dask.delayed(lambda begin, end: np.load(path, mmap_mode="r")[begin:end], pure=True)
    cuts = [*range(0, len(table), chunk), len(table)]
    return [(read(a, b), (b - a, table.shape[1])) for a, b in zip(cuts, cuts[1:])]


def kills(folder):
    path = Path(folder) / "kills.npy"
    path.parent.mkdir(parents=True, exist_ok=True)
    np.save(path, clouds(1_000_000, 8))
    blocks = lazy_rows(path, 5 * _core.chunk_rows)
    processes, moments = Processes(), random.Random(1)

    def whole_fit():
        model = SCPP(n_clusters=8).fit(blocks)
        fitted = time.monotonic()
        return model._model.to_bytes(), model.labels_.compute().tobytes(), fitted

    processes.use(2)
    whole_fit()
    began = time.monotonic()
    *expected, fitted = whole_fit()
    ended = time.monotonic()
    print(f"undisturbed: fit {fitted - began:.1f} s, labels {ended - fitted:.1f} s")
    # The last two are kills in the pass that makes the labels.
    waits = [moments.uniform(0, ended - began) for _ in range(8)]
    waits += [moments.uniform(fitted - began, ended - began) for _ in range(2)]
    for number, wait in enumerate(waits):
        processes.use(2)
        killer = threading.Timer(wait, processes.kill)
        began = time.monotonic()
        killer.start()
        *found, _ = whole_fit()
        took = time.monotonic() - began
        killer.join()
        verdict = "same bits" if found == expected else "OTHER BITS"
        print(f"kill {number + 1} after {wait:.2f} s: {verdict}, {took:.1f} s", flush=True)
    processes.close()


class Watch:
    """The largest resident size of any descendant, the processes that were workers, and loopback traffic."""

    def __init__(self):
        self.peaks, self.done = {}, threading.Event()
        self.thread = threading.Thread(target=self.look, daemon=True)

    def __enter__(self):
        self.before = loopback_bytes()
        self.thread.start()
        return self

    def look(self):
        """The kernel keeps the peak of every process: looking seldom is enough, and disturbs less."""
        while not self.done.wait(1):
            for process in psutil.Process().children(recursive=True):
                try:
                    if "spawn_main" in " ".join(process.cmdline()):
                        self.peaks[process.pid] = peak_bytes(process.pid)
                except (psutil.NoSuchProcess, FileNotFoundError):
                    pass

    def __exit__(self, *_):
        self.done.set()
        self.thread.join()
        self.traffic = loopback_bytes() - self.before


def peak_bytes(pid):
    for line in open(f"/proc/{pid}/status"):
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) << 10
    return 0  # a process that is ending


def cpu_seconds():
    """Of all processes that this one started and that have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def loopback_bytes():
    """Received by lo, which is what was sent."""
    for line in open("/proc/net/dev"):
        if line.strip().startswith("lo:"):
            return int(line.split()[1])


def large(folder, scpp):
    path = mixture(scpp, Path(folder) / "large.npy", 31_250_000)
    size = path.stat().st_size
    out = Path(folder) / "out"
    out.mkdir(exist_ok=True)
    common = ["-k", "20", "--quiet"]
    command = [sys.executable, "-m", "scpp.dask._command", "fit", str(path), "--local", "2", "--memory-limit", "1GiB"]

    def outputs(name):
        return ["--labels", f"{out}/{name}.csv", "--model", f"{out}/{name}.scpp", "--summary", f"{out}/{name}.json"]

    began = cpu_seconds()
    with Watch() as watch:
        subprocess.run([*command, *common, *outputs("dask")], check=True)
    between = cpu_seconds()
    workers = [peak for peak in watch.peaks.values() if peak > 60 << 20]
    print(f"{size / 1e9:.2f} GB; worker processes seen: {len(workers)}, peaks {[f'{p >> 20} MiB' for p in workers]}")
    print(f"traffic: {watch.traffic / 1e6:.1f} MB = {100 * watch.traffic / size:.2f} % of the data")
    subprocess.run([scpp, "fit", str(path), "--memory", "1G", *common, *outputs("single")], check=True)
    ended = cpu_seconds()
    same = [filecmp.cmp(f"{out}/dask{end}", f"{out}/single{end}", shallow=False) for end in (".csv", ".scpp")]
    times = [json.loads(Path(f"{out}/{name}.json").read_text())["seconds"] for name in ("dask", "single")]
    print(f"labels and model equal: {same}")
    print(f"CPU: Dask {between - began:.1f} s, one process {ended - between:.1f} s")
    for what in ("fit", "total"):
        dask_time, single_time = (time_of[what] for time_of in times)
        print(f"{what}: Dask {dask_time:.1f} s, one process {single_time:.1f} s, ratio {dask_time / single_time:.2f}")


def nmi(folder, scpp):
    truth_path = Path(folder) / "truth.csv"
    path = mixture(scpp, Path(folder) / "ten.npy", 10_000_000, "--labels", str(truth_path))
    truth = np.loadtxt(truth_path, skiprows=1, dtype=str)
    rows = np.load(path, mmap_mode="r")
    processes = Processes()
    processes.use(2)
    lazy = SCPP(n_clusters=20).fit(lazy_rows(path, 64 * _core.chunk_rows)).labels_.compute()
    processes.close()
    million = LocalSCPP(n_clusters=20).fit(np.array(rows[:1_000_000]))
    for what, labels in (("Dask, 10 million", lazy), ("in memory, a million", million.predict(rows))):
        score = normalized_mutual_info_score(truth, labels)
        print(f"{what}: NMI {score:.4f}, purity {purity_score(truth, labels):.4f} on all rows")
    own = normalized_mutual_info_score(truth[:1_000_000], million.labels_)
    print(f"in memory, a million: NMI {own:.4f} on its rows")


def block():
    rows = clouds(1 << 20, 20)
    options = _core.Options()
    options.set("clusters", "20")
    options.set("threads", "1")

    def timed(what, work):
        best = []
        for _ in range(3):
            began = time.process_time()
            value = work()
            best.append(time.process_time() - began)
        size = f", {len(value) / 1e6:.2f} MB" if isinstance(value, bytes) else ""
        print(f"{what}: {min(best):.3f} CPU s{size}", flush=True)
        return value

    whole = _core.summarise(rows, 0, len(rows), options)
    timed("summarise a block of 2^20 x 32 of 10^10 rows", lambda: _core.summarise(rows, 0, 10**10, options))
    plan = timed("plan", lambda: _core.plan_cells(whole, options))
    sketch = timed("sketch a block", lambda: _core.sketch_block(rows, plan, options))
    timed("merge 32 sketches", lambda: _core.merge_sketches([sketch] * 32))
    model = timed("grow 20 clusters", lambda: _core.finish(whole, plan, sketch, options))
    timed("labels of a block", lambda: model.assign(rows))
    print(f"summary of the whole table: {len(whole) / 1e6:.2f} MB, model {len(model.to_bytes()) / 1e6:.2f} MB")


if __name__ == "__main__":
    {"kills": kills, "large": large, "nmi": nmi, "block": block}[sys.argv[1]](*sys.argv[2:])
