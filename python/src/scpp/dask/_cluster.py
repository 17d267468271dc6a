"""Running a graph on whichever scheduler is there: waiting, showing progress, cancelling, noticing that all is lost."""

from __future__ import annotations

import asyncio
import time
import warnings
from concurrent.futures import CancelledError
from contextlib import contextmanager
from typing import Any, Callable, Iterator, Optional

import dask
import distributed
from dask.optimization import cull, fuse
from distributed.scheduler import KilledWorker

LOOK_SECONDS = 0.5  #: how often to see whether there are workers left


class Cluster:
    """A Dask client, or Dask's own threads where there is none."""

    def __init__(
        self, client: Optional[distributed.Client], timeout: float, verbose: Any, look: Callable[[], None] = lambda: None
    ) -> None:
        """While it waits, `look` is called every now and then, and may raise."""
        self.client: Any = client or _current_client()
        self.timeout = timeout
        self.verbose = verbose
        self.look = look

    def topic(self, token: str) -> Optional[str]:
        """Where the tasks of a pass tell that they are done, if anybody wants to know."""
        return f"scpp-{token}" if self.verbose and self.client else None

    def run(self, graph: dict[Any, Any], keys: list[Any], topic: Optional[str], what: str, blocks: int) -> list[Any]:
        """The values of some keys."""
        graph, dependencies = cull(graph, keys)
        # A block is read and used in one task, so that it is never kept for later or sent.
        graph, _ = fuse(graph, keys, dependencies, rename_keys=False)
        if self.client is None:
            get = dask.base.get_scheduler() or dask.threaded.get
            return list(get(graph, keys))
        with _bar(self.client, topic, what, blocks), warnings.catch_warnings():
            # The plan is a large argument to Dask's mind; it stands in the graph once, and must not live elsewhere.
            warnings.filterwarnings("ignore", message="Large object")
            futures = self.client.get(graph, keys, sync=False)
            try:
                return self._gathered(futures)
            except BaseException:
                self._cancel(futures)
                raise
            finally:
                # Not left to the garbage collector: what a client holds is made again when its worker dies.
                for future in futures:
                    future.release()

    def _gathered(self, futures: list[distributed.Future]) -> list[Any]:
        seen = time.monotonic()
        while True:
            self.look()
            try:
                distributed.wait(futures, timeout=LOOK_SECONDS)
                return [future.result(timeout=self.timeout) for future in futures]
            except (asyncio.TimeoutError, TimeoutError):
                if self._workers():
                    seen = time.monotonic()
                elif time.monotonic() - seen > self.timeout:
                    raise self._lost(f"no worker has been there for {self.timeout:g} s") from None
            except KilledWorker as error:
                raise self._lost(f"too many workers died over one task, perhaps for lack of memory ({error})") from None
            except (CancelledError, asyncio.CancelledError):
                raise self._lost("the scheduler is gone, or cancelled the work") from None

    def _workers(self) -> int:
        try:
            return len(self.client.scheduler_info()["workers"])
        except (OSError, KeyError, RuntimeError):
            return 0

    def _lost(self, why: str) -> RuntimeError:
        return RuntimeError(
            f"The fit on {self.client.scheduler.address} cannot go on: {why}. "
            "With checkpoint=DIR the next one continues behind the last finished pass."
        )

    def _cancel(self, futures: list[distributed.Future]) -> None:
        try:
            self.client.cancel(futures)
        except (OSError, RuntimeError, asyncio.TimeoutError, TimeoutError):
            pass  # the scheduler is gone, and the work with it


def _current_client() -> Optional[distributed.Client]:
    try:
        return distributed.get_client()
    except ValueError:
        return None


@contextmanager
def _bar(client: distributed.Client, topic: Optional[str], what: str, blocks: int) -> Iterator[None]:
    """A tqdm bar over blocks that are done; a block that has to be done again counts once."""
    if topic is None:
        yield
        return
    from tqdm.auto import tqdm

    done: set[int] = set()
    with tqdm(total=blocks, desc=what, unit="block") as bar:

        def note(event: tuple[float, int]) -> None:
            done.add(event[1])
            bar.update(len(done) - bar.n)

        client.subscribe_topic(topic, note)
        try:
            yield
            bar.update(blocks - bar.n)
        finally:
            client.unsubscribe_topic(topic)
