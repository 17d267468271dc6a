"""Beside its peers, where it is better and where it is not.

Round blobs, groups in 4 of 40 columns, two half moons, and a dense cluster beside two wide, small ones. The number is the adjusted Rand
index with the true groups. One table of each kind is an illustration, not a measurement; those are on the pages on quality.
"""

import matplotlib.pyplot as plt
import numpy as np
from sklearn.cluster import AgglomerativeClustering, KMeans, SpectralClustering
from sklearn.datasets import make_blobs, make_moons
from sklearn.mixture import GaussianMixture
from sklearn.preprocessing import StandardScaler

from scpp import SCPP
from scpp.metrics import adjusted_rand_score

rng = np.random.default_rng(0)
few = rng.integers(4, size=500)
signs = np.array([[1, 1, 1, -1], [1, -1, -1, 1], [-1, 1, -1, -1], [-1, -1, 1, 1]])
tables = {
    "blobs": make_blobs(500, 2, centers=4, cluster_std=0.8, random_state=8),
    "4 of 40 columns": (np.hstack([2.5 * signs[few] + rng.normal(size=(500, 4)), rng.normal(size=(500, 36))]), few),
    "half moons": make_moons(500, noise=0.06, random_state=0),
    "dense and wide": make_blobs([600, 120, 80], centers=[(0, 0, 0), (6, 0, 0), (3, 5.2, 0)], cluster_std=[0.5, 1.5, 1.5], random_state=0),
}
methods = {
    "scpp": lambda k: SCPP(n_clusters=k),
    "k-means": lambda k: KMeans(k, n_init=10, random_state=0),
    "Gaussian mixture": lambda k: GaussianMixture(k, random_state=0),
    "Ward": lambda k: AgglomerativeClustering(k),
    "spectral": lambda k: SpectralClustering(k, affinity="nearest_neighbors", random_state=0),
}

scores = np.zeros((len(methods), len(tables)))
for column, (X, y) in enumerate(tables.values()):
    Z = StandardScaler().fit_transform(X)
    for line, make in enumerate(methods.values()):
        scores[line, column] = adjusted_rand_score(y, make(len(set(y))).fit_predict(Z))
for name, line in zip(methods, scores):
    print(f"{name:17}", "  ".join(f"{table}: {score:.2f}" for table, score in zip(tables, line)))

figure, ax = plt.subplots(figsize=(8, 4), layout="constrained")
ax.imshow(scores, cmap="Blues", vmin=0, vmax=2.2, aspect="auto")
ax.set_xticks(range(len(tables)), tables)
ax.set_yticks(range(len(methods)), methods)
for (line, column), score in np.ndenumerate(scores):
    ax.text(column, line, f"{score:.2f}", ha="center", va="center")
figure.savefig("beside_its_peers.png", dpi=100)
