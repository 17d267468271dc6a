"""Names, defaults and refusals of parameters."""

import inspect
import re

import joblib
import numpy as np
import pytest
from sklearn.base import clone

from scpp import SCPP, SpectralProjection, _core
from scpp._options import LIBRARY_NAME, parameters_of


def test_defaults_are_those_of_the_library():
    stated = SCPP().get_params()
    library = parameters_of(_core.Options(), stated)
    ours = {"n_clusters"}  # 8, as scikit-learn has it
    for name, value in library.items():
        if name not in ours:
            assert stated[name] == value, name
    for name, value in SpectralProjection().get_params().items():
        if name in stated and name != "n_clusters":
            assert value == stated[name], name


def test_every_parameter_is_described():
    for estimator in (SCPP, SpectralProjection):
        for name in inspect.signature(estimator).parameters:
            assert re.search(rf"^    (\w+, )*{name}(, \w+)* : ", estimator.__doc__, re.MULTILINE), name


BAD = {
    "n_clusters": [0, -1, 2.5, "many", "3", None],
    "quality": ["good", 1],
    "method": ["agglomerative", 3],
    "n_components": [0, 1.5],
    "laplacian": ["random-walk"],
    "kernel": ["cosine"],
    "n_microclusters": [1, "all"],
    "sketch": ["sometimes", True],
    "n_cells": [1, "many"],
    "beta_max": [0, float("nan"), "wide", "3.0"],
    "beta_step": [0],
    "beta_min": [-1],
    "sigma": [-0.5, float("inf"), "auto"],
    "sigma_scale": [0],
    "delta": [0, 0.6],
    "omega": [-1],
    "parametrisation": ["spherical"],
    "start": ["kmeans"],
    "n_random_starts": [-1],
    "max_steps": [0],
    "tol": [0],
    "standardise": ["perhaps"],
    "min_cluster_size": [1.5, -0.1, -3, 10**6, "small"],
    "split_rule": ["smallest"],
    "max_clusters": [0, "many"],
    "missing": ["maen", None],
    "text": ["keep", True],
    "n_threads": [-1, 0.5],
    "n_jobs": [0, 1.5, "all"],
    "random_state": [-1, "seed"],
}


def test_bad_values_are_listed_for_every_parameter():
    assert set(BAD) == set(SCPP().get_params()) - {"options", "verbose"}
    assert set(LIBRARY_NAME) <= set(BAD)


@pytest.mark.parametrize("name, value", [(name, value) for name, values in BAD.items() for value in values])
def test_a_bad_value_is_stored_and_refused_by_name(rows, name, value):
    model = SCPP(n_clusters=3).set_params(**{name: value})
    with pytest.raises(ValueError) as refused:
        model.fit(rows)
    assert f"'{name}' parameter of SCPP" in str(refused.value)
    assert f"Got {value!r} instead" in str(refused.value)


def test_values_that_do_not_go_together(rows):
    with pytest.raises(ValueError, match="beta_max is 0.4, but must be >= beta_min, which is 0.5"):
        SCPP(beta_max=0.4).fit(rows)
    with pytest.raises(ValueError, match="n_clusters is 8, but the table has only 5 rows"):
        SCPP().fit(rows[:5])


def test_n_jobs_is_another_name_of_n_threads(rows):
    for one, other in ({"n_jobs": 2}, {"n_threads": 2}), ({"n_jobs": -1}, {"n_threads": joblib.cpu_count()}):
        for estimator in (SCPP, SpectralProjection):
            bits = [estimator(**each).fit(rows)._model.to_bytes() for each in (one, other)]
            assert bits[0] == bits[1]
    with pytest.raises(ValueError, match="must be None where 'n_threads' is given, of which it is another name. Got 2"):
        SCPP(n_threads=2, n_jobs=2).fit(rows)


def test_spellings(rows):
    fitted = [SCPP(n_clusters=2, laplacian=word).fit(rows)._model.to_bytes() for word in ("normalized", "normalised")]
    assert fitted[0] == fitted[1]


def test_options_by_the_names_of_the_library(rows):
    by_name = SCPP(n_clusters=3, beta_max=3.0).fit(rows)
    for key in ("beta-max", "beta_max"):
        assert SCPP(n_clusters=3, options={key: 3.0}).fit(rows)._model.to_bytes() == by_name._model.to_bytes()
    with pytest.raises(ValueError, match="'options' parameter of SCPP must be a dict whose keys are among clusters"):
        SCPP(options={"betamax": 3}).fit(rows)
    with pytest.raises(ValueError, match="Got -3 instead"):
        SCPP(options={"beta-max": -3}).fit(rows)


def test_clone_copies_parameters_only(rows):
    model = SCPP(n_clusters=3, sigma=0.5, options={"omega": 2}).fit(rows)
    copy = clone(model)
    assert copy.get_params() == model.get_params()
    assert not hasattr(copy, "labels_")


@pytest.mark.parametrize(
    "X, message",
    [
        (np.full((10, 2), np.nan), "NaN"),
        (np.full((10, 2), np.inf), "infinity"),
        (np.zeros(10), "2D array"),
        (np.zeros((1, 3)), "1 sample"),
        (np.array([[1e308, 0.0], [-1e308, 1.0]]), "row 1, column 1 is larger"),
    ],
)
def test_bad_rows(X, message):
    with pytest.raises(ValueError, match=message):
        SCPP(n_clusters=2).fit(X)


def test_bad_weights(rows):
    for weight, message in ((np.full(len(rows), -1.0), "weight of row 1"), (np.ones(3), "sample_weight.shape")):
        with pytest.raises(ValueError, match=message):
            SCPP(n_clusters=2).fit(rows, sample_weight=weight)


def test_other_columns_are_refused(rows):
    model = SCPP(n_clusters=2).fit(rows)
    for method in (model.predict, model.transform, model.score_samples):
        with pytest.raises(ValueError, match="expecting 8 features"):
            method(rows[:, :5])
