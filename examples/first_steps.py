"""First steps: cluster, look at the tree, at the first split, and at what drives it."""

import matplotlib.pyplot as plt
from sklearn.datasets import load_wine

from scpp import SCPP
from scpp.metrics import all_scores

wine = load_wine(as_frame=True)
model = SCPP(n_clusters=3).fit(wine.data)

print(model.tree_)
scores = all_scores(wine.target, model.labels_)
print(f"purity {scores['purity']:.3f}, NMI {scores['nmi']:.3f} against the three cultivars")

figure, (tree, split, loadings) = plt.subplots(1, 3, figsize=(15, 4.5), layout="constrained")
model.plot_tree(ax=tree)
model.plot_split(0, ax=split)
model.plot_loadings(0, n_features=8, ax=loadings)
figure.savefig("first_steps.png", dpi=100)
