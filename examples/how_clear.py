"""What clarity means: two clouds that move apart.

Two Gaussian clouds in ten columns, 2 to 7 standard deviations apart, split in two. At 2 the split is doubtful: the valley between the
clouds is no deeper than chance would make it. From about 5 on it is clear.
"""

import matplotlib.pyplot as plt
import numpy as np

from scpp import SCPP

distances = [2, 3, 4, 5, 7]
figure, axes = plt.subplots(1, len(distances), figsize=(14, 3.2), layout="constrained", sharey=True)
for distance, ax in zip(distances, axes):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(1000, 10))
    X[500:, 0] += distance
    model = SCPP(n_clusters=2).fit(X)
    clarity = model.tree_.to_pandas().clarity[0]
    word = "clear" if clarity >= 0.7 else "weak" if clarity >= 0.3 else "doubtful"
    print(f"{distance} deviations apart: clarity {clarity:.2f}, {word}")
    centres = model.cluster_centers_
    along = X @ (centres[1] - centres[0]) / np.linalg.norm(centres[1] - centres[0])
    ax.hist([along[model.labels_ == label] for label in (0, 1)], bins=40, stacked=True)
    ax.set_title(f"{distance} apart: {word} ({clarity:.2f})")
    ax.set_xlabel("along the line of the means")
axes[0].set_ylabel("rows")
figure.savefig("how_clear.png", dpi=90)
