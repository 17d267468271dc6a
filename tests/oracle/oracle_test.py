"""What scpp says of its fits is what the formulas say (oracle.py)."""
import sys
import unittest
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parents[1] / folder) for folder in ("support", "cli")]

import numpy as np
import oracle
from harness import Case

# Eigenvalues by two ways of solving: n eps of the largest one, which is below 2, and differences of 1e-13 in sigma and spread.
EIGENVALUE, SAME = 1e-10, 1e-9


def table(rows=150, columns=5, clusters=3, seed=1):
    draw = np.random.default_rng(seed)
    centres = draw.normal(scale=3, size=(clusters, columns))
    return draw.normal(size=(rows, columns)) * draw.uniform(0.5, 9, columns) + centres[draw.integers(clusters, size=rows)]


class OfAFit(Case):
    def fitted(self, rows, *flags, weights=None):
        names = [f"c{i}" for i in range(rows.shape[1])]
        cells = rows if weights is None else np.column_stack([rows, weights])
        np.savetxt(self.path("rows.csv"), cells, "%.17g", ",", comments="",
                   header=",".join(names + ([] if weights is None else ["w"])))
        outputs = ["--model", "m.scpp", "--labels", "l.csv", "--scores", "--report", "r.html"]
        self.scpp("fit", "rows.csv", *flags, *outputs, *([] if weights is None else ["--weights", "w"]))
        self.table, self.weights = rows, np.ones(len(rows)) if weights is None else weights
        self.model = oracle.Model(self.path("m.scpp"))
        self.rows = self.model.rows(rows)
        self.members = self.model.below(self.rows)
        lines = np.genfromtxt(self.path("l.csv"), delimiter=",", names=True, encoding="utf-8")
        self.labels, self.lines = lines[lines.dtype.names[0]].astype(int), lines

    def splits(self):
        for number, node in enumerate(self.model.nodes):
            if node["children"]:
                yield number, node["split"], self.members[number]

    def check_labels(self):
        np.testing.assert_array_equal(self.model.labels(self.members), self.labels)

    def check_eigenvalues(self, of_rows=True, parts=2, kernel="gaussian", laplacian="normalised"):
        for number, split, members in self.splits():
            rows, weights = self.rows[members], self.weights[members]
            centre, spread = np.average(rows, axis=0, weights=weights), oracle.covariance(rows, weights)
            np.testing.assert_allclose(split["centre"], centre, atol=SAME)
            plane = split["projection"]
            np.testing.assert_allclose(np.linalg.norm(plane, axis=0), 1, atol=SAME)
            np.testing.assert_allclose(split["spread"], np.sqrt(np.einsum("ij,ik,kj->j", plane, spread, plane)), rtol=SAME)
            np.testing.assert_allclose(split["sigma"], oracle.bandwidth(np.linalg.eigvalsh(spread), weights.sum()), rtol=SAME)
            points = (rows - centre if of_rows else split["microclusters"]) @ plane
            points = oracle.squashed(points, split["beta"] * split["spread"], float(self.model.options["delta"]))
            values = oracle.eigenvalues(points, weights if of_rows else split["weights"], split["sigma"], kernel, laplacian)
            np.testing.assert_allclose(split["lambda2"], values[1:parts].sum(), rtol=1e-6, atol=EIGENVALUE, err_msg=f"node {number}")
            np.testing.assert_allclose(split["lambda3"], values[parts], rtol=1e-5, atol=EIGENVALUE, err_msg=f"node {number}")

    def check_cuts(self):
        for number, split, members in self.splits():
            edges = oracle.judging(self.rows, self.weights, 10)[np.ix_(members, members)]
            side = np.isin(members, self.members[self.model.nodes[number]["children"][1]]).astype(int)
            np.testing.assert_allclose(split["neighbour_cut"], oracle.normalised_cut(edges, side), rtol=SAME, err_msg=f"node {number}")

    def check_confidence(self):
        probability, outlier = oracle.confidence(self.model, self.table, self.labels)
        four_digits = {"rtol": 5.001e-4, "atol": 1e-9}
        np.testing.assert_allclose(self.lines["probability"], probability, **four_digits)
        np.testing.assert_allclose(self.lines["outlier"], outlier, **four_digits)

    def check_report(self):
        report = oracle.Report(self.read("r.html").decode())
        told, nodes = report.head["profile"], len(self.model.nodes)
        columns = report.array(told["columns"])
        means, differences = oracle.profile(self.table, self.members, self.weights)
        single = {"rtol": 1e-6, "atol": 1e-5}  # they are stored in single precision, of numbers below 100
        np.testing.assert_allclose(report.array(told["means"]).reshape(nodes, -1), means[:, columns], **single)
        features = report.array(told["featureColumns"]).reshape(nodes, -1)
        apart = report.array(told["featureDifferences"]).reshape(nodes, -1)
        np.testing.assert_allclose(apart, np.take_along_axis(differences, features.astype(int), axis=1), **single)
        largest = -np.sort(-np.abs(differences), axis=1)[:, : features.shape[1]]
        np.testing.assert_allclose(np.abs(apart), largest, **single, err_msg="the strongest come first")
        mean, squares = oracle.about_mean(self.table, self.weights)
        deviation = np.sqrt(squares / (self.weights.sum() - 1))
        np.testing.assert_allclose(report.array(told["mean"]), mean[columns], **single)
        np.testing.assert_allclose(report.array(told["deviation"]), deviation[columns], **single)
        of_leaves = (means / deviation)[self.model.leaves]
        np.testing.assert_allclose(report.array(told["squaredDistances"]).reshape(len(of_leaves), -1),
                                   oracle.cdist(of_leaves, of_leaves, "sqeuclidean"), rtol=1e-5, atol=1e-4)
        self.check_quantiles(report, told, columns, deviation)

    def check_quantiles(self, report, told, columns, deviation):
        levels = np.array(told["quantileLevels"])
        found = report.array(told["quantiles"]).reshape(len(self.model.nodes), len(columns), len(levels))
        for node, members in enumerate(self.members):
            for place, column in enumerate(columns):
                order = members[np.argsort(self.table[members, column])]
                share = np.cumsum(self.weights[order]) / self.weights[order].sum()
                for level, told_value in zip(levels, found[node, place]):
                    at = np.searchsorted(share, level - 1e-9)
                    near = self.table[order[max(at - 1, 0): at + 2], column]
                    within = 0.013 * deviation[column]
                    self.assertTrue(near.min() - within <= told_value <= near.max() + within, (node, column, level))

    def test_every_kernel_and_laplacian(self):
        for kernel in ("gaussian", "laplace"):
            for laplacian in ("normalised", "standard"):
                self.fitted(table(), "-k", "3", "--quality", "fast", "--kernel", kernel, "--laplacian", laplacian)
                self.check_labels()
                self.check_eigenvalues(kernel=kernel, laplacian=laplacian)

    def test_planes_of_one_and_three_dimensions_and_other_deltas(self):
        for flags in (["--dimensions", "1"], ["--dimensions", "3"], ["--delta", "0.2", "--beta-max", "1"]):
            self.fitted(table(seed=2), "-k", "3", "--quality", "fast", *flags)
            self.check_eigenvalues()

    def test_several_clusters_at_once(self):
        self.fitted(table(seed=3), "-k", "3", "--quality", "fast", "--method", "kway")
        self.check_labels()
        self.check_eigenvalues(parts=3)

    def test_rows_with_weights(self):
        draw = np.random.default_rng(4)
        self.fitted(table(seed=4), "-k", "3", "--quality", "fast", weights=draw.integers(1, 5, 150).astype(float))
        self.check_labels()
        self.check_eigenvalues()
        self.check_confidence()
        self.check_report()

    def test_microclusters(self):
        self.fitted(table(rows=900, seed=5), "-k", "4", "--quality", "fast", "--microclusters", "60")
        self.check_labels()
        self.check_eigenvalues(of_rows=False)
        self.check_confidence()
        self.check_report()

    def test_the_usual_fit(self):
        for seed in (6, 7):
            self.fitted(table(rows=180, clusters=4, seed=seed), "-k", "4")
            self.check_labels()
            self.check_eigenvalues()
            self.check_cuts()
            self.check_confidence()
            self.check_report()


if __name__ == "__main__":
    unittest.main()
