"""More columns than rows: 90 samples, 3,000 columns, groups in 60 of them.

The shape of expression data. The search happens in the span of the rows, which loses nothing, and the loadings still speak of the columns.
"""

import matplotlib.pyplot as plt
import numpy as np
from sklearn.cluster import KMeans

from scpp import SCPP
from scpp.metrics import adjusted_rand_score

rng = np.random.default_rng(1)
group = np.repeat([0, 1, 2], 30)
X = rng.normal(size=(90, 3000))
for g in range(3):
    X[np.ix_(group == g, np.arange(20 * g, 20 * g + 20))] += 2.5

model = SCPP(n_clusters=3).fit(X)
peer = KMeans(3, n_init=10, random_state=0).fit_predict(X)
print(f"adjusted Rand index {adjusted_rand_score(group, model.labels_):.2f}, of k-means {adjusted_rand_score(group, peer):.2f}")
strength = np.max([np.linalg.norm(model.loadings(node), axis=1) for node in model.tree_.splits], axis=0)
top = np.argsort(-strength)[:60]
print(f"{np.sum(top < 60)} of the 60 columns with the largest loadings are columns that make the groups")

figure, (left, right) = plt.subplots(1, 2, figsize=(11, 4.5), layout="constrained")
model.plot_split(0, ax=left)
right.plot(strength, ".", markersize=2)
right.axvspan(0, 60, color="tab:orange", alpha=0.3, label="columns that make the groups")
right.set_xlabel("column")
right.set_ylabel("largest loading in any split")
right.legend()
figure.savefig("more_columns_than_rows.png", dpi=100)
