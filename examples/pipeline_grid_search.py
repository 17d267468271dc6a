"""SCPP in a pipeline: its split planes are features, and a grid search picks n_clusters by what they are worth."""

import matplotlib.pyplot as plt
from sklearn.datasets import load_digits
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV, StratifiedKFold
from sklearn.pipeline import Pipeline
from sklearn.preprocessing import StandardScaler

from scpp import SCPP

digits = load_digits()
pipeline = Pipeline(
    [
        ("planes", SCPP(n_microclusters=100)),
        ("scale", StandardScaler()),
        ("classify", LogisticRegression(max_iter=2000)),
    ]
)
folds = StratifiedKFold(3, shuffle=True, random_state=0)
search = GridSearchCV(pipeline, {"planes__n_clusters": [2, 4, 7, 10, 13]}, cv=folds)
search.fit(digits.data, digits.target)

ks = [parameters["planes__n_clusters"] for parameters in search.cv_results_["params"]]
accuracy, spread = search.cv_results_["mean_test_score"], search.cv_results_["std_test_score"]
for k, mean in zip(ks, accuracy):
    print(f"{k:2d} clusters, {2 * (k - 1):2d} coordinates: accuracy {mean:.3f}")
print("best:", search.best_params_)

figure, ax = plt.subplots(figsize=(7, 4.5), layout="constrained")
ax.errorbar(ks, accuracy, yerr=spread, marker="o", capsize=3)
ax.set_xlabel("n_clusters")
ax.set_ylabel("accuracy of a linear classifier on the split planes")
ax.set_title("digits: 64 pixels in 2 (n_clusters - 1) coordinates")
figure.savefig("pipeline_grid_search.png", dpi=100)
