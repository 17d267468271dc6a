#!/usr/bin/env python3
"""Fits one peer on one table: worker.py METHOD DATA.npy CLUSTERS LABELS.npy; prints the seconds of the fit.

One process a fit, so that its peak memory is its own. The table is already standardised."""
import sys
import time

import numpy as np


def faiss_kmeans(rows, clusters):
    import faiss

    faiss.omp_set_num_threads(1)
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


PEERS = {
    "KMeans, 10 starts": scikit("KMeans", n_init=10),
    "MiniBatchKMeans, 10 starts": scikit("MiniBatchKMeans", n_init=10),
    "BisectingKMeans": scikit("BisectingKMeans"),
    "SpectralClustering, rbf": scikit("SpectralClustering", affinity="rbf"),
    "SpectralClustering, 10 neighbours": scikit("SpectralClustering", affinity="nearest_neighbors", n_neighbors=10),
    "Ward": scikit("AgglomerativeClustering", linkage="ward"),
    "GaussianMixture": scikit("GaussianMixture"),
    "faiss k-means, 10 starts": faiss_kmeans,
    "PCA to 50, KMeans": pca_kmeans,
}

if __name__ == "__main__":
    method, data, clusters, labels = sys.argv[1:]
    table = np.load(data)
    import sklearn.cluster  # noqa: F401  importing is not part of the fit

    begin = time.perf_counter()
    found = PEERS[method](table, int(clusters))
    print(time.perf_counter() - begin)
    np.save(labels, np.asarray(found, dtype=np.int32))
