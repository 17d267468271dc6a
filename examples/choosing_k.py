"""Choosing K from the tree: fit once with many clusters, then read every smaller clustering from the same tree.

A split of what belongs together has a large lambda2: its two sides stay connected in every projection. Splits are made
in the order of lambda2 here, so the first large one says where to stop.
"""

import matplotlib.pyplot as plt
import numpy as np
from sklearn.datasets import make_blobs
from sklearn.metrics import silhouette_score

from scpp import SCPP

X, _ = make_blobs(n_samples=1200, n_features=10, centers=5, cluster_std=2.0, random_state=4)
model = SCPP(n_clusters=9, split_rule="least-lambda2").fit(X)

ks = np.arange(2, model.n_clusters_ + 1)
lambda2 = [model.tree_[node].split.lambda2 for node in model.tree_.splits]
silhouette = [silhouette_score(X, model.labels_at(k)) for k in ks]
best = 1 + int(np.argmax(np.array(lambda2) > 0.01))
for k, value, width in zip(ks, lambda2, silhouette):
    print(f"K = {k}: last split with lambda2 = {value:.2e}, silhouette {width:.3f}")
print(f"the split after K = {best} cuts through a cluster; the silhouette is widest at K = {ks[np.argmax(silhouette)]}")

figure, (left, right) = plt.subplots(1, 2, figsize=(12, 4.5), layout="constrained")
left.semilogy(ks, lambda2, "o-", label="lambda2 of the split that makes K")
left.axvline(best, color="0.6", linestyle="--", label=f"K = {best}")
left.set_xlabel("K")
left.legend()
for _ in range(model.n_clusters_ - best):
    model = model.prune(model.tree_.splits[-1])
model.plot_tree(ax=right)
figure.savefig("choosing_k.png", dpi=100)
