#!/usr/bin/env python3
"""Adjusted Rand index on large tables whose clusters overlap, K given: programs of scpp beside KMeans and GaussianMixture.

    research/bench/overlapping.py PROGRAM... [--rows 25000] [--seeds 2]        PROGRAM is apps/scpp of a build

Of so many rows a sketch is made, and where clusters overlap a cell between them has rows of both. Kinds: round clusters (of like and of unlike
sizes and widths, beside columns of noise, with heavy tails), skewed columns, answers of yes and no, columns that depend on each other.
"""
import argparse
import os
import subprocess
import tempfile
import warnings

from openblas import kernels_of_this_processor

os.environ.update(kernels_of_this_processor())

import numpy as np  # noqa: E402
from sklearn.cluster import KMeans  # noqa: E402
from sklearn.metrics import adjusted_rand_score  # noqa: E402
from sklearn.mixture import GaussianMixture  # noqa: E402


def rounds(clusters, columns, spread, unlike_sizes=False, unlike_widths=False, noise_columns=0):
    def make(random, rows):
        shares = random.dirichlet(np.full(clusters, 2)) if unlike_sizes else None
        classes = random.choice(clusters, rows, p=shares)
        widths = random.uniform(.5, 1.6, clusters) if unlike_widths else np.ones(clusters)
        values = spread * random.normal(size=(clusters, columns))[classes] + widths[classes, None] * random.normal(size=(rows, columns))
        return np.hstack([values, random.normal(size=(rows, noise_columns))]), classes
    return make


def heavy_tails(random, rows):
    classes = random.choice(6, rows)
    return 1.2 * random.normal(size=(6, 15))[classes] + random.standard_t(3, size=(rows, 15)), classes


def skewed(random, rows):
    classes = random.choice(5, rows)
    return np.exp(.5 * random.normal(size=(5, 15))[classes] + .6 * random.normal(size=(rows, 15))), classes


def yes_and_no(random, rows):
    classes = random.choice(6, rows)
    chance = .25 + .5 * random.beta(.6, .6, size=(6, 40))
    return (random.uniform(size=(rows, 40)) < chance[classes]).astype(float), classes


def dependent(random, rows):
    values, classes = rounds(6, 12, .9)(random, rows)
    return values @ (random.normal(size=(12, 12)) / 3.5 + np.eye(12)), classes


def triangle(random, rows):
    sizes = (np.array((.75, .15, .1)) * rows).astype(int)
    parts = [np.hstack([random.normal(mean, width, (size, 3)), random.normal(size=(size, 7))])
             for size, mean, width in zip(sizes, ((0, 0, 0), (6, 0, 0), (0, 6, 0)), (.5, 1.5, 1.5))]
    order = random.permutation(sizes.sum())
    return np.vstack(parts)[order], np.repeat(range(3), sizes)[order]


KINDS = {
    "5 clusters, 30 columns": rounds(5, 30, .5), "10 clusters, 30 columns": rounds(10, 30, .55), "10 clusters, 10 columns": rounds(10, 10, 1),
    "20 clusters, 50 columns": rounds(20, 50, .5), "50 clusters, 20 columns": rounds(50, 20, 1), "8, unlike sizes": rounds(8, 20, .7, True),
    "6, unlike sizes and widths": rounds(6, 15, 1.1, True, True), "beside 20 columns of noise": rounds(5, 10, .9, noise_columns=20),
    "75, 15 and 10 % of the rows": triangle, "heavy tails": heavy_tails, "skewed columns": skewed, "yes and no": yes_and_no,
    "columns that depend": dependent,
}


def labels_of(program, values, clusters):
    with tempfile.TemporaryDirectory() as folder:
        np.save(f"{folder}/table.npy", values)
        subprocess.run([program, "fit", f"{folder}/table.npy", "-k", str(clusters), "--quiet", "--labels", f"{folder}/labels.csv"], check=True)
        return np.loadtxt(f"{folder}/labels.csv", skiprows=1, dtype=int)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", nargs="+")
    parser.add_argument("--rows", type=int, default=25_000)
    parser.add_argument("--seeds", type=int, default=2)
    ask = parser.parse_args()
    warnings.filterwarnings("ignore")
    print(f"{'':28}" + "".join(f"{name:>8}" for name in ("scpp",) * len(ask.programs) + ("KMeans", "Gaussian")))
    for kind, make in KINDS.items():
        scores = []
        for seed in range(ask.seeds):
            values, classes = make(np.random.RandomState(seed), ask.rows)
            clusters = classes.max() + 1
            found = [labels_of(program, values, clusters) for program in ask.programs]
            found += [peer.fit_predict(values) for peer in (KMeans(clusters, n_init=4, random_state=seed), GaussianMixture(clusters, random_state=seed))]
            scores.append([adjusted_rand_score(classes, labels) for labels in found])
        print(f"{kind:28}" + "".join(f"{score:8.3f}" for score in np.mean(scores, axis=0)), flush=True)


if __name__ == "__main__":
    main()
