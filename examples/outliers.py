"""Rows that belong nowhere: outlier scores.

Three clusters in 20 columns and 15 rows scattered far from all of them. `outlier_scores_` is 0 for a row whose neighbours are as near as
those of half of its cluster, 1/2 when they are twice as far away, 3/4 when four times.
"""

import matplotlib.pyplot as plt
import numpy as np

from scpp import SCPP

rng = np.random.default_rng(0)
clusters = np.vstack([rng.normal(centre, 1, size=(150, 20)) for centre in (0, 3, 6)])
strays = rng.uniform(-8, 14, size=(15, 20))
X = np.vstack([clusters, strays])
planted = np.arange(len(X)) >= len(clusters)

model = SCPP(n_clusters=3).fit(X)
found = model.outlier_scores_ >= 0.5
print(f"{found.sum()} rows have a score of at least 0.5; {np.sum(found & planted)} of the 15 planted ones are among them")

figure, (left, right) = plt.subplots(1, 2, figsize=(11, 4.5), layout="constrained")
left.hist([model.outlier_scores_[~planted], model.outlier_scores_[planted]], bins=25, stacked=True, label=["clusters", "planted"])
left.set_yscale("log")
left.set_xlabel("outlier score")
left.set_ylabel("rows")
left.legend()
model.plot_embedding(ax=right)
figure.savefig("outliers.png", dpi=100)
