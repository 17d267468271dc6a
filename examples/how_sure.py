"""How sure is each row? Probabilities, and what they are worth.

`probabilities_` says how sure the model is that a row belongs to its cluster. Here the digits' true classes, which the fit did not see,
show that rows with a low probability are more often in the wrong place. The surest rows are not the best of all, though: a group of
ones lies within the cluster of eights, and no model doubts what looks like one cluster to it.
"""

import matplotlib.pyplot as plt
import numpy as np
from sklearn.datasets import load_digits

from scpp import SCPP

digits = load_digits()
model = SCPP(n_clusters=10).fit(digits.data)
majority = np.array([np.bincount(digits.target[model.labels_ == cluster]).argmax() for cluster in range(10)])
right = majority[model.labels_] == digits.target

edges = np.array([0, 0.5, 0.7, 0.9, 0.99, 1.0001])
group = np.digitize(model.probabilities_, edges) - 1
names = ["below .5", ".5 to .7", ".7 to .9", ".9 to .99", "above .99"]
share = [right[group == g].mean() for g in range(len(names))]
for g, name in enumerate(names):
    print(f"probability {name}: {np.sum(group == g)} rows, {share[g]:.0%} of the main class of their cluster")

figure, (left, middle) = plt.subplots(1, 2, figsize=(11, 4), layout="constrained")
left.bar(names, share, color="tab:blue")
left.set_xlabel("probability of a row's cluster")
left.set_ylabel("share of the cluster's main class")
doubtful = np.argsort(model.probabilities_)[:12]
middle.imshow(np.block([[digits.images[doubtful[6 * line + i]] for i in range(6)] for line in range(2)]), cmap="gray_r")
middle.set_title("the twelve rows in most doubt")
middle.axis("off")
figure.savefig("how_sure.png", dpi=100)
