"""Model files, pickles, and the same bits as the library called from C++ and from the command line."""

import copy
import os
import pickle
import subprocess

import numpy as np
import pytest

from scpp import SCPP


def program(variable):
    path = os.environ.get(variable)
    if not path:
        pytest.skip(f"{variable} does not name the program to compare with")
    return path


def test_save_and_load(rows, tmp_path):
    model = SCPP(n_clusters=4, sigma=0.7, min_cluster_size=0.1, n_threads=2, random_state=7).fit(rows)
    model.save(tmp_path / "model.scpp")
    loaded = SCPP.load(tmp_path / "model.scpp")
    assert isinstance(loaded, SCPP)
    assert np.array_equal(loaded.predict(rows), model.labels_)
    assert np.array_equal(loaded.transform(rows), model.transform(rows))
    assert loaded.get_params() == model.get_params()
    assert loaded.fit(rows)._model.to_bytes() == model._model.to_bytes()


@pytest.mark.parametrize(
    "parameters",
    [{}, {"n_clusters": "auto"}, {"laplacian": "standard", "standardise": False}, {"random_state": 3, "sigma": 2.0}],
    ids=str,
)
def test_parameters_come_back_in_the_words_they_were_given(rows, parameters, tmp_path):
    model = SCPP(**parameters).fit(rows)
    model.save(tmp_path / "model.scpp")
    assert SCPP.load(tmp_path / "model.scpp").get_params() == model.get_params()


def test_a_loaded_model_needs_the_rows_to_split(rows, tmp_path):
    model = SCPP(n_clusters=3, min_cluster_size=0.0).fit(rows)
    model.save(tmp_path / "model.scpp")
    loaded = SCPP.load(tmp_path / "model.scpp")
    leaf = loaded.tree_.leaves[0]
    with pytest.raises(ValueError, match="without the rows of its fit"):
        loaded.split(leaf)
    assert np.array_equal(loaded.split(leaf, rows).labels_, model.split(leaf).labels_)


def test_files_that_cannot_be_used(rows, tmp_path):
    (tmp_path / "text").write_text("no model")
    for path in (tmp_path / "text", tmp_path / "absent"):
        with pytest.raises(OSError, match=path.name):
            SCPP.load(path)
    with pytest.raises(OSError, match="nowhere"):
        SCPP(n_clusters=2).fit(rows).save(tmp_path / "nowhere" / "model.scpp")


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda model: pickle.loads(pickle.dumps(model))])
def test_pickle(rows, copied):
    model = SCPP(n_clusters=4).fit(rows)
    twin = copied(model)
    assert twin._model.to_bytes() == model._model.to_bytes()
    assert np.array_equal(twin.labels_, model.labels_)
    assert np.array_equal(twin.predict(rows), model.labels_)


def test_a_pickle_does_not_carry_the_rows():
    """But for 1,000 of them, by which the model knows how sure it is of others."""
    X = np.random.default_rng(0).normal(size=(50000, 10))
    model = SCPP(n_clusters=2, n_microclusters=20, sketch="never", quality="fast").fit(X)
    assert len(pickle.dumps(model)) < X.nbytes / 10


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("weighted", [False, True])
def test_same_bits_as_the_library(rows, dtype, weighted, tmp_path):
    """tests/python/fit_reference.cpp fits the same numbers in plain C++."""
    X = rows.astype(dtype)
    weight = 1.0 + np.arange(len(X)) % 3 if weighted else np.empty(0)
    (tmp_path / "rows").write_bytes(X.astype(np.float64).tobytes())
    (tmp_path / "weights").write_bytes(weight.tobytes())
    files = [tmp_path / name for name in ("rows", "weights", "model")]
    command = [program("SCPP_REFERENCE"), *files, str(X.shape[1]), "clusters=4", "beta-max=3", "seed=9"]
    subprocess.run(command, check=True)
    model = SCPP(n_clusters=4, beta_max=3.0, random_state=9).fit(X, sample_weight=weight if weighted else None)
    assert model._model.to_bytes() == (tmp_path / "model").read_bytes()


def test_same_bits_as_the_command_line(rows, tmp_path):
    np.save(tmp_path / "rows.npy", rows)
    command = [program("SCPP_CLI"), "fit", "rows.npy", "--clusters", "4", "--model", "cli.scpp"]
    subprocess.run(command, check=True, cwd=tmp_path, capture_output=True)
    model = SCPP(n_clusters=4).fit(rows)
    model.save(tmp_path / "python.scpp")
    assert (tmp_path / "python.scpp").read_bytes() == (tmp_path / "cli.scpp").read_bytes()
    assert np.array_equal(SCPP.load(tmp_path / "cli.scpp").predict(rows), model.labels_)
