"""Labelling new rows in production: fit and save once, load and label elsewhere, and set doubtful rows aside."""

import tempfile
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
from sklearn.datasets import load_breast_cancer
from sklearn.model_selection import train_test_split

from scpp import SCPP

tumours = load_breast_cancer()
known, arriving, _, diagnosis = train_test_split(tumours.data, tumours.target, test_size=0.6, random_state=0)

with tempfile.TemporaryDirectory() as folder:
    path = Path(folder) / "tumours.scpp"
    SCPP(n_clusters=2).fit(known).save(path)  # the command line reads this file too
    served = SCPP.load(path)

labels = served.predict(arriving)
probability = served.score_samples(arriving)
one_by_one = np.concatenate([served.predict(row[np.newaxis]) for row in arriving])
print("rows one by one get the same labels:", np.array_equal(one_by_one, labels))

majority = np.array([np.bincount(diagnosis[labels == cluster]).argmax() for cluster in (0, 1)])
right = (majority[labels] == diagnosis)[np.argsort(-probability)]
share_right = np.cumsum(right) / np.arange(1, len(right) + 1)
for share in (0.25, 0.5, 0.75, 1.0):
    last = round(share * len(right)) - 1
    print(f"surest {share:.0%} of new rows: {share_right[last]:.3f} agree with the diagnosis of their cluster")

figure, ax = plt.subplots(figsize=(7, 4.5), layout="constrained")
ax.plot(np.arange(1, len(right) + 1) / len(right), share_right)
ax.set_xlabel("share of new rows labelled, the surest (score_samples) first")
ax.set_ylabel("share that agree with the diagnosis of their cluster")
ax.set_title("breast cancer: doubtful rows can be set aside")
figure.savefig("new_rows_in_production.png", dpi=100)
