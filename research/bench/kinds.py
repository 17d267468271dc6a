#!/usr/bin/env python3
"""Adjusted Rand index on generated tables of many kinds, the mean of some seeds: scpp beside its peers, K given.

    research/bench/kinds.py PROGRAM [--seeds 3] [KIND...]        PROGRAM is apps/scpp of a build

Kinds: round clusters that overlap (in 30, 5 and 100 columns), heavy tails, far outliers, skewed columns, counts and their logarithms, answers of
yes and no, scikit-learn's oblique and unlike blobs and its make_classification, directions (as of embeddings, with and without what all have in
common), many clusters, clusters of clusters, curved sheets, columns of wild units beside noise; clusters that are long in the same directions (turned
and stretched, or along three factors), of like and of unlike sizes; clusters each with a covariance of its own. A line ends in < where a peer is ahead by more than .02.
"""
import argparse
import os
import subprocess
import tempfile
import warnings

from openblas import kernels_of_this_processor

os.environ.update(kernels_of_this_processor(), OPENBLAS_NUM_THREADS="1", OMP_NUM_THREADS="1")

import numpy as np  # noqa: E402
from sklearn.datasets import make_blobs, make_classification  # noqa: E402
from sklearn.metrics import adjusted_rand_score  # noqa: E402

from quality import peers  # noqa: E402

UNLIKE = (.6, .2, .12, .08)  # shares of four clusters


def drawn(random, rows, clusters, shares=None):
    classes = random.choice(clusters, size=rows, p=shares)
    classes[:clusters] = range(clusters)
    return classes


def clouds(random, classes, columns, spread):
    means = random.normal(size=(classes.max() + 1, columns)) * spread
    return means[classes] + random.normal(size=(len(classes), columns))


def overlapping(columns, apart):
    def make(random):
        classes = drawn(random, 1000, 5)
        return clouds(random, classes, columns, apart / np.sqrt(2 * columns)), classes
    return make


def heavy_tails(random):
    classes = drawn(random, 1500, 5)
    return random.normal(size=(5, 12))[classes] * 2 + random.standard_t(2.5, size=(1500, 12)), classes


def outliers(random):
    classes = drawn(random, 1200, 4)
    rows = clouds(random, classes, 8, 2.2)
    rows[random.choice(1200, 24, replace=False)] = random.uniform(-30, 30, size=(24, 8))
    return rows, classes


def skewed(random):
    classes = drawn(random, 1500, 5)
    return np.exp(.9 * random.normal(size=(5, 15))[classes] + .6 * random.normal(size=(1500, 15))), classes


def counts(random):
    classes = drawn(random, 2000, 6, (.35, .25, .15, .12, .08, .05))
    usual = np.exp(1.2 * random.normal(size=200) - .5)
    changed = np.exp(random.normal(size=(6, 200)) * (random.uniform(size=(6, 200)) < .2))
    depth = np.exp(.4 * random.normal(size=(2000, 1)))
    return random.poisson(usual * changed[classes] * depth).astype(float), classes


def logarithms_of_counts(random):
    rows, classes = counts(random)
    total = rows.sum(axis=1, keepdims=True)
    return np.log1p(rows / total * np.median(total)), classes


def yes_and_no(random):
    classes = drawn(random, 1000, 5)
    chance = .25 + .5 * random.beta(.7, .7, size=(5, 30))
    return (random.uniform(size=(1000, 30)) < chance[classes]).astype(float), classes


def oblique(random):
    rows, classes = make_blobs(1000, random_state=random.randint(2 ** 31))
    return rows @ np.array([[.6, -.6], [-.4, .8]]), classes


def unlike_blobs(random):
    return make_blobs(1000, cluster_std=[1, 2.5, .5], random_state=random.randint(2 ** 31))


def classification(random):
    return make_classification(2000, 20, n_informative=8, n_redundant=6, n_classes=4, n_clusters_per_class=1, class_sep=2,
                               random_state=random.randint(2 ** 31))


def unit(rows):
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


def directions(random):
    classes = drawn(random, 4000, 20, random.dirichlet(np.full(20, 3)))
    return unit(unit(random.normal(size=(20, 128)))[classes] + .11 * random.normal(size=(4000, 128))), classes


def embeddings(random):
    classes = drawn(random, 3000, 12, random.dirichlet(np.full(12, 4)))
    topics = random.normal(size=(12, 20)) @ random.normal(size=(20, 256))
    common = random.normal(size=(3000, 5)) @ random.normal(size=(5, 256))
    return unit(.35 * topics[classes] + .8 * common + 1.2 * random.normal(size=(3000, 256))), classes


def many(random):
    shares = np.arange(1, 31) ** -.8
    classes = drawn(random, 6000, 30, shares / shares.sum())
    return clouds(random, classes, 10, 3), classes


def nested(random):
    classes = drawn(random, 1600, 8)
    rows = clouds(random, classes, 10, 1.5)
    return rows + 3 * random.normal(size=(4, 10))[classes // 2] + 8 * random.normal(size=(2, 10))[classes // 4], classes


def sheets(random):
    classes = drawn(random, 2400, 6)
    rows = .25 * random.normal(size=(2400, 20))
    for cluster in range(6):
        here = classes == cluster
        a, b = random.uniform(-1, 1, size=(2, here.sum()))
        rows[here] += np.column_stack([a, b, np.sin(2 * a), np.cos(2 * b), a * b]) @ random.normal(size=(5, 20)) + 1.6 * random.normal(size=20)
    return rows, classes


def wild_units(random):
    classes = drawn(random, 800, 4)
    rows = clouds(random, classes, 6, 2.5) * 10 ** random.uniform(-3, 3, 6)
    return np.column_stack([rows, random.randint(2, size=(800, 3)), random.exponential(size=(800, 3))]), classes


def turned(clusters, apart, shares=None):
    def make(random):
        turn = np.linalg.qr(random.normal(size=(10, 10)))[0]
        lengths = np.exp(random.uniform(-2, 2, 10))
        classes = drawn(random, 1000, clusters, shares)
        return clouds(random, classes, 10, 1.5 * apart / np.sqrt(20)) * lengths @ turn, classes
    return make


def factors(clusters, shares=None):
    def make(random):
        classes = drawn(random, 1500, clusters, shares)
        return clouds(random, classes, 40, .9) + 2 * random.normal(size=(1500, 3)) @ random.normal(size=(3, 40)), classes
    return make


def own_covariances(random):
    classes = drawn(random, 1200, 4)
    rows = np.empty((1200, 20))
    for cluster in range(4):
        here = classes == cluster
        shape = .6 * random.normal(size=(20, 20)) + .5 * np.eye(20)
        rows[here] = random.normal(size=(here.sum(), 20)) @ shape + 2 * random.normal(size=20)
    return rows, classes


KINDS = {
    "overlapping, 30 columns": overlapping(30, 3.2), "overlapping less": overlapping(30, 4), "overlapping, 5 columns": overlapping(5, 3.2),
    "overlapping, 100 columns": overlapping(100, 4.5), "heavy tails": heavy_tails, "far outliers": outliers, "skewed columns": skewed,
    "counts": counts, "logarithms of counts": logarithms_of_counts, "yes and no": yes_and_no, "oblique blobs": oblique,
    "unlike blobs": unlike_blobs, "make_classification": classification, "directions": directions, "embeddings": embeddings,
    "thirty clusters": many, "clusters of clusters": nested, "curved sheets": sheets, "wild units and noise": wild_units,
    "long together": turned(5, 4), "long, unlike sizes": turned(4, 6, UNLIKE), "along three factors": factors(6),
    "along factors, unlike sizes": factors(4, UNLIKE), "covariances of their own": own_covariances,
}


def scpp(program, rows, clusters, quality):
    with tempfile.TemporaryDirectory() as folder:
        np.save(f"{folder}/table.npy", rows)
        subprocess.run([program, "fit", f"{folder}/table.npy", "-k", str(clusters), "--threads", "1", "--quiet", "--quality", quality,
                        "--labels", f"{folder}/labels.csv"], check=True)
        return np.loadtxt(f"{folder}/labels.csv", skiprows=1, dtype=int)


def found_by_all(program, rows, clusters):
    found = {quality: scpp(program, rows, clusters, quality) for quality in ("default", "fast")}
    values = (rows - rows.mean(axis=0)) / np.where(rows.std(axis=0) > 0, rows.std(axis=0), 1)
    return found | {name: peer.fit_predict(values) for name, peer in peers(clusters).items() if "UMAP" not in name}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("kinds", nargs="*", default=list(KINDS))
    parser.add_argument("--seeds", type=int, default=3)
    ask = parser.parse_args()
    warnings.filterwarnings("ignore")
    means = {}
    for kind in ask.kinds:
        scores = {}
        for seed in range(ask.seeds):
            rows, classes = KINDS[kind](np.random.RandomState(seed))
            for name, labels in found_by_all(ask.program, rows, classes.max() + 1).items():
                scores.setdefault(name, []).append(adjusted_rand_score(classes, labels))
        if not means:
            print(f"{'':28}" + "".join(f"{name[:9]:>10}" for name in scores))
        here = {name: np.mean(values) for name, values in scores.items()}
        means[kind] = here
        behind = max(here.values()) > here["default"] + .02
        print(f"{kind:28}" + "".join(f"{value:10.3f}" for value in here.values()) + (" <" if behind else ""), flush=True)
    print(f"{'mean':28}" + "".join(f"{np.mean([row[name] for row in means.values()]):10.3f}" for name in here))


if __name__ == "__main__":
    main()
