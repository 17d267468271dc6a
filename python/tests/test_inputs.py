"""Mixed data frames, frames of other packages, missing cells, sparse matrices and memory maps."""

import os
import subprocess
import sys
import textwrap

import numpy as np
import pytest
from scipy import sparse
from sklearn.compose import make_column_transformer
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder

from scpp import SCPP

pandas = pytest.importorskip("pandas")


def bits(X, **parameters):
    return SCPP(n_clusters=3, **parameters).fit(X)._model.to_bytes()


@pytest.fixture()
def frame(rows):
    return pandas.DataFrame(rows, columns=[f"f{i}" for i in range(rows.shape[1])])


# ---- data frames


@pytest.fixture()
def mixed(frame):
    word = np.where(np.arange(len(frame)) % 2, "red", "blue")
    return frame.assign(colour=word, day=pandas.Timestamp("2026-11-17"), kind=pandas.Categorical(word))


def test_columns_of_text_are_refused_by_name(mixed):
    with pytest.raises(ValueError) as refused:
        SCPP(n_clusters=3).fit(mixed)
    assert str(refused.value) == (
        "X, row 1, column 9 'colour': 'blue' is not a number; leave column 9 'colour', column 10 'day', column 11 'kind' "
        "out with X.drop(columns=...) or text='drop'."
    )
    with pytest.raises(ValueError, match=r"row 1, column 9 'colour'.*with X.drop\(columns=\['colour'\]\) or text='drop'"):
        SCPP(n_clusters=3).fit(mixed[mixed.columns[:9]])
    with pytest.raises(ValueError, match=r"X, column 2 'day': datetime64\[ns\] is no type of numbers"):
        SCPP(n_clusters=3).fit(mixed[["f0", "day"]])
    with pytest.raises(ValueError, match="X has no columns of numbers"):
        SCPP(n_clusters=3, text="drop").fit(mixed[["colour", "day"]])


def test_columns_of_text_are_left_out_when_asked(mixed, frame):
    model = SCPP(n_clusters=3, text="drop").fit(mixed)
    assert model.left_out_ == ["colour", "day", "kind"]
    assert model.feature_names_in_.tolist() == list(frame.columns) and model.n_features_in_ == 8
    assert model._model.to_bytes() == bits(frame)
    for same in (mixed, frame, mixed.drop(columns="day")):
        assert np.array_equal(model.predict(same), model.labels_)
    assert SCPP(n_clusters=3).fit(frame).left_out_ == []


def test_numbers_of_other_types_are_numbers(frame):
    whole = (frame.round() + 0.0).assign(flag=np.arange(len(frame)) % 3 == 0)
    plain = bits(whole.astype(float))
    for other in (
        whole,
        whole.astype({"f0": "int64", "f1": "Int64", "f2": "Float64", "f3": "float32", "flag": "boolean"}),
        whole.astype(object),
        whole.assign(f4=whole["f4"].astype(str)),
    ):
        assert bits(other) == plain


class Foreign:
    """A frame of which only the interchange protocol can be seen, as polars and Arrow offer it."""

    def __init__(self, frame):
        self.frame = frame

    def __dataframe__(self, *arguments, **keywords):
        return self.frame.__dataframe__(*arguments, **keywords)


def test_frames_of_other_packages(frame, mixed):
    model = SCPP(n_clusters=3).fit(Foreign(frame))
    assert model.feature_names_in_.tolist() == list(frame.columns)
    assert model._model.to_bytes() == bits(frame)
    assert np.array_equal(model.predict(Foreign(frame)), model.labels_)
    with pytest.raises(ValueError, match="feature names"):
        model.predict(Foreign(frame[frame.columns[::-1]]))
    with pytest.raises(ValueError, match="column 9 'colour': 'blue' is not a number"):
        SCPP().fit(Foreign(mixed.drop(columns=["day", "kind"])))


@pytest.mark.parametrize("package", ["polars", "pyarrow"])
def test_polars_and_arrow(frame, package):
    """Debian 12 has neither."""
    other = pytest.importorskip(package)
    table = other.DataFrame(dict(frame)) if package == "polars" else other.Table.from_pandas(frame)
    assert bits(table) == bits(frame)


def test_in_a_column_transformer(mixed, frame):
    numbers = make_column_transformer((SCPP(n_clusters=3), list(frame.columns)), (OneHotEncoder(), ["colour"]))
    assert numbers.fit_transform(mixed).shape == (len(frame), 4 + 2)
    pipeline = make_pipeline(make_column_transformer(("passthrough", list(frame.columns))), SCPP(n_clusters=3))
    assert np.array_equal(pipeline.fit_predict(mixed), SCPP(n_clusters=3).fit_predict(frame))


# ---- missing cells


@pytest.fixture()
def gaps(frame):
    gaps = frame.copy()
    gaps.iloc[3, 1] = gaps.iloc[50, 1] = gaps.iloc[70, 4] = np.nan
    return gaps


def test_missing_cells_are_an_error_in_the_words_of_the_command_line(gaps):
    sentence = "X has 3 missing cells in column 2 'f1' \\(2\\), column 5 'f4' \\(1\\); missing='mean'"
    for X in (gaps, gaps.astype(np.float32)):
        with pytest.raises(ValueError, match=sentence):
            SCPP(n_clusters=3).fit(X)
    model = SCPP(n_clusters=3).fit(gaps.fillna(0))
    for call in (model.predict, model.transform, model.score_samples, model.score):
        with pytest.raises(ValueError, match=sentence):
            call(gaps)


@pytest.mark.parametrize("rule", ["mean", "median"])
def test_missing_cells_are_filled(gaps, rule):
    filled = gaps.fillna(getattr(gaps, rule)())
    model, plain = SCPP(n_clusters=3, missing=rule).fit(gaps), SCPP(n_clusters=3).fit(filled)
    # The library and pandas sum 300 numbers in another order.
    np.testing.assert_allclose(model.transform(gaps), plain.transform(filled), atol=1e-9)
    assert np.array_equal(model.labels_, plain.labels_)
    assert np.array_equal(model.predict(gaps), model.labels_)
    hole = np.full((1, 8), np.nan)
    assert model.predict(pandas.DataFrame(hole, columns=gaps.columns)).shape == (1,)


def test_rows_with_missing_cells_are_dropped(gaps):
    complete = gaps.dropna()
    kept = gaps.notna().all(axis=1).to_numpy()
    model, plain = SCPP(n_clusters=3, missing="drop-row").fit(gaps), SCPP(n_clusters=3).fit(complete)
    assert (model.labels_[~kept] == -1).all() and np.array_equal(model.labels_[kept], plain.labels_)
    assert np.array_equal(model.predict(gaps), model.labels_)
    assert np.isnan(model.transform(gaps)[~kept]).all() and np.isnan(model.score_samples(gaps)[~kept]).all()
    assert np.array_equal(model.transform(gaps)[kept], plain.transform(complete))
    np.testing.assert_array_equal(model.cluster_centers_, plain.cluster_centers_)
    coarse = model.prune(model.tree_.splits[-1])
    assert (coarse.labels_[~kept] == -1).all() and set(coarse.labels_[kept]) == {0, 1}
    fine = model.split(model.tree_.leaves[0])
    assert (fine.labels_[~kept] == -1).all() and set(fine.labels_[kept]) == {0, 1, 2, 3}
    assert (model.labels_at(1)[~kept] == -1).all()
    last = len(gaps) - 1
    assert model.explain(last)["value"].tolist() == plain.explain(len(complete) - 1)["value"].tolist()
    with pytest.raises(ValueError, match="row 50 was left out of the fit, because it has a missing cell"):
        model.explain(50)
    hole = np.full((1, 8), np.nan)
    assert model.predict(pandas.DataFrame(hole, columns=gaps.columns)).tolist() == [-1]
    with pytest.raises(ValueError, match="row has a missing cell, and such rows were left out"):
        model.explain(gaps.iloc[50])
    with pytest.raises(ValueError, match="every row has a missing cell"):
        SCPP(missing="drop-row").fit(np.full((5, 2), np.nan))


@pytest.mark.parametrize("rule", ["mean", "median", "drop-row"])
def test_weights_count_in_what_is_done_with_missing_cells(gaps, rule):
    weight = np.arange(len(gaps)) % 3 + 1
    weighted = SCPP(n_clusters=3, missing=rule).fit(gaps, sample_weight=weight)
    repeated = SCPP(n_clusters=3, missing=rule).fit(gaps.loc[gaps.index.repeat(weight)])
    assert np.array_equal(weighted.predict(gaps), repeated.predict(gaps))
    np.testing.assert_allclose(weighted._model.missing_fill, repeated._model.missing_fill, atol=1e-12)


@pytest.mark.skipif("SCPP_CLI" not in os.environ, reason="SCPP_CLI does not name the command line")
@pytest.mark.parametrize("rule", ["mean", "median", "drop-row"])
def test_models_with_missing_cells_are_those_of_the_command_line(gaps, rule, tmp_path):
    gaps.to_csv(tmp_path / "gaps.csv", index=False)
    command = [os.environ["SCPP_CLI"], "fit", "gaps.csv", "-k", "3", "--missing", rule, "--model", "cli.scpp"]
    subprocess.run(command, check=True, cwd=tmp_path, capture_output=True)
    read = pandas.read_csv(tmp_path / "gaps.csv", float_precision="round_trip")
    model = SCPP(n_clusters=3, missing=rule).fit(read)
    assert model._model.to_bytes() == (tmp_path / "cli.scpp").read_bytes()
    loaded = SCPP.load(tmp_path / "cli.scpp")
    assert loaded.missing == rule and np.array_equal(loaded.predict(read), model.labels_)


# ---- sparse matrices


@pytest.fixture(scope="module")
def counts():
    """Two thousand rows of which nine cells in ten are zero, in three groups that differ in where the others are."""
    draw = np.random.default_rng(1)
    rate = 0.05 + 0.6 * (np.arange(60) % 3 == np.arange(2000)[:, None] % 3) * (draw.random((2000, 60)) < 0.3)
    return draw.poisson(rate).astype(np.float64)


@pytest.mark.parametrize("kind", [sparse.csr_matrix, sparse.csc_matrix, sparse.coo_matrix])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("parameters", [{}, {"sketch": "always", "n_cells": 100}], ids=str)
def test_sparse_rows_are_those_rows(counts, kind, dtype, parameters):
    X = counts.astype(dtype)
    model, plain = SCPP(n_clusters=3, **parameters).fit(kind(X)), SCPP(n_clusters=3, **parameters).fit(X)
    assert model._model.to_bytes() == plain._model.to_bytes()
    assert np.array_equal(model.labels_, plain.labels_)
    for name in ("predict", "transform", "score_samples"):
        assert np.array_equal(getattr(model, name)(kind(X)), getattr(plain, name)(X))
    np.testing.assert_allclose(model.cluster_centers_, plain.cluster_centers_, rtol=1e-6 if dtype == np.float32 else 1e-12)
    assert model.score(kind(X)) == pytest.approx(plain.score(X), rel=1e-6)
    pandas.testing.assert_frame_equal(model.cluster_profile(), plain.cluster_profile(), rtol=1e-5)
    pandas.testing.assert_frame_equal(model.explain(5), plain.explain(5), rtol=1e-5)
    assert "3 clusters of 2000 rows" in model._repr_html_()


def test_cells_told_in_parts_and_wide_places(counts):
    """What SciPy allows: a cell in several parts, and 64-bit places."""
    X = sparse.csr_matrix(counts)
    parts = sparse.csr_matrix((np.repeat(X.data / 2, 2), np.repeat(X.indices, 2), 2 * X.indptr), X.shape)
    assert not parts.has_canonical_format
    wide = sparse.csr_matrix(counts)
    wide.indices, wide.indptr = wide.indices.astype(np.int64), wide.indptr.astype(np.int64)
    before = parts.data.copy()
    assert bits(parts) == bits(wide) == bits(counts)
    assert np.array_equal(parts.data, before)


def test_a_broken_sparse_matrix_is_refused(counts):
    X = sparse.csr_matrix(counts)
    X.indices[-1] = 60
    with pytest.raises(ValueError, match="index values must be < 60"):
        SCPP(n_clusters=3).fit(X)


def test_sparse_rows_must_be_complete(counts):
    X = sparse.csr_matrix(counts)
    X.data[3] = np.nan
    model = SCPP(n_clusters=3, missing="mean").fit(counts)
    for call in (SCPP(n_clusters=3, missing="mean").fit, model.predict, model.score):
        with pytest.raises(ValueError, match=r"X has missing cells \(NaN\), and a sparse X must have none"):
            call(X)
    X.data[3] = np.inf
    with pytest.raises(ValueError, match="infinity"):
        SCPP(n_clusters=3).fit(X)


def test_sparse_rows_that_memory_does_not_hold_are_refused_in_words(monkeypatch, counts):
    from scpp import _rows, _validation

    monkeypatch.setattr(_rows, "available_memory", lambda: 10 << 20)
    with pytest.raises(MemoryError, match=r"2000 x 60 cells are not fitted: memory is 10.5 MB, but at least .* are needed"):
        SCPP(n_clusters=3).fit(sparse.csr_matrix(counts))
    monkeypatch.undo()
    model = SCPP(n_clusters=3).fit(sparse.csr_matrix(counts))
    monkeypatch.setattr(_validation, "available_memory", lambda: 1 << 20)
    with pytest.raises(MemoryError, match="X is sparse, and would take .* with its zeros.*TruncatedSVD"):
        model.split(model.tree_.leaves[0])
    assert len(model.cluster_profile()) == 15 and model.score(sparse.csr_matrix(counts)) != 0, "need no zeros"


def peak_beyond(program):
    """MB that a program takes beyond what it had when it called start()."""
    before = """
    import resource
    import numpy as np
    from scipy import sparse
    from scpp import SCPP
    def peak():
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    """
    command = [sys.executable, "-c", textwrap.dedent(before) + textwrap.dedent(program)]
    return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def test_large_sparse_rows_are_never_dense():
    """50,000 x 2,000 with 5 % of the cells: 60 MB, and 800 MB with the zeros."""
    extra = peak_beyond(
        """
        X = sparse.random(50_000, 2_000, 0.05, "csr", random_state=np.random.default_rng(0))
        X.data += 5 * (np.repeat(np.arange(50_000) % 3, np.diff(X.indptr)) == X.indices % 3)
        SCPP(n_clusters=2).fit(X[:100])
        before = peak()
        model = SCPP(n_clusters=3, n_cells=512).fit(X)
        model.predict(X)
        assert np.bincount(model.labels_).min() > 15_000
        print(peak() - before)
        """
    )
    print(f"beyond the sparse matrix: {extra:.0f} MB")
    assert extra < 0.5 * 60 + 500


def test_memory_maps_are_read_where_they_lie(tmp_path):
    path = tmp_path / "rows.npy"
    draw = np.random.default_rng(0)
    rows = np.lib.format.open_memmap(path, "w+", np.float32, (60_000, 50))
    rows[:] = draw.normal(size=rows.shape) + 6 * draw.integers(3, size=(len(rows), 1))
    rows.flush()
    mapped = np.load(path, mmap_mode="r")
    model = SCPP(n_clusters=3).fit(mapped)
    assert np.shares_memory(model._fit_rows, mapped)
    assert model._model.to_bytes() == SCPP(n_clusters=3).fit(np.load(path))._model.to_bytes()
