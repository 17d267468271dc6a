"""scikit-learn's own checks, whole: no check is excepted."""

import pytest
from sklearn.utils.estimator_checks import check_estimator, parametrize_with_checks

from scpp import SCPP, SpectralProjection

pytestmark = pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")


@parametrize_with_checks([SCPP(), SpectralProjection()])
def test_each_check(estimator, check):
    check(estimator)


@pytest.mark.parametrize("estimator", [SCPP(), SCPP(n_components=1, laplacian="standard"), SCPP(method="kway")])
def test_check_estimator(estimator):
    check_estimator(estimator)
