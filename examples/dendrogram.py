"""The tree in scipy: a dendrogram, and cuts of it.

`to_linkage()` gives the matrix that `scipy.cluster.hierarchy` draws and cuts. The height of a join tells only the order of the splits: a cut
at the distance n_clusters - k + 0.5 leaves the k clusters of `labels_at(k)`.
"""

import matplotlib.pyplot as plt
from scipy.cluster.hierarchy import dendrogram, fcluster
from sklearn.datasets import load_digits

from scpp import SCPP
from scpp.metrics import adjusted_rand_score

digits = load_digits()
model = SCPP(n_clusters=10).fit(digits.data)
linkage = model.tree_.to_linkage()
for k in (3, 5, 10):
    of_scipy = fcluster(linkage, model.n_clusters_ - k + 0.5, criterion="distance")
    print(f"{k} clusters: scipy's cut and labels_at agree:", adjusted_rand_score(of_scipy[model.labels_], model.labels_at(k)) > 0.999)

figure, ax = plt.subplots(figsize=(9, 4.5), layout="constrained")
names = [f"{label}: {int(model.tree_[leaf].n_samples)} rows" for label, leaf in enumerate(model.tree_.leaves)]
dendrogram(linkage, labels=names, orientation="right", ax=ax)
figure.savefig("dendrogram.png", dpi=100)
