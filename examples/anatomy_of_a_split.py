"""The anatomy of a split: plane, loadings, and the two sides in a single column.

The wine table's first split. On the left the plane in which the two sides are least connected; in the middle the columns that make up
its axes; on the right how the two sides differ in the column with the largest loading.
"""

import matplotlib.pyplot as plt
import numpy as np
from sklearn.datasets import load_wine

from scpp import SCPP

wine = load_wine(as_frame=True)
model = SCPP(n_clusters=3).fit(wine.data)
split = model.tree_[0].split
clarity = model.tree_.to_pandas().clarity[0]
print(f"lambda2 {split.lambda2:.4f}, lambda3 {split.lambda3:.4f}, clarity {clarity:.2f}")
loadings = model.loadings(0)
strongest = int(np.argmax(np.abs(loadings[:, 0])))
print(f"largest loading on axis 1: {loadings[strongest, 0]:+.2f} {wine.data.columns[strongest]}")

figure, (left, middle, right) = plt.subplots(1, 3, figsize=(15, 4.5), layout="constrained")
model.plot_split(0, ax=left)
model.plot_loadings(0, n_features=6, ax=middle)
second = np.isin(model.labels_, model.tree_.labels_below(model.tree_[0].children[1]))
column = wine.data.iloc[:, strongest]
right.hist([column[~second], column[second]], bins=25, stacked=True, label=["first side", "second side"])
right.set_xlabel(wine.data.columns[strongest])
right.set_ylabel("rows")
right.legend()
figure.savefig("anatomy_of_a_split.png", dpi=90)
