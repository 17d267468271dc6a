#!/usr/bin/env python3
"""Adjusted Rand index on generated tables, ten seeds each: scpp's qualities beside KMeans, GaussianMixture and SpectralClustering.

    research/bench/generated.py PROGRAM [TABLE...]        PROGRAM is apps/scpp of a build

Tables: five round clusters in 2 of 10 columns; eight clusters in 50 of 200 columns; clusters of unequal size and width, once three, with
their means in a right or an equilateral triangle, once two; moons, rings and spirals, alone and beside two
columns of noise, where no bar is set.
"""
import csv
import os
import subprocess
import sys
import tempfile

import numpy as np
from sklearn.cluster import KMeans, SpectralClustering
from sklearn.datasets import make_blobs, make_circles, make_moons
from sklearn.metrics import adjusted_rand_score
from sklearn.mixture import GaussianMixture

SEEDS = range(10)


def five(seed):
    rows, classes = make_blobs(600, centers=np.array([(0, 0), (8, 0), (0, 8), (8, 8), (4, 4)], float), cluster_std=.5,
                               random_state=seed)
    return np.hstack([rows, np.random.RandomState(seed).normal(0, .25, (600, 8))]), classes


def unequal(sizes, means, deviations):
    def make(seed):
        random = np.random.RandomState(seed)
        parts = [np.hstack([random.normal(mean, deviation, (size, 3)), random.normal(0, 1, (size, 7))])
                 for size, mean, deviation in zip(sizes, means, deviations)]
        return np.vstack(parts), np.repeat(np.arange(len(sizes)), sizes)
    return make


def with_noise(make):
    def made(seed):
        rows, classes = make(seed)
        return np.hstack([rows, np.random.RandomState(seed).normal(0, .05, (len(rows), 2))]), classes
    return made


def spirals(seed):
    random = np.random.RandomState(seed)
    arm = random.randint(3, size=900)
    radius = 1 + 6 * random.uniform(size=900)
    angle = radius + arm * 2 * np.pi / 3
    return np.column_stack([radius * np.cos(angle), radius * np.sin(angle)]) + random.normal(0, .1, (900, 2)), arm


TABLES = {
    "five in 2 of 10 columns": five,
    "eight in 50 of 200 columns": None,  # by the program itself
    "600, 120, 80, right angle": unequal((600, 120, 80), ((0, 0, 0), (6, 0, 0), (0, 6, 0)), (.5, 1.5, 1.5)),
    "600, 120, 80, equilateral": unequal((600, 120, 80), ((0, 0, 0), (6, 0, 0), (3, 27 ** .5, 0)), (.5, 1.5, 1.5)),
    "900, 100": unequal((900, 100), ((0, 0, 0), (6, 0, 0)), (.5, 1.5)),
    "moons": lambda seed: make_moons(500, noise=.05, random_state=seed),
    "blurred moons": lambda seed: make_moons(1000, noise=.1, random_state=seed),
    "rings": lambda seed: make_circles(500, noise=.05, factor=.4, random_state=seed),
    "spirals": spirals,
    "moons and noise": with_noise(lambda seed: make_moons(500, noise=.05, random_state=seed)),
    "rings and noise": with_noise(lambda seed: make_circles(500, noise=.05, factor=.4, random_state=seed)),
}


def table(program, name, seed, folder):
    path = os.path.join(folder, "table.csv")
    if TABLES[name]:
        rows, classes = TABLES[name](seed)
        np.savetxt(path, rows, delimiter=",", header=",".join(f"x{i}" for i in range(rows.shape[1])), comments="")
        return path, rows, classes
    subprocess.run([program, "generate", "gaussians", "--rows", "2000", "-k", "8", "--columns", "200", "--noise-columns", "150",
                    "--seed", str(seed), "-o", path, "--class-column", "class", "--quiet"], check=True)
    with open(path) as file:
        cells = list(csv.reader(file))
    classes = np.unique([row[-1] for row in cells[1:]], return_inverse=True)[1]
    rows = np.array([[float(cell) for cell in row[:-1]] for row in cells[1:]])
    np.savetxt(path, rows, delimiter=",", header=",".join(cells[0][:-1]), comments="")
    return path, rows, classes


def scpp(program, path, clusters, quality):
    labels = path + ".labels"
    subprocess.run([program, "fit", path, "-k", str(clusters), "--quality", quality, "--labels", labels, "--quiet"], check=True)
    with open(labels) as file:
        return [int(row[-1]) for row in list(csv.reader(file))[1:]]


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    program = sys.argv[1]
    for name in sys.argv[2:] or TABLES:
        scores = {"default": [], "fast": [], "KMeans": [], "GaussianMixture": [], "SpectralClustering": []}
        for seed in SEEDS:
            with tempfile.TemporaryDirectory() as folder:
                path, rows, classes = table(program, name, seed, folder)
                clusters = classes.max() + 1
                unit = (rows - rows.mean(axis=0)) / rows.std(axis=0)
                found = {"default": scpp(program, path, clusters, "default"), "fast": scpp(program, path, clusters, "fast"),
                         "KMeans": KMeans(clusters, n_init=10, random_state=0).fit_predict(unit),
                         "GaussianMixture": GaussianMixture(clusters, random_state=0).fit_predict(unit),
                         "SpectralClustering": SpectralClustering(clusters, affinity="nearest_neighbors",
                                                                  random_state=0).fit_predict(unit)}
            for method, labels in found.items():
                scores[method].append(adjusted_rand_score(classes, labels))
        scores = {method: np.array(values) for method, values in scores.items()}
        behind = np.max([values for method, values in scores.items() if method != "default"], axis=0) - scores["default"]
        print(f"{name}: default at least .99 in {(scores['default'] >= .99).sum()}, within .02 of the best other in "
              f"{(behind <= .02).sum()} of {len(SEEDS)}", flush=True)
        for method, values in scores.items():
            print(f"  {method:20}" + "".join(f"{value:7.3f}" for value in values), flush=True)


if __name__ == "__main__":
    main()
