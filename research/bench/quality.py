#!/usr/bin/env python3
"""Means over the nine data sets and random subsamples of 90 % of the rows: scpp's qualities and their peers.

    research/bench/quality.py PROGRAM DATA_DIR [--cache FILE] [any option of PROGRAM, e.g. --subsamples 2]

PROGRAM is research/bench_quality of a build. Every method sees the same rows with columns of unit variance. --cache keeps the
results of the peers, which take most of the time, for the next run on the same subsamples.
"""
import csv
import io
import os
import subprocess
import sys
import tempfile
import time
import warnings

from openblas import kernels_of_this_processor

os.environ.update(kernels_of_this_processor())

import numpy as np  # noqa: E402

CLASSES = dict(optidigits=10, pendigits=10, mfdigits=10, satellite=6, imageseg=7, breastcancer=2, chart=6,
               dermatology=6, yeast=5)


class Leiden:
    """Communities of the graph of 10 nearest neighbours; the resolution is bisected until there are as many as classes.

    Where no resolution gives exactly that many, the nearest number found is kept: Leiden itself has no other way."""

    def __init__(self, clusters):
        self.clusters = clusters

    def fit_predict(self, values):
        import igraph
        import leidenalg
        from sklearn.neighbors import kneighbors_graph
        graph = kneighbors_graph(values, 10)
        edges = graph.maximum(graph.T).tocoo()
        upper = edges.row < edges.col
        network = igraph.Graph(n=len(values), edges=np.column_stack([edges.row[upper], edges.col[upper]]).tolist())
        low, high, best = .002, 60., None
        for _ in range(14):
            middle = (low * high) ** .5
            found = np.array(leidenalg.find_partition(network, leidenalg.RBConfigurationVertexPartition,
                                                      resolution_parameter=middle, seed=0).membership)
            count = found.max() + 1
            if best is None or abs(count - self.clusters) < abs(best.max() + 1 - self.clusters):
                best = found
            if count == self.clusters:
                break
            low, high = (low, middle) if count > self.clusters else (middle, high)
        return best


class UmapKMeans:
    """UMAP to 10 dimensions (15 neighbours), then k-means."""

    def __init__(self, clusters):
        self.clusters = clusters

    def fit_predict(self, values):
        import umap
        from sklearn.cluster import KMeans
        embedded = umap.UMAP(n_components=10, n_neighbors=15, random_state=0).fit_transform(values)
        return KMeans(self.clusters, n_init=10, random_state=0).fit_predict(embedded)


def peers(clusters):
    from sklearn.cluster import AgglomerativeClustering, KMeans, SpectralClustering
    from sklearn.mixture import GaussianMixture
    return {
        "SpectralClustering": SpectralClustering(clusters, affinity="nearest_neighbors", n_neighbors=10, random_state=0),
        "KMeans": KMeans(clusters, n_init=10, random_state=0),
        "Ward": AgglomerativeClustering(clusters, linkage="ward"),
        "GaussianMixture": GaussianMixture(clusters, random_state=0),
        "Leiden": Leiden(clusters),
        "UMAP + KMeans": UmapKMeans(clusters),
    }


def scores(labels, classes):
    """Purity, and mutual information over the geometric mean of the entropies: as scpp scores itself."""
    from sklearn.metrics import normalized_mutual_info_score
    table = np.zeros((labels.max() + 1, classes.max() + 1))
    np.add.at(table, (labels, classes), 1)
    nmi = normalized_mutual_info_score(classes, labels, average_method="geometric")
    return table.max(axis=1).sum() / len(labels), nmi


def run_peers(data_dir, name, number, rows):
    with open(os.path.join(data_dir, name + ".csv")) as file:
        table = list(csv.reader(file))
    label = table[0].index("label")
    classes = np.unique([row[label] for row in table[1:]], return_inverse=True)[1][rows]
    values = np.array([[float(v) for i, v in enumerate(row) if i != label] for row in table[1:]])[rows]
    deviation = values.std(axis=0, ddof=1)
    values = (values - values.mean(axis=0)) / np.where(deviation > 0, deviation, 1)
    for method, model in peers(CLASSES[name]).items():
        begin = time.process_time()
        labels = model.fit_predict(values)
        seconds = time.process_time() - begin
        purity, nmi = scores(labels, classes)
        yield dict(set=name, subsample=str(number), method=method, purity=f"{purity:.6f}", nmi=f"{nmi:.6f}",
                   seconds=f"{seconds:.4f}")


def cached(path):
    if not path or not os.path.exists(path):
        return []
    with open(path) as file:
        return list(csv.DictReader(file))


def peer_results(data_dir, rows_dir, cache):
    known = cached(cache)
    done = {(row["set"], row["subsample"]) for row in known}
    results = []
    for file in sorted(os.listdir(rows_dir)):
        name, number, _ = file.split(".")
        if (name, number) not in done:
            rows = np.loadtxt(os.path.join(rows_dir, file), dtype=int)
            known += run_peers(data_dir, name, number, rows)
        results += [row for row in known if (row["set"], row["subsample"]) == (name, number)]
        if cache:
            with open(cache, "w", newline="") as out:
                writer = csv.DictWriter(out, known[0].keys())
                writer.writeheader()
                writer.writerows(known)
    return results


def print_table(results):
    names = [name for name in CLASSES if any(row["set"] == name for row in results)]
    methods = list(dict.fromkeys(row["method"] for row in results))
    def column(method, name, what):
        return np.array([float(r[what]) for r in results if r["method"] == method and r["set"] == name])
    print("purity / NMI (standard deviation of NMI over the subsamples)")
    print(f"{'':14}" + "".join(f"{method:>22}" for method in methods))
    for name in names:
        cells = [(column(m, name, "purity"), column(m, name, "nmi")) for m in methods]
        print(f"{name:14}" + "".join(f"{p.mean():9.3f} /{n.mean():6.3f}{spread(n):6.3f}" for p, n in cells))
    print_means("mean", names, methods, column)


def spread(values):
    return values.std(ddof=1) if len(values) > 1 else 0.0


def print_means(title, names, methods, column):
    def mean(method, of):
        return np.mean([of(method, name) for name in names])
    line = f"{title:14}"
    for m in methods:
        purity = mean(m, lambda m, s: column(m, s, "purity").mean())
        line += f"{purity:7.4f} /{mean(m, lambda m, s: column(m, s, 'nmi').mean()):7.4f}"
        line += f"{mean(m, lambda m, s: spread(column(m, s, 'nmi'))):7.4f}"
    print(line)
    by_number = [np.mean([column(m, s, "nmi") for s in names], axis=0) for m in methods]
    print(f"{'spread of mean':14}" + "".join(f"{spread(means):22.4f}" for means in by_number))
    seconds = [sum(column(m, s, "seconds").sum() for s in names) for m in methods]
    print(f"{'CPU seconds':14}" + "".join(f"{s:22.2f}" for s in seconds))
    print(f"{'of the first':14}" + "".join(f"{s / seconds[0]:22.2f}" for s in seconds))
    worst = [min(column(m, s, "nmi").mean() - column(methods[0], s, "nmi").mean() for s in names) for m in methods]
    print(f"{'worst set':14}" + "".join(f"{w:+22.3f}" for w in worst))


def main():
    arguments = sys.argv[1:]
    cache = None
    if "--cache" in arguments:
        at = arguments.index("--cache")
        cache = arguments[at + 1]
        del arguments[at:at + 2]
    if len(arguments) < 2:
        sys.exit(__doc__)
    warnings.filterwarnings("ignore")
    with tempfile.TemporaryDirectory() as rows_dir:
        command = [arguments[0], arguments[1], "--rows-to", rows_dir, *arguments[2:]]
        output = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
        results = list(csv.DictReader(io.StringIO(output)))
        print_table(results + peer_results(arguments[1], rows_dir, cache))


if __name__ == "__main__":
    main()
