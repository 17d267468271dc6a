"""Missing cells: how many can be filled before the clusters change?

Cells of the wine table are removed at random and filled with the mean of their column. The labels are compared with those of the whole
table by the adjusted Rand index (1: the same clusters).
"""

import matplotlib.pyplot as plt
import numpy as np
from sklearn.datasets import load_wine

from scpp import SCPP
from scpp.metrics import adjusted_rand_score

X = load_wine().data
whole = SCPP(n_clusters=3).fit_predict(X)
shares = [0.0, 0.05, 0.1, 0.2, 0.3, 0.4]
agreement = []
for share in shares:
    same = []
    for seed in range(5):
        gaps = np.where(np.random.default_rng(seed).random(X.shape) < share, np.nan, X)
        same.append(adjusted_rand_score(whole, SCPP(n_clusters=3, missing="mean").fit_predict(gaps)))
    agreement.append(np.mean(same))
    print(f"{share:.0%} of the cells missing: adjusted Rand index {agreement[-1]:.2f}")

figure, ax = plt.subplots(figsize=(7, 4), layout="constrained")
ax.plot(shares, agreement, "o-")
ax.set_xlabel("share of cells that are missing")
ax.set_ylabel("agreement with the whole table")
ax.set_ylim(0, 1.05)
figure.savefig("missing_cells.png", dpi=100)
