#!/usr/bin/env python3
"""`scpp fit` beside scikit-learn's KMeans(n_init=10) and SpectralClustering(rbf), one thread each, in one run.

    /usr/bin/python3 bench/peers_kmeans.py build/release/apps/scpp DATA_DIR [--repeat 3] [--skip-spectral]

CPU seconds, which other work on the machine moves least, and of the repetitions the least; SpectralClustering runs once.
For scpp that is the whole program, reading the file included; for the others the fit of rows standardised before.
"""
import argparse
import os
import resource
import subprocess
import time

os.environ["OMP_NUM_THREADS"] = os.environ["OPENBLAS_NUM_THREADS"] = "1"

import numpy
from sklearn.cluster import KMeans, SpectralClustering
from threadpoolctl import threadpool_limits

SETS = {"optidigits": 10, "pendigits": 10, "satellite": 6}


def standardised(path):
    with open(path) as file:
        names = file.readline().strip().split(",")
    columns = [i for i, name in enumerate(names) if name != "label"]
    rows = numpy.loadtxt(path, delimiter=",", skiprows=1, usecols=columns)
    spread = rows.std(axis=0)
    rows = rows[:, spread > 0]
    return (rows - rows.mean(axis=0)) / rows.std(axis=0)


def seconds_of(work):
    begin = time.process_time()
    work()
    return time.process_time() - begin


def scpp_seconds(program, path, clusters):
    command = [program, "fit", path, "-k", str(clusters), "--truth", "label", "--threads", "1"]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("data")
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--skip-spectral", action="store_true")
    arguments = parser.parse_args()
    print(f"{'data':12} {'scpp s':>8} {'KMeans s':>9} {'ratio':>6} {'Spectral s':>11} {'ratio':>6}")
    for name, clusters in SETS.items():
        path = os.path.join(arguments.data, name + ".csv")
        rows = standardised(path)
        ours, kmeans = float("inf"), float("inf")
        for repetition in range(arguments.repeat):  # in turns, so that both meet the same machine
            ours = min(ours, scpp_seconds(arguments.program, path, clusters))
            estimator = KMeans(clusters, n_init=10, random_state=repetition)
            kmeans = min(kmeans, seconds_of(lambda: estimator.fit(rows)))
        line = f"{name:12} {ours:8.3f} {kmeans:9.3f} {kmeans / ours:6.2f}"
        if not arguments.skip_spectral:
            spectral = seconds_of(lambda: SpectralClustering(clusters, gamma=1 / rows.shape[1]).fit(rows))
            line += f" {spectral:11.2f} {spectral / ours:6.1f}"
        print(line, flush=True)


if __name__ == "__main__":
    with threadpool_limits(1):
        main()
