#!/usr/bin/env python3
"""Fits one peer on one table: worker.py METHOD DATA.npy CLUSTERS LABELS.npy REPETITIONS LONG_ENOUGH; prints the seconds of the fit,
the least of the repetitions, which end when they have taken LONG_ENOUGH seconds together.

One process a method, so that its peak memory is its own. The table is already standardised."""
import os
import subprocess
import sys
import tempfile
import time
import warnings
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parent.parent))
from quality import Leiden, UmapKMeans  # noqa: E402


def faiss_kmeans(rows, clusters):
    import faiss

    faiss.omp_set_num_threads(int(os.environ["OMP_NUM_THREADS"]))
    # nredo: ten starts, as for scikit-learn; by default faiss would look at 256 rows a cluster only
    kmeans = faiss.Kmeans(rows.shape[1], clusters, niter=100, nredo=10, seed=0, max_points_per_centroid=len(rows))
    rows = np.ascontiguousarray(rows, dtype=np.float32)
    kmeans.train(rows)
    return kmeans.index.search(rows, 1)[1][:, 0]


def scikit(name, **settings):
    def fit(rows, clusters):
        import sklearn.cluster
        import sklearn.mixture

        if name == "GaussianMixture":
            return sklearn.mixture.GaussianMixture(clusters, random_state=0, **settings).fit_predict(rows)
        estimator = getattr(sklearn.cluster, name)(n_clusters=clusters, **settings)
        if "random_state" in estimator.get_params():
            estimator.set_params(random_state=0)
        return estimator.fit_predict(rows)

    return fit


def pca_kmeans(rows, clusters):
    from sklearn.cluster import KMeans
    from sklearn.decomposition import PCA

    return KMeans(clusters, n_init=10, random_state=0).fit_predict(PCA(50, random_state=0).fit_transform(rows))


HDBSCAN_IN_R = """
file <- commandArgs(TRUE); columns <- as.integer(file[2])
rows <- matrix(readBin(file[1], "double", file.size(file[1]) / 8), ncol = columns, byrow = TRUE)
writeBin(as.integer(dbscan::hdbscan(rows, minPts = 15)$cluster), file[3])
"""


def hdbscan(rows, _):
    """Debian has it for R alone. Rows that it calls noise are one more cluster here; so many clusters as it finds."""
    with tempfile.TemporaryDirectory() as folder:
        table, labels = f"{folder}/rows", f"{folder}/labels"
        np.ascontiguousarray(rows, dtype=np.float64).tofile(table)
        subprocess.run(["Rscript", "-e", HDBSCAN_IN_R, table, str(rows.shape[1]), labels], check=True, stdout=subprocess.DEVNULL)
        return np.fromfile(labels, dtype=np.int32)


def umap_hdbscan(rows, clusters):
    import umap

    return hdbscan(umap.UMAP(n_components=10, n_neighbors=15, random_state=0).fit_transform(rows), clusters)


PEERS = {
    "KMeans, 10 starts": scikit("KMeans", n_init=10),
    "MiniBatchKMeans, 10 starts": scikit("MiniBatchKMeans", n_init=10),
    "BisectingKMeans": scikit("BisectingKMeans"),
    "SpectralClustering, 10 neighbours": scikit("SpectralClustering", affinity="nearest_neighbors", n_neighbors=10),
    "Ward": scikit("AgglomerativeClustering", linkage="ward"),
    "GaussianMixture": scikit("GaussianMixture"),
    "faiss k-means, 10 starts": faiss_kmeans,
    "PCA to 50, KMeans": pca_kmeans,
    "Leiden, 10 neighbours": lambda rows, clusters: Leiden(clusters).fit_predict(rows),
    "UMAP + KMeans": lambda rows, clusters: UmapKMeans(clusters).fit_predict(rows),
    "HDBSCAN": hdbscan,
    "UMAP + HDBSCAN": umap_hdbscan,
}

def main():
    method, data, clusters, labels, repetitions, long_enough = sys.argv[1:]
    warnings.simplefilter("ignore")
    table = np.load(data)
    import sklearn.cluster  # noqa: F401  importing is not part of the fit

    if method.startswith("UMAP"):
        PEERS[method](table[:100], 2)  # compiles itself at its first use, which takes ten seconds
    seconds = []
    while len(seconds) < int(repetitions) and sum(seconds) < float(long_enough):
        begin = time.perf_counter()
        found = PEERS[method](table, int(clusters))
        seconds.append(time.perf_counter() - begin)
    print(min(seconds))
    np.save(labels, np.asarray(found, dtype=np.int32))


if __name__ == "__main__":
    main()
