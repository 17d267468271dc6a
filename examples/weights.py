"""Weights: a row of weight 3 counts as three equal rows.

Survey answers come with weights. A weighted fit is exactly the fit of the table in which every row is repeated, without the memory that
the repetition would take.
"""

import matplotlib.pyplot as plt
import numpy as np
from sklearn.datasets import make_blobs

from scpp import SCPP

X, _ = make_blobs(n_samples=300, n_features=8, centers=4, cluster_std=1.5, random_state=3)
weight = np.random.default_rng(0).integers(1, 6, size=len(X))

weighted = SCPP(n_clusters=4).fit(X, sample_weight=weight)
repeated = SCPP(n_clusters=4).fit(np.repeat(X, weight, axis=0))
print("the same labels:", np.array_equal(np.repeat(weighted.labels_, weight), repeated.labels_))
for cluster in range(4):
    here = weighted.labels_ == cluster
    print(f"cluster {cluster}: {here.sum()} rows that stand for {weight[here].sum()}")

figure, (left, right) = plt.subplots(1, 2, figsize=(11, 4.5), layout="constrained")
plane = weighted.transform(X)[:, :2]
left.scatter(*plane.T, s=8 * weight, c=weighted.labels_, cmap="tab10", vmax=9, alpha=0.7)
left.set_title("the first split; larger marks weigh more")
weighted.plot_tree(ax=right)
figure.savefig("weights.png", dpi=100)
