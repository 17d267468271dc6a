"""Annotated matrices in and out, and h5ad files read by the command line."""

import os
import subprocess

import numpy as np
import pytest
from scipy import sparse

anndata = pytest.importorskip("anndata", reason="anndata is not installed (python3-anndata)")
import pandas

import scpp.anndata
from scpp import SCPP

pytestmark = pytest.mark.filterwarnings("ignore::FutureWarning")  # of anndata 0.8 about pandas

LAYOUTS = {"dense": np.asarray, "csr": sparse.csr_matrix, "csc": sparse.csc_matrix}


@pytest.fixture(scope="module")
def counts():
    """Three kinds of cells, told by which genes are on."""
    draw = np.random.default_rng(1)
    on = np.arange(60) % 3 == np.arange(600)[:, None] % 3
    return draw.poisson(np.where(on, 1.5, 0.05)).astype(np.float32)


def cells(matrix):
    adata = anndata.AnnData(matrix, dtype=matrix.dtype)
    adata.obs_names = [f"cell {i}" for i in range(matrix.shape[0])]
    adata.var_names = [f"gene {i}" for i in range(matrix.shape[1])]
    return adata


@pytest.mark.parametrize("layout", LAYOUTS)
def test_results_are_where_scanpy_people_look(counts, layout):
    adata = cells(LAYOUTS[layout](counts))
    assert scpp.anndata.cluster(adata, 3, random_state=1) is None
    model = SCPP(3, random_state=1).fit(counts)
    assert adata.obs["scpp"].dtype == "category" and list(adata.obs["scpp"].cat.categories) == ["0", "1", "2"]
    assert np.array_equal(adata.obs["scpp"].cat.codes, model.labels_)
    assert np.array_equal(adata.obs["scpp_probability"], model.probabilities_)
    assert np.array_equal(adata.obs["scpp_outlier"], model.outlier_scores_)
    assert np.array_equal(adata.obsm["X_scpp"], model.transform(counts))
    kept = adata.uns["scpp"]
    assert kept["params"] == {"n_clusters": 3, "random_state": 1} and kept["verdict"] == model.verdict_
    assert np.array_equal(kept["linkage"], model.tree_.to_linkage())
    assert kept["tree"]["n_samples"].tolist() == [node.n_samples for node in model.tree_]
    assert set(kept["profile"]["feature"]) <= set(adata.var_names) and len(kept["profile"]) == 60
    np.testing.assert_allclose(kept["profile"]["effect"], model.cluster_profile(n_features=20)["effect"], rtol=1e-5)


def test_auto_is_the_default(counts):
    adata = cells(counts)
    scpp.anndata.cluster(adata)
    assert len(adata.obs["scpp"].cat.categories) == 3


def test_layers_representations_and_names(counts):
    adata = cells(counts)
    adata.layers["log"] = sparse.csr_matrix(np.log1p(counts))
    adata.obsm["X_pca"] = counts[:, :6].astype(float)
    for given, rows in (({"layer": "log"}, np.log1p(counts)), ({"use_rep": "X_pca"}, counts[:, :6].astype(float))):
        scpp.anndata.cluster(adata, 3, key_added="other", **given)
        assert np.array_equal(adata.obs["other"].cat.codes, SCPP(3).fit_predict(rows))
        assert adata.uns["other"]["params"] == {"n_clusters": 3, **given}
    assert adata.uns["other"]["profile"]["feature"].str.startswith("X_pca_").all()
    for wrong, sentence in (
        ({"layer": "lgo"}, r"layer is 'lgo', but adata.layers has only \['log'\]"),
        ({"use_rep": "X_umap"}, r"use_rep is 'X_umap', but adata.obsm has only \['X_other', 'X_pca'\]"),
        ({"use_rep": "X_pca", "layer": "log"}, "name two matrices; give one of them"),
    ):
        with pytest.raises(ValueError, match=sentence):
            scpp.anndata.cluster(adata, 3, **wrong)


def test_a_copy_leaves_the_cells_alone(counts):
    adata = cells(counts)
    added = scpp.anndata.cluster(adata, 3, copy=True)
    assert "scpp" in added.obs and "scpp" not in adata.obs and not adata.uns


def test_cells_that_were_left_out_have_no_cluster(counts):
    rows = counts.copy()
    rows[7, 3] = np.nan
    adata = cells(rows)
    scpp.anndata.cluster(adata, 3, missing="drop-row")
    assert pandas.isna(adata.obs["scpp"].iloc[7]) and adata.obs["scpp"].notna().sum() == 599
    assert np.isnan(adata.obsm["X_scpp"][7]).all()


@pytest.mark.parametrize("layout", LAYOUTS)
def test_h5ad_files(counts, layout, tmp_path):
    path = tmp_path / "cells.h5ad"
    cells(LAYOUTS[layout](counts)).write_h5ad(path)
    scpp.anndata.cluster(path, 3)
    read = anndata.read_h5ad(path)
    assert np.array_equal(read.obs["scpp"].cat.codes, SCPP(3).fit_predict(counts))
    assert read.uns["scpp"]["profile"].columns[:2].tolist() == ["cluster", "feature"]
    assert read.uns["scpp"]["tree"]["parent"].tolist()[0] == -1
    backed = anndata.read_h5ad(path, backed="r")
    assert np.array_equal(scpp.anndata._rows_of(backed, None, None)[0].shape, counts.shape)
    assert [name for name in os.listdir(tmp_path)] == ["cells.h5ad"]


@pytest.mark.skipif("SCPP_CLI" not in os.environ, reason="SCPP_CLI does not name the command line")
@pytest.mark.parametrize("layout", LAYOUTS)
def test_h5ad_files_of_anndata_are_read_by_the_command_line(counts, layout, tmp_path):
    adata = cells(LAYOUTS[layout](counts))
    adata.layers["twice"] = LAYOUTS[layout](2 * counts)
    adata.write_h5ad(tmp_path / "cells.h5ad")
    model = SCPP(3).fit(pandas.DataFrame(counts, columns=adata.var_names))
    for name in ("cells.h5ad", "cells.h5ad:/layers/twice"):
        command = [os.environ["SCPP_CLI"], "fit", name, "-k", "3", "--labels", "labels.csv", "--model", "model.scpp"]
        run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
        if "without HDF5" in run.stderr:
            pytest.skip(run.stderr)
        assert run.returncode == 0, run.stderr
        assert np.array_equal(np.loadtxt(tmp_path / "labels.csv", dtype=int, skiprows=1), model.labels_)
        if name == "cells.h5ad":
            assert SCPP.load(tmp_path / "model.scpp").feature_names_in_.tolist() == list(adata.var_names)
