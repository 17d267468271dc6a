"""The numbers of a fit once more, from the model file, the table and the formulas of docs/method.md and docs/report-format.md, by
numpy and scipy alone. Nothing of the library is imported: whoever errs here errs otherwise than it does."""
import base64
import json
import re

import numpy as np
from scipy.linalg import eigh
from scipy.spatial.distance import cdist

import model_file

DELTA_FLOOR = 600  # similarities are never below exp(-600)


class Model:
    def __init__(self, path):
        self.file = model_file.read(path)
        self.nodes, self.options = self.file["nodes"], self.file["options"]
        self.leaves = []
        waiting = [0]
        while waiting:
            node = waiting.pop()
            waiting += reversed(self.nodes[node]["children"])
            self.leaves += [] if self.nodes[node]["children"] else [node]

    def scaled(self, table):
        return (table - self.file["mean"]) * self.file["scale"]

    def rows(self, table):
        scaled = self.scaled(table)
        return scaled @ self.file["metric"]["map"] if "metric" in self.file else scaled

    def below(self, rows):
        """Which rows each node has: in a node the nearest microcluster decides."""
        members = [np.arange(len(rows))] + [None] * (len(self.nodes) - 1)
        for node, here in zip(members, self.nodes):
            if here["children"]:
                split = here["split"]
                near = cdist(rows[node] - split["centre"], split["microclusters"], "sqeuclidean").argmin(axis=1)
                for side, child in enumerate(here["children"]):
                    members[child] = node[split["side"][near] == side]
        return members

    def labels(self, members):
        labels = np.empty(len(members[0]), int)
        for label, leaf in enumerate(self.leaves):
            labels[members[leaf]] = label
        return labels


def squashed(z, border, delta):
    """T_Delta of appendix A: beyond the border, distances grow only like a small power."""
    c1 = (delta * (1 - delta)) ** (1 / delta)
    c2 = delta * c1 ** (1 - delta)
    beyond = np.maximum(np.abs(z) - border, 0)
    return np.sign(z) * np.where(beyond > 0, border + delta * (beyond + c1) ** (1 - delta) - c2, np.abs(z))


def eigenvalues(points, weights, sigma, kernel, laplacian):
    ratio = cdist(points, points) / sigma
    similarity = np.exp(-np.minimum(ratio**2 / 2 if kernel == "gaussian" else ratio, DELTA_FLOOR))
    affinity = weights[:, None] * similarity * weights
    degree = affinity.sum(axis=1)
    root, factor = (degree**-0.5, 1) if laplacian == "normalised" else (weights**-0.5, 1 / weights.sum())
    return eigh(factor * root[:, None] * (np.diag(degree) - affinity) * root, eigvals_only=True)


def covariance(rows, weights):
    apart = rows - np.average(rows, axis=0, weights=weights)
    return (apart * weights[:, None]).T @ apart / max(weights.sum() - 1, 1)


def bandwidth(values, count):
    """Silverman's rule along the components that Kaiser's criterion keeps."""
    values = np.sort(values)[::-1]
    kept = min(max((values >= 1).sum(), 1), 20)
    return np.sqrt(values[:kept].mean()) * (4 / (3 * count)) ** (1 / (4 + kept))


def nearest(rows, others, count, itself):
    distance = cdist(rows, others)
    if itself:
        np.fill_diagonal(distance, np.inf)
    order = np.argsort(distance, axis=1, kind="stable")[:, :count]
    return order, np.take_along_axis(distance, order, axis=1)


def named(rows, count):
    """Entry (i, j) is 1 where j is among the nearest of i."""
    names = np.zeros((len(rows), len(rows)))
    names[np.arange(len(rows))[:, None], nearest(rows, rows, count, True)[0]] = 1
    return names


def joined(rows, weights, count):
    """The graph of communities and of reference rows: one of two rows names the other."""
    names = named(rows, count)
    return np.maximum(names, names.T) * np.sqrt(np.outer(weights, weights))


def judging(rows, weights, count):
    """The graph that judges splits: an edge counts half where only one names the other, and a row as all it stands for."""
    names = named(rows, count)
    return (names + names.T) / 2 * np.outer(weights, weights)


def normalised_cut(edges, side):
    between = edges[np.ix_(side == 0, side == 1)].sum()
    return sum(between / edges[side == one].sum() for one in (0, 1))


def modularity(edges, parts):
    degree, same = edges.sum(axis=1), parts[:, None] == parts
    return (edges * same).sum() / degree.sum() - (np.outer(degree, degree) * same).sum() / degree.sum() ** 2


class Clusters:
    """Means of clusters, whitening within them (shrinkage .5), and the metric that they teach."""

    def __init__(self, rows, weights, own):
        size = own.T @ weights
        self.means = (own * weights[:, None]).T @ rows / np.maximum(size, 1e-300)[:, None]
        apart = rows - self.means[own.argmax(axis=1)]
        within = (apart * weights[:, None]).T @ apart / weights.sum()
        ridge = np.trace(within) / max(1, (np.diag(within) > 0).sum())
        self.white = np.linalg.inv(np.linalg.cholesky(0.5 * within + 0.5 * ridge * np.eye(len(within)))).T
        share = size / size.sum()
        between = (self.means - share @ self.means) @ self.white
        values, vectors = np.linalg.eigh((between * share[:, None]).T @ between)
        values = np.maximum(values, 0)
        self.metric = self.white @ (np.eye(len(values)) + vectors * (values / (1 + values)) @ vectors.T) / 2


def gain_of_metric(rows, weights, own):
    """Modularity of each half in the metric that the other half teaches, less that in unit variance."""
    gain = 0
    for here, other in ((slice(0, None, 2), slice(1, None, 2)), (slice(1, None, 2), slice(0, None, 2))):
        metric, parts = Clusters(rows[other], weights[other], own[other]).metric, own[here].argmax(axis=1)
        unit, taught = (modularity(joined(seen, weights[here], 5), parts) for seen in (rows[here], rows[here] @ metric))
        gain += (taught - unit) / 2
    return gain


def confidence(model, table, labels):
    """Probability of a row's own cluster, and its outlier score, by the reference rows."""
    reference = model.file["reference"]
    weights, rows, scaled = reference["weights"], model.scaled(reference["rows"]), model.scaled(table)
    parts = model.labels(model.below(model.rows(reference["rows"])))
    own = parts[:, None] == np.arange(len(model.leaves))
    clusters = Clusters(rows, weights, own)
    to_means = cdist(scaled @ clusters.white, clusters.means @ clusters.white)
    if len(rows) >= 40 and gain_of_metric(rows, weights, own) > 0.1:
        rows, scaled = rows @ clusters.metric, scaled @ clusters.metric
    edges = joined(rows, weights, 10)
    share = own.astype(float)
    for _ in range(4):
        share = edges / edges.sum(axis=1, keepdims=True) @ share
    near, distance = nearest(scaled, rows, 10, False)
    likely = (weights[near][:, :, None] * share[near]).sum(axis=1) / to_means ** 8
    reach = nearest(rows, rows, 10, True)[1][:, -1]
    usual = np.array([weighted_median(reach[part], weights[part]) for part in own.T])
    probability = (likely / likely.sum(axis=1, keepdims=True))[np.arange(len(table)), labels]
    return probability, np.maximum(0, 1 - usual[labels] / distance[:, -1])


def weighted_median(values, weights):
    order = np.argsort(values)
    return values[order][np.searchsorted(np.cumsum(weights[order]), weights.sum() / 2)]


class Report:
    """The two blocks of a page."""

    def __init__(self, text):
        block = lambda name: re.search(rf'id="{name}">([^<]*)</script>', text).group(1)
        self.head, self.data = json.loads(block("scpp-head")), base64.b64decode(block("scpp-data"))

    def array(self, place):
        kind, offset, count = place
        return np.frombuffer(self.data, np.dtype("<" + kind[0] + str(int(kind[1:]) // 8)), count, offset)


def profile(table, members, weights):
    """Of every node and column: mean, and its difference from all other rows in pooled standard deviations."""
    means, differences = [], []
    for rows in members:
        inside = np.isin(np.arange(len(table)), rows)
        moments = [(weights[part].sum(), *about_mean(table[part], weights[part])) for part in (inside, ~inside)]
        (n, mean, squares), (m, other, others) = moments
        pooled = np.sqrt((squares + others) / (n + m - 2))
        means.append(mean)
        differences.append(np.divide(mean - other, pooled, out=np.zeros_like(mean), where=(pooled > 0) & (m > 0)))
    return np.array(means), np.clip(np.array(differences), -99, 99)


def about_mean(rows, weights):
    if not len(rows):
        return np.zeros(rows.shape[1]), np.zeros(rows.shape[1])
    mean = np.average(rows, axis=0, weights=weights)
    return mean, weights @ (rows - mean) ** 2
