"""The estimator for dask collections, on Dask's own threads."""

import pickle

import numpy as np
import pytest
from sklearn.base import clone

pytest.importorskip("distributed", reason="dask.distributed is not installed (python3-distributed)")
pytest.importorskip("dask.dataframe", reason="dask.dataframe is not installed")

import dask
import dask.array as da
import dask.dataframe as dd
import pandas as pd

import scpp
from scpp.dask import SCPP

PARAMETERS = {"n_clusters": 4, "n_cells": 64, "sketch": "always"}


@pytest.fixture(scope="module")
def table():
    rng = np.random.default_rng(2)
    return (rng.normal(size=(4, 5)) * 6)[rng.integers(4, size=9000)] + rng.normal(size=(9000, 5))


@pytest.fixture(scope="module")
def local(table):
    return scpp.SCPP(**PARAMETERS).fit(table)


@pytest.fixture(scope="module")
def array(table):
    return da.from_array(table, chunks=(8192, -1))


def bits(estimator):
    return estimator._model.to_bytes()


def test_labels_and_coordinates_are_lazy(table, local, array):
    fitted = SCPP(**PARAMETERS).fit(array)
    assert bits(fitted) == bits(local)
    pairs = [(fitted.labels_, local.labels_), (fitted.predict(array), local.labels_)]
    pairs += [(fitted.transform(array), local.transform(table))]
    pairs += [(fitted.predict_proba(array), local.predict_proba(table))]
    pairs += [(fitted.outlier_scores(array), local.outlier_scores(table))]
    pairs += [(fitted.score_samples(array), local.score_samples(table)), (fitted.labels_at(2), local.labels_at(2))]
    for lazy, eager in pairs:
        assert isinstance(lazy, da.Array) and lazy.shape == eager.shape and lazy.dtype == eager.dtype
        assert np.array_equal(lazy.compute(), eager)
    assert np.array_equal(fitted.predict(table), local.labels_)
    assert fitted.labels_.name == SCPP(**PARAMETERS).fit(array).labels_.name
    pruned = fitted.prune(fitted.tree_.splits[-1])
    assert len(np.unique(pruned.labels_.compute())) == pruned.n_clusters_ == 3


def test_probabilities_of_the_fit_are_lazy(table, local, array):
    fitted = SCPP(**PARAMETERS).fit(array)
    assert isinstance(fitted.probabilities_, da.Array)
    assert np.array_equal(fitted.probabilities_.compute(), local.probabilities_)
    assert np.array_equal(fitted.outlier_scores_.compute(), local.outlier_scores_)
    assert fitted.verdict_ == local.verdict_
    assert fitted.cluster_profile(n_features=2).shape[0] == 8
    assert not hasattr(pickle.loads(pickle.dumps(fitted)), "probabilities_")
    assert np.array_equal(fitted.model_.predict_proba(table), local.predict_proba(table))


def test_centres_are_those_of_all_rows(table, local, array):
    fitted = SCPP(**PARAMETERS).fit(array)
    # Sums of blocks are added up in another order than those of the library.
    np.testing.assert_allclose(fitted.cluster_centers_, local.cluster_centers_, rtol=1e-9)
    pruned, coarse = (model.prune(model.tree_.splits[-1]) for model in (fitted, local))
    np.testing.assert_allclose(pruned.cluster_centers_, coarse.cluster_centers_, rtol=1e-9)
    assert fitted.score(table) == pytest.approx(local.score(table), rel=1e-9)
    np.testing.assert_allclose(fitted.fit(2 * array).cluster_centers_, 2 * local.cluster_centers_, rtol=1e-9)
    with pytest.raises(AttributeError, match="cluster_centers_ are means of the rows of a fit, which a model file does not bring"):
        pickle.loads(pickle.dumps(SCPP(**PARAMETERS).fit(array))).cluster_centers_


def test_the_data_decide_how_many(array, local):
    chosen = SCPP(**{**PARAMETERS, "n_clusters": "auto"}).fit(array)
    assert chosen.n_clusters_ == scpp.SCPP(**{**PARAMETERS, "n_clusters": "auto"}).fit(array.compute()).n_clusters_ == 4


def test_columns_of_text_are_left_out_when_asked(table, local):
    frame = pd.DataFrame(table, columns=list("abcde")).assign(word="x", flag=True)
    lazy = dd.from_pandas(frame, npartitions=1)
    fitted = SCPP(**PARAMETERS, text="drop").fit(lazy)
    assert fitted.left_out_ == ["word"] and list(fitted.feature_names_in_) == [*"abcde", "flag"]
    assert np.array_equal(fitted.predict(lazy).compute(), fitted.labels_.compute())


def test_dataframes_and_delayed_blocks(table, local):
    frame = pd.DataFrame(table, columns=list("abcde"))
    fitted = SCPP(**PARAMETERS).fit(dd.from_pandas(frame, npartitions=1))
    assert list(fitted.feature_names_in_) == list("abcde")
    assert np.array_equal(fitted.labels_.compute(), local.labels_)
    assert fitted._model.columns == list("abcde")
    blocks = [(dask.delayed(table[:8192]), (8192, 5)), (dask.delayed(table[8192:]), (808, 5))]
    assert bits(SCPP(**PARAMETERS).fit(blocks)) == bits(local)


def test_float32_and_empty_chunks(table):
    rows = table.astype(np.float32)
    lazy = da.concatenate([da.from_array(rows[:8192]), da.zeros((0, 5), dtype=np.float32), da.from_array(rows[8192:])])
    fitted = SCPP(**PARAMETERS).fit(lazy)
    local = scpp.SCPP(**PARAMETERS).fit(rows)
    assert bits(fitted) == bits(local)
    assert np.array_equal(fitted.labels_.compute(), local.labels_)


def test_the_model_is_an_ordinary_one(array, local, tmp_path):
    fitted = SCPP(**PARAMETERS).fit(array)
    fitted.save(tmp_path / "model.scpp")
    loaded = scpp.SCPP.load(tmp_path / "model.scpp")
    assert bits(loaded) == bits(fitted.model_) == bits(local)
    assert type(fitted.model_) is scpp.SCPP
    fitted.model_.plot_split(0)
    assert bits(pickle.loads(pickle.dumps(fitted))) == bits(local)
    if scpp._core.has_report_page():
        fitted.report(tmp_path / "report.html")
        assert (tmp_path / "report.html").stat().st_size > 10_000


def test_parameters_are_those_of_the_estimator_in_memory():
    estimator = SCPP(7, sigma_scale=2.0, checkpoint="folder", timeout=5)
    assert clone(estimator).get_params() == estimator.get_params()
    assert set(estimator.get_params()) == {*scpp.SCPP().get_params(), "checkpoint", "client", "timeout"}
    assert repr(SCPP(7)) == "SCPP(n_clusters=7)"
    with pytest.raises(TypeError, match="no_such"):
        SCPP(no_such=1)


def refusals(array, table):
    unknown = array[array[:, 0] > 0]
    text = dd.from_pandas(pd.DataFrame({"a": [1.0, 2.0], "word": ["x", "y"]}), npartitions=1)
    short = [(dask.delayed(table[:100]), (101, 5)), (dask.delayed(table[101:]), (8899, 5))]
    return {
        r"unknown; call X\.compute_chunk_sizes\(\)": unknown,
        r"call X\.rechunk\(\{1: -1\}\)": array.rechunk((None, 2)),
        "must be a matrix": array[:, 0],
        "its dtype is bool": array > 0,
        r"X, column 2 'word': object is no type of numbers; leave the column out with X.drop\(columns=\['word'\]\) or text": text,
        "got ndarray": table,
        "Item 1 of X is not a pair": [short[0], short[1][0]],
        r"begins at row 1 has the shape \(100, 5\), not \(101, 5\)": short,
        "differ in the number of columns: 4, 5": [short[0], (short[1][0], (8899, 4))],
        r"X has 1 row\(s\)": array[:1],
        "n_clusters is 4, but the table has only 3 rows": array[:3],
    }


def test_refusals(array, table):
    for sentence, X in refusals(array, table).items():
        with pytest.raises(ValueError, match=sentence):
            SCPP(**PARAMETERS).fit(X)
    with pytest.raises(ValueError, match="sketch is never, but a fit on Dask is always one by sketch"):
        SCPP(sketch="never").fit(array)
    with pytest.raises(ValueError, match="missing is 'mean', but a fit on Dask needs complete rows"):
        SCPP(missing="mean").fit(array)
    with pytest.raises(ValueError, match="row must be a row of numbers where the rows are on Dask"):
        SCPP(**PARAMETERS).fit(array).explain(3)
    with pytest.raises(ValueError, match="sample_weight is not possible on Dask"):
        SCPP().fit(array, sample_weight=np.ones(9000))
    fitted = SCPP(**PARAMETERS).fit(array)
    with pytest.raises(ValueError, match="X has 2 features, but SCPP is expecting 5"):
        fitted.predict(array[:, :2])
    with pytest.raises(ValueError, match="in block 1 of the rows, counted from 0: row 2, column 1"):
        bad = table.copy()
        bad[8193, 0] = np.inf
        fitted.predict(da.from_array(bad, chunks=(8192, -1))).compute()
    with pytest.raises(NotImplementedError, match="fit with more clusters"):
        fitted.split(1)


@pytest.mark.parametrize("shape", [(101, 5), (99, 5), (200, 5), (100, 4), (100, 6), (100,)])
def test_a_block_of_another_shape_than_was_said_is_refused(table, tmp_path, shape):
    from scpp import _core
    from scpp.dask._files import FileBlock, Segment
    from scpp.dask._tasks import option_texts, summary_of_block

    def summary(block):
        return summary_of_block(block, 300, 100, 5, 1000, option_texts(_core.Options()), None)

    def block_of(rows):
        np.save(tmp_path / "rows.npy", rows)
        return FileBlock((Segment(str(tmp_path / "rows.npy"), 0, max(len(rows), 100)),), 30)

    for block in (table[:100], block_of(table[:100])):
        assert summary(block)
    rows = np.ones(shape)
    for block in (rows, block_of(rows)):
        with pytest.raises(ValueError, match=r"begins at row 301 has the shape .*, not \(100, 5\) as was said"):
            summary(block)


def test_a_checkpoint_of_another_fit_is_refused(array, tmp_path):
    kept = {**PARAMETERS, "checkpoint": tmp_path}
    first = SCPP(**kept).fit(array)
    assert bits(SCPP(**kept).fit(array)) == bits(first)
    assert bits(SCPP(**kept, n_threads=1).fit(array)) == bits(first)
    with pytest.raises(ValueError, match="another fit: clusters was '4' and is '5' now. Remove it"):
        SCPP(**{**kept, "n_clusters": 5}).fit(array)
    with pytest.raises(ValueError, match="another fit: chunks was"):
        SCPP(**kept).fit(array.rechunk((4096, -1)))
    with pytest.raises(ValueError, match="another fit: its first block has other rows"):
        SCPP(**kept).fit(array + 1)


def damages(kept, random):
    """A file with single bits flipped, and cut short."""
    for bit in random.integers(8 * len(kept), size=16):
        flipped = bytearray(kept)
        flipped[bit // 8] ^= 1 << bit % 8
        yield bytes(flipped)
    for size in [0, *random.integers(len(kept), size=8)]:
        yield kept[:size]


def test_a_damaged_checkpoint_is_refused_or_gives_the_same_model(array, tmp_path):
    kept = {**PARAMETERS, "checkpoint": tmp_path}
    first = bits(SCPP(**kept).fit(array))
    random = np.random.default_rng(5)
    refused = 0
    for path in sorted(tmp_path.iterdir()):
        whole = path.read_bytes()
        for damaged in damages(whole, random):
            path.write_bytes(damaged)
            try:
                assert bits(SCPP(**kept).fit(array)) == first
            except (OSError, ValueError) as refusal:
                assert str(tmp_path) in str(refusal) and "emove it" in str(refusal)
                refused += 1
        path.write_bytes(whole)
    assert refused >= 140, "of 150; a blank of fit.json may be another blank"


def test_a_checkpoint_has_no_unfinished_files(array, tmp_path):
    SCPP(**PARAMETERS, checkpoint=tmp_path).fit(array)
    names = {path.name for path in tmp_path.iterdir()}
    assert names == {"fit.json", "first-block", "summary", "plan", "sketch", "model.scpp"}
    for pass_ in ("model.scpp", "sketch", "plan", "summary"):
        (tmp_path / pass_).unlink()
        fitted = SCPP(**PARAMETERS, checkpoint=tmp_path).fit(array)
        assert (tmp_path / pass_).exists() and fitted.n_clusters_ == 4
