"""A progress bar for people who asked for one."""

from __future__ import annotations

from contextlib import contextmanager
from typing import Any, Callable, Iterator, Optional


def _shown(progress: dict[str, Any]) -> str:
    place = f"node {progress['node']}, {progress['rows']:g} rows"
    return f"{place}, beta {progress['beta']:.2g}, lambda2 {progress['lambda2']:.3g}"


@contextmanager
def progress_bar(verbose: Any, clusters: int) -> Iterator[Optional[Callable[[dict[str, Any]], None]]]:
    """A callback for the library: a tqdm bar, or printed lines where tqdm is absent; None when not verbose."""
    if not verbose:
        yield None
        return
    try:
        from tqdm.auto import tqdm
    except ImportError:
        yield lambda progress: print(f"{progress['clusters_found']}/{clusters} clusters: {_shown(progress)}")
        return
    with tqdm(total=clusters, initial=1, desc="SCPP", unit="cluster") as bar:

        def update(progress: dict[str, Any]) -> None:
            bar.set_postfix_str(_shown(progress), refresh=False)
            bar.update(progress["clusters_found"] - bar.n)
            bar.refresh()

        yield update
        bar.update(clusters - bar.n)
