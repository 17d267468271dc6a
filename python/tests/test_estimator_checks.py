"""scikit-learn's own checks. One is excepted: it expects as many probabilities as its `y` has classes, which are four; here it
is with four clusters."""

import pytest
from sklearn.utils.estimator_checks import check_estimator, check_estimator_sparse_data, parametrize_with_checks

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


@pytest.mark.parametrize("parameters", [{}, {"method": "kway"}, {"missing": "mean"}], ids=str)
def test_sparse_data(parameters):
    """The excepted check, whole: it wants four probabilities of every row."""
    check_estimator_sparse_data("SCPP", SCPP(n_clusters=4, **parameters))
