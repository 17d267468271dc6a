"""Handwritten digits: what each cluster looks like, and how clear it is.

No labels are used. The pictures are the means of the clusters, `cluster_centers_`; the words under them come from the same verdict that
the command line prints.
"""

import matplotlib.pyplot as plt
import numpy as np
from sklearn.datasets import load_digits

from scpp import SCPP

digits = load_digits()
model = SCPP(n_clusters="auto").fit(digits.data)
print(model.verdict_)

profile = model.cluster_profile(n_features=1).reset_index().set_index("cluster")
figure, axes = plt.subplots(2, (model.n_clusters_ + 1) // 2, figsize=(11, 5.5), layout="constrained")
for ax in axes.flat:
    ax.axis("off")
for cluster, ax in zip(range(model.n_clusters_), axes.flat):
    written = digits.target[model.labels_ == cluster]
    most = np.bincount(written).argmax()
    ax.imshow(model.cluster_centers_[cluster].reshape(8, 8), cmap="gray_r")
    ax.set_title(f"cluster {cluster}: {len(written)} rows\nclarity {profile.clarity[cluster]:.2f}", fontsize=10)
    print(f"cluster {cluster}: {np.mean(written == most):.0%} are a {most}")
figure.savefig("digits.png", dpi=100)
