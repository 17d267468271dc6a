"""Time of `scpp fit` beside scikit-learn on every shape of table, in one run; and how quickly the program starts and predicts.
usage: shapes.py SCPP [--repetitions 3] [--data FOLDER, the paper's sets instead]
CPU seconds of one thread, reading and writing included for scpp and not for the others; the least of the repetitions. Rows are of clouds of
unit normal rows, ten of them, on which k-means settles in a few steps: real tables of these shapes are kinder to scpp (research/notes/partition.md). The
peers need OpenBLAS (scripts/setup bench): Debian's plain BLAS is up to thirty times slower."""

import argparse
import os
import subprocess
import tempfile
import time

from openblas import kernels_of_this_processor

os.environ.update(kernels_of_this_processor(), OPENBLAS_NUM_THREADS="1", OMP_NUM_THREADS="1")

import numpy as np  # noqa: E402
import pandas as pd  # noqa: E402
from sklearn.cluster import KMeans  # noqa: E402
from sklearn.decomposition import PCA  # noqa: E402

CLUSTERS = 10
PAPER_SETS = {
    "isolet.csv.gz": 26, "smartphone_rebuilt.csv.gz": 12, "phoneme.csv.gz": 5, "faces_ppci2000.csv.gz": 10, "optidigits.csv": 10,
    "pendigits.csv": 10, "mfdigits.csv": 10, "satellite.csv": 6, "imageseg.csv": 7, "breastcancer.csv": 2, "chart.csv": 6,
    "dermatology.csv": 6, "yeast.csv": 5,
}
SHAPES = ((10_000, 668), (9_298, 256), (6_238, 617), (2_414, 1_024), (20_000, 16), (30_000, 32))


def clouds(rows, columns, kind=np.float64):
    random = np.random.default_rng(rows + columns)
    centres = random.normal(size=(CLUSTERS, columns)) * 6 / np.sqrt(columns)
    return (centres[random.integers(CLUSTERS, size=rows)] + random.normal(size=(rows, columns))).astype(kind)


def run(*command):
    """CPU and wall seconds."""
    begun = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    if status:
        raise SystemExit(f"{' '.join(command)} failed")
    return used.ru_utime + used.ru_stime, time.perf_counter() - begun


def cpu(work):
    begun = time.process_time()
    work()
    return time.process_time() - begun


def kmeans(table, clusters=CLUSTERS):
    return KMeans(clusters, n_init=10, random_state=0).fit_predict(table)


def compare(ask, folder, name, table, peer, clusters=CLUSTERS):
    path = f"{folder}/table.npy"
    np.save(path, table)
    command = (ask.scpp, "fit", path, "-k", str(clusters), "--threads", "1", "--quiet", "--labels", f"{folder}/labels.csv")
    ours = min(run(*command)[0] for _ in range(ask.repetitions))
    theirs = min(cpu(lambda: peer(table)) for _ in range(ask.repetitions))
    print(f"{name}: scpp {ours:.2f} s, peer {theirs:.2f} s, ratio {ours / theirs:.2f}", flush=True)


def standardised(path):
    table = pd.read_csv(path)
    values = table.select_dtypes("number").drop(columns=["label", "class"], errors="ignore").to_numpy(float)
    spread = values.std(axis=0)
    return (values - values.mean(axis=0)) / np.where(spread > 0, spread, 1)


def paper_sets(ask, folder):
    for name, clusters in PAPER_SETS.items():
        table = standardised(f"{ask.data}/{name}")
        compare(ask, folder, f"{name}, {table.shape[0]:,} x {table.shape[1]}, KMeans(10)", table, lambda each: kmeans(each, clusters), clusters)


def starting(ask, folder):
    np.savetxt(f"{folder}/small.csv", clouds(5_000, 64), delimiter=",")
    np.savetxt(f"{folder}/row.csv", clouds(5_000, 64)[:1], delimiter=",")
    np.save(f"{folder}/large.npy", clouds(1_000_000, 32))
    for table, model in (("small.csv", "small"), ("large.npy", "large")):
        run(ask.scpp, "fit", f"{folder}/{table}", "-k", str(CLUSTERS), "--quiet", "--model", f"{folder}/{model}.scpp")
    commands = {
        "true": ("true",),
        "--version": (ask.scpp, "--version"),
        "predict, one row": (ask.scpp, "predict", f"{folder}/small.scpp", f"{folder}/row.csv", "--header", "no"),
        "predict, a million rows, two threads": (ask.scpp, "predict", f"{folder}/large.scpp", f"{folder}/large.npy", "--labels", f"{folder}/labels.csv"),
    }
    for name, command in commands.items():
        print(f"{name}: {1000 * min(run(*command)[1] for _ in range(5 * ask.repetitions)):.0f} ms", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scpp")
    parser.add_argument("--repetitions", type=int, default=3)
    parser.add_argument("--data")
    ask = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        if ask.data:
            return paper_sets(ask, folder)
        starting(ask, folder)
        wide = clouds(2_000, 5_000, np.float32)
        compare(ask, folder, "2,000 x 5,000 of float32, PCA to 50 and KMeans(10)", wide, lambda table: kmeans(PCA(50, random_state=0).fit_transform(table)))
        for rows, columns in SHAPES:
            compare(ask, folder, f"{rows:,} x {columns:,}, KMeans(10)", clouds(rows, columns), kmeans)


if __name__ == "__main__":
    main()
