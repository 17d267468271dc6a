"""Clusters that live in few of many features: k-means fails, SCPP finds them and says which features they are in.

Four groups differ in the first 6 of 100 features. The other 94 are noise that shares a common factor, along which
k-means prefers to cut. In so many dimensions microclusters blur what they stand for, so every row stands for itself.
"""

import matplotlib.pyplot as plt
import numpy as np
from sklearn.cluster import KMeans

from scpp import SCPP
from scpp.metrics import normalized_mutual_info_score

rng = np.random.default_rng(0)
rows, informative, noisy = 600, 6, 94
y = rng.integers(4, size=rows)
centres = 3 * np.array([[1, 1, 1, 0, 0, 0], [-1, 1, -1, 1, 1, 0], [1, -1, -1, -1, 0, 1], [-1, -1, 1, 0, -1, -1]])
factor = 0.2 * rng.normal(size=(rows, 1)) * rng.normal(size=(1, noisy))
X = np.hstack([centres[y] + rng.normal(size=(rows, informative)), factor + rng.normal(size=(rows, noisy))])

kmeans = KMeans(4, n_init=10, random_state=0).fit_predict((X - X.mean(0)) / X.std(0))
model = SCPP(n_clusters=4, n_microclusters=rows).fit(X)
of_kmeans, of_scpp = (normalized_mutual_info_score(y, labels) for labels in (kmeans, model.labels_))
print(f"NMI of k-means {of_kmeans:.3f}, of SCPP {of_scpp:.3f}")
for node in model.tree_.splits:
    weight = np.linalg.norm(model.loadings(node), axis=1)
    print(f"node {node} is split by features", sorted(np.argsort(-weight)[:informative].tolist()))

figure, axes = plt.subplots(1, 3, figsize=(15, 4.5), layout="constrained")
plane = model.transform(X)[:, :2]
for ax, labels, title in (
    (axes[0], kmeans, f"k-means, NMI {of_kmeans:.2f}"),
    (axes[1], model.labels_, f"SCPP, NMI {of_scpp:.2f}"),
):
    ax.scatter(*plane.T, c=labels, s=8, cmap="tab10", vmax=9)
    ax.set_title(f"{title}, in the plane of SCPP's first split")
model.plot_loadings(0, n_features=12, ax=axes[2])
figure.savefig("noisy_features.png", dpi=100)
