from typing import Any, Callable, Optional, Sequence

import numpy as np
from numpy.typing import NDArray

__version__: str
chunk_rows: int
stop_reasons: dict[str, str]
leaf_reasons: dict[str, str]
stages: dict[str, str]

Floats = NDArray[np.float64]
Labels = NDArray[np.int32]
Callback = Optional[Callable[[dict[str, Any]], object]]

class Options:
    def __init__(self) -> None: ...
    def set(self, name: str, text: str) -> None: ...
    def get(self, name: str) -> str: ...
    def validate(self) -> None: ...

class Split:
    centre: Floats
    projection: Floats
    start: Floats
    microclusters: Floats
    weights: Floats
    radii: Floats
    side: Labels
    spread: Floats
    trace: Floats
    error_bounds: tuple[Optional[float], Optional[float]]
    sigma: float
    beta: float
    lambda2: float
    lambda3: float
    evaluations: int
    candidates: int
    neighbour_cut: Optional[float]
    cloud_cut: Optional[float]
    cloud_least: Optional[float]
    stability: Optional[float]
    stop: str
    stop_sentence: str
    def __repr__(self) -> str: ...

class Node:
    parent: int
    children: list[int]
    n_samples: float
    order: Optional[int]
    leaf_reason: Optional[str]
    leaf_sentence: str
    split: Optional[Split]

class Model:
    options: Options
    columns: list[str]
    has_names: bool
    mean: Floats
    scale: Floats
    metric: Optional[Floats]
    missing_rule: str
    missing_fill: list[float]
    nodes: list[Node]
    leaves: list[int]
    splits: list[int]
    def assign(self, rows: NDArray[Any]) -> Labels: ...
    def project(self, nodes: Sequence[int], rows: NDArray[Any]) -> Floats: ...
    def axes(self, node: int) -> tuple[Floats, Floats]: ...
    def margins(self, rows: NDArray[Any]) -> Floats: ...
    def with_threads(self, threads: int) -> Model: ...
    def cut(self, clusters: int) -> Model: ...
    def prune(self, node: int) -> Model: ...
    def save(self, path: str) -> None: ...
    def to_bytes(self) -> bytes: ...

def parameters() -> list[tuple[str, str, str, str]]: ...
def fit(
    rows: NDArray[Any],
    options: Options,
    weights: Floats = ...,
    columns: Sequence[str] = ...,
    callback: Callback = None,
    missing_rule: str = "error",
    missing_fill: Sequence[float] = ...,
) -> tuple[Model, Labels]: ...
def settle(
    rows: NDArray[Any], names: Sequence[str], rule: str, weights: Floats = ...
) -> tuple[NDArray[Any], Optional[list[int]], list[int], list[float], str]: ...
def fill_missing(rows: NDArray[Any], values: Sequence[float]) -> NDArray[Any]: ...
def fit_sparse(
    rows: Any,
    options: Options,
    weights: Floats,
    memory: Optional[int],
    columns: Sequence[str] = ...,
    callback: Callback = None,
) -> tuple[Model, Labels]: ...
def split_leaf(
    model: Model, node: int, rows: NDArray[Any], weights: Floats = ..., callback: Callback = None
) -> Model: ...
def load(path: str) -> Model: ...
def from_bytes(state: bytes) -> Model: ...
def summarise(rows: NDArray[Any], first_row: int, total_rows: int, options: Options) -> bytes: ...
def merge_summaries(parts: Sequence[bytes]) -> bytes: ...
def plan_cells(summary: bytes, options: Options) -> bytes: ...
def sketch_block(
    rows: NDArray[Any], plan: bytes, options: Options, cells: Optional[NDArray[np.int32]] = None
) -> bytes: ...
def label_of_cell(model: Model) -> NDArray[np.int32]: ...
def label_lines(labels: NDArray[np.int32]) -> bytes: ...
def merge_sketches(parts: Sequence[bytes]) -> bytes: ...
def finish(
    summary: bytes,
    plan: bytes,
    sketch: bytes,
    options: Options,
    columns: Sequence[str] = ...,
    callback: Callback = None,
) -> Model: ...
def sample_rows(summary: bytes) -> Floats: ...
def check_pass(name: str, value: bytes, file: str) -> None: ...
def score(clusters: NDArray[Any], classes: NDArray[Any]) -> dict[str, float]: ...
def confusion_table(clusters: NDArray[Any], classes: NDArray[Any]) -> list[list[int]]: ...
def has_report_page() -> bool: ...
def report_html(
    model: Model,
    rows: NDArray[Any],
    labels: Labels,
    title: str,
    truth: NDArray[Any] = ...,
    class_names: Sequence[str] = ...,
    weights: Floats = ...,
) -> str: ...
def cluster_profile(
    model: Model, rows: NDArray[Any], labels: Labels, weights: Floats = ...
) -> tuple[Floats, Floats, Floats, Floats]: ...
def summary_json(
    model: Model, rows: int, columns: int, seconds_reading: float, seconds_fitting: float, seconds_in_all: float
) -> str: ...
