"""Clusters of cells: annotated matrices (AnnData) in and out, in the manner of scanpy's tools."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Optional, Union

import numpy as np
from sklearn.utils.validation import check_is_fitted

from ._scpp import SCPP

if TYPE_CHECKING:
    import anndata
    import pandas

__all__ = ["cluster"]


def cluster(
    adata: "Union[anndata.AnnData, str, os.PathLike[str]]",
    n_clusters: Union[int, str] = "auto",
    *,
    use_rep: Optional[str] = None,
    layer: Optional[str] = None,
    key_added: str = "scpp",
    n_features: int = 20,
    copy: bool = False,
    **parameters: Any,
) -> "Optional[anndata.AnnData]":
    """Cluster the cells of an annotated matrix.

    Parameters
    ----------
    adata : AnnData or path-like
        Cells in rows; or the name of an h5ad file, which is read and written again with what is added.
    n_clusters : int or "auto", default="auto"
        Clusters to find; "auto" lets the data decide.
    use_rep : str or None, default=None
        A representation in `adata.obsm`, such as "X_pca"; None and "X" take the matrix itself, so that clusters are told by
        genes.
    layer : str or None, default=None
        The layer to take instead of `adata.X`.
    key_added : str, default="scpp"
        Under which name the results are kept.
    n_features : int, default=20
        Features of each cluster in the profile.
    copy : bool, default=False
        Add to a copy and return that, instead of adding to `adata`.
    **parameters
        Further parameters of `scpp.SCPP`, such as `random_state` or `n_jobs`.

    Returns
    -------
    adata : AnnData or None
        The copy, if one was asked for, and else None. It has

        - `obs[key_added]`: cluster of each cell, a category,
        - `obs[key_added + "_probability"]` and `obs[key_added + "_outlier"]`: how sure that is, and how far it lies from its
          neighbours (`SCPP.probabilities_`, `SCPP.outlier_scores_`),
        - `obsm["X_" + key_added]`: its coordinates in the planes of all splits,
        - `uns[key_added]`: `params`, `verdict` (a sentence), `tree` (a data frame of nodes; -1 where there is none), `linkage` (of
          the clusters, for scipy) and `profile` (a data frame of what sets the clusters apart).

    Examples
    --------
    >>> import anndata
    >>> import numpy as np
    >>> import scpp.anndata
    >>> rng = np.random.default_rng(0)
    >>> cells = np.vstack([rng.normal(centre, 1, size=(50, 6)) for centre in (0, 6, 12)])
    >>> adata = anndata.AnnData(cells, dtype=cells.dtype)
    >>> scpp.anndata.cluster(adata)
    >>> adata.obs["scpp"].value_counts().tolist()
    [50, 50, 50]
    """
    if isinstance(adata, (str, os.PathLike)):
        return _cluster_file(adata, n_clusters, use_rep=use_rep, layer=layer, key_added=key_added, copy=copy,
                             n_features=n_features, **parameters)  # fmt: skip
    rows, names = _rows_of(adata, use_rep, layer)
    model = SCPP(n_clusters, **parameters).fit(rows)
    model.feature_names_in_ = np.array(names, dtype=object)
    target = adata.copy() if copy else adata
    given = {"n_clusters": n_clusters, "use_rep": use_rep, "layer": layer, **parameters}
    _add(target, model, key_added, n_features, {name: value for name, value in given.items() if value is not None})
    return target if copy else None


def _cluster_file(path: Any, n_clusters: Union[int, str], *, copy: bool, **keywords: Any) -> Any:
    import anndata

    adata = anndata.read_h5ad(path)
    cluster(adata, n_clusters, **keywords)
    if copy:
        return adata
    unfinished = f"{os.fspath(path)}.unfinished-{os.getpid()}"
    try:
        adata.write_h5ad(unfinished)
        os.replace(unfinished, path)
    finally:
        if os.path.exists(unfinished):
            os.remove(unfinished)
    return None


def _rows_of(adata: "anndata.AnnData", use_rep: Optional[str], layer: Optional[str]) -> tuple[Any, list[str]]:
    """The matrix that is to be clustered, and the names of its columns."""
    if use_rep not in (None, "X"):
        if layer is not None:
            raise ValueError(f"use_rep={use_rep!r} and layer={layer!r} name two matrices; give one of them.")
        rows = _entry(adata.obsm, use_rep, "use_rep", "obsm")
        names = getattr(rows, "columns", [f"{use_rep}_{i}" for i in range(rows.shape[1])])
        return np.asarray(rows) if hasattr(rows, "columns") else rows, [str(name) for name in names]
    rows = adata.X if layer is None else _entry(adata.layers, layer, "layer", "layers")
    if rows is None:
        raise ValueError("adata.X is None; name a layer or a representation (use_rep).")
    names = [str(name) for name in adata.var_names]
    if hasattr(rows, "to_memory"):  # backed by a file
        return rows.to_memory(), names
    return (rows[:] if adata.isbacked and layer is None else rows), names


def _entry(entries: Any, name: Any, parameter: str, place: str) -> Any:
    if name not in entries:
        raise ValueError(f"{parameter} is {name!r}, but adata.{place} has only {sorted(entries.keys())}.")
    return entries[name]


def _add(target: "anndata.AnnData", model: SCPP, key: str, n_features: int, params: dict[str, Any]) -> None:
    import pandas

    check_is_fitted(model)
    words = [str(label) for label in range(model.n_clusters_)]
    labels = pandas.Categorical.from_codes(model.labels_, words)  # a cell that was left out has none
    target.obs[key] = pandas.Series(labels, index=target.obs_names)
    target.obs[f"{key}_probability"] = model.probabilities_
    target.obs[f"{key}_outlier"] = model.outlier_scores_
    target.obsm[f"X_{key}"] = model._over_the_fit(lambda rows: model._model.project(model.tree_.splits, rows), np.nan)
    target.uns[key] = {
        "params": params,
        "verdict": model.verdict_,
        "tree": _plain(model.tree_.to_pandas()),
        "linkage": model.tree_.to_linkage(),
        "profile": _plain(model.cluster_profile(n_features=n_features).reset_index()),
    }


def _plain(frame: "pandas.DataFrame") -> "pandas.DataFrame":
    """As h5ad files can hold it: whole numbers without gaps, and numbers that are not known as NaN."""
    whole = {name: frame[name].fillna(-1).astype(int) for name in ("parent", "label", "order", "nearest") if name in frame}
    known = ("clarity", "lambda2", "neighbour_cut", "stability")
    return frame.assign(**whole).astype({name: float for name in known if name in frame})
