"""Is a cluster of one row in a thousand found? Clouds of unit normal rows, their centres drawn from a wider normal, the last one rare.
usage: rare.py SCPP ROWS CLUSTERS [--share .001] [--columns 16] [--spread 3] [--seeds 10]
Prints for every seed the adjusted Rand index, the F1 score of the rare cluster against the label that most of it has, CPU seconds and memory."""

import argparse
import os
import subprocess
import tempfile

import numpy as np
from sklearn.metrics import adjusted_rand_score

ROWS_AT_ONCE = 500_000


def write_table(path, ask, seed):
    random = np.random.default_rng(seed)
    centres = ask.spread * random.normal(size=(ask.clusters, ask.columns))
    shares = np.full(ask.clusters, (1 - ask.share) / (ask.clusters - 1))
    shares[-1] = ask.share
    truth = random.choice(ask.clusters, size=ask.rows, p=shares)
    table = np.lib.format.open_memmap(path, "w+", dtype=np.float64, shape=(ask.rows, ask.columns))
    for begin in range(0, ask.rows, ROWS_AT_ONCE):
        part = truth[begin : begin + ROWS_AT_ONCE]
        table[begin : begin + len(part)] = centres[part] + random.normal(size=(len(part), ask.columns))
    return truth


def fit(ask, table, labels):
    """Labels, CPU seconds, largest resident memory in MB."""
    command = [ask.scpp, "fit", table, "-k", str(ask.clusters), "--threads", "1", "--quiet", "--labels", labels]
    process = subprocess.Popen(command)
    _, status, used = os.wait4(process.pid, 0)
    if status:
        raise SystemExit(f"{' '.join(command)} failed")
    return np.loadtxt(labels, dtype=int, skiprows=1), used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def f1_of_rare(truth, found, rare):
    label = np.bincount(found[truth == rare]).argmax()
    both = np.sum((truth == rare) & (found == label))
    return 2 * both / (np.sum(truth == rare) + np.sum(found == label))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scpp")
    parser.add_argument("rows", type=int)
    parser.add_argument("clusters", type=int)
    parser.add_argument("--share", type=float, default=0.001)
    parser.add_argument("--columns", type=int, default=16)
    parser.add_argument("--spread", type=float, default=3)
    parser.add_argument("--seeds", type=int, default=10)
    ask = parser.parse_args()
    found = 0
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(1, ask.seeds + 1):
            truth = write_table(f"{folder}/table.npy", ask, seed)
            labels, seconds, memory = fit(ask, f"{folder}/table.npy", f"{folder}/labels.csv")
            f1 = f1_of_rare(truth, labels, ask.clusters - 1)
            found += f1 > 0.9
            print(f"{seed}: ARI {adjusted_rand_score(truth, labels):.4f}, F1 of the rare {f1:.3f}, {seconds:.2f} s, {memory:.0f} MB", flush=True)
    print(f"found in {found} of {ask.seeds}")


if __name__ == "__main__":
    main()
