"""First steps: cluster, look at the tree, at all rows in one plane, at what sets the clusters apart, and at the first split."""

import matplotlib.pyplot as plt
from sklearn.datasets import load_wine

from scpp import SCPP
from scpp.metrics import all_scores

wine = load_wine(as_frame=True)
model = SCPP(n_clusters=3).fit(wine.data)

print(model.tree_)
scores = all_scores(wine.target, model.labels_)
print(f"purity {scores['purity']:.3f}, NMI {scores['nmi']:.3f} against the three cultivars")

print(model.verdict_)
print(model.cluster_profile(n_features=2)[["n_samples", "effect"]].round(1))

figure, axes = plt.subplots(2, 2, figsize=(13, 9), layout="constrained")
model.plot_tree(ax=axes[0, 0])
model.plot_embedding(ax=axes[0, 1])
model.plot_profile(n_features=10, ax=axes[1, 0])
model.plot_loadings(0, n_features=8, ax=axes[1, 1])
figure.savefig("first_steps.png", dpi=100)
