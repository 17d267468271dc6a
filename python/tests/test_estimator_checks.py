"""scikit-learn's own checks. One is excepted: it expects as many probabilities as `y` has classes; here it is without them."""

import pytest
from sklearn.utils.estimator_checks import check_estimator, parametrize_with_checks

from scpp import SCPP, SpectralProjection

pytestmark = pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")


@parametrize_with_checks([SCPP(), SpectralProjection()])
def test_each_check(estimator, check):
    check(estimator)


@pytest.mark.parametrize(
    "estimator",
    [SCPP(), SCPP(n_components=1, laplacian="standard"), SCPP(method="kway"), SCPP(missing="mean"), SCPP(missing="drop-row")],
)
def test_check_estimator(estimator):
    check_estimator(estimator)


def test_sparse_data_without_probabilities():
    """The excepted check, whole, for an estimator that has no predict_proba; test_inputs and test_confidence have the rest."""
    from sklearn.utils.estimator_checks import check_estimator_sparse_data

    class Plain(SCPP):
        @property
        def predict_proba(self):
            raise AttributeError("predict_proba")

    check_estimator_sparse_data("Plain", Plain(n_clusters=2))
