"""The paper's scores against scikit-learn's."""

import numpy as np
import pytest
import sklearn.metrics

from scpp import metrics


@pytest.fixture()
def labels():
    rng = np.random.default_rng(2)
    truth = rng.integers(4, size=200)
    return truth, np.where(rng.random(200) < 0.7, truth, rng.integers(6, size=200))


def test_scores_that_scikit_learn_has_too(labels):
    nmi = sklearn.metrics.normalized_mutual_info_score(*labels, average_method="geometric")
    # A few hundred logarithms in another order.
    assert metrics.normalized_mutual_info_score(*labels) == pytest.approx(nmi, abs=1e-13)
    ari, v_measure = sklearn.metrics.adjusted_rand_score(*labels), sklearn.metrics.v_measure_score(*labels)
    assert metrics.adjusted_rand_score(*labels) == pytest.approx(ari, abs=1e-13)
    assert metrics.v_measure_score(*labels) == pytest.approx(v_measure, abs=1e-13)


def test_purity_and_accuracy_follow_from_the_table(labels):
    from scipy.optimize import linear_sum_assignment

    table = metrics.confusion_table(*labels)
    assert np.array_equal(table, sklearn.metrics.cluster.contingency_matrix(*labels))
    assert metrics.purity_score(*labels) == table.max(axis=0).sum() / 200
    assert metrics.accuracy_score(*labels) == table[linear_sum_assignment(-table)].sum() / 200


def test_labels_may_be_words(labels):
    truth, found = labels
    words = np.array(list("abcdef"))
    assert metrics.all_scores(words[truth], words[found]) == metrics.all_scores(truth, found)


def test_bad_labels():
    with pytest.raises(ValueError, match="there are 3 cluster labels but 2 class labels"):
        metrics.purity_score([0, 1], [0, 1, 1])
    with pytest.raises(ValueError, match="labels_true must be 1-dimensional"):
        metrics.purity_score([[0, 1]], [0, 1])
    with pytest.raises(ValueError, match="no rows"):
        metrics.purity_score([], [])
