"""Files that appear together when everything has succeeded, or not at all."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
import time
from contextlib import contextmanager
from typing import Iterable, Iterator, Optional


#: Endings of files that hold something else than text.
NOT_TEXT = (".npy", ".npz", ".h5", ".hdf5", ".h5ad", ".arff", ".svm", ".libsvm", ".svmlight", ".parquet")

MOMENTS, MOMENT_SECONDS = 50, 0.1


class Outputs:
    """Named outputs; each is written beside its destination first. A wrong path is told before the work."""

    def __init__(self, paths: dict[str, Optional[str]]) -> None:
        self.paths = {name: path for name, path in paths.items() if path is not None}
        streams = [f"--{name}" for name, path in self.paths.items() if path == "-"]
        if len(streams) > 1:
            raise ValueError(f"{' and '.join(streams)} cannot both be written to standard output")
        self.on_stdout = bool(streams)
        labels = self.paths.get("labels", "")
        if labels.lower().endswith(NOT_TEXT):
            raise ValueError(f"--labels is written as CSV text, but {labels} names another format")
        real = [os.path.realpath(path) for path in self.paths.values() if path != "-"]
        for name, path in self.paths.items():
            if path != "-" and real.count(os.path.realpath(path)) > 1:
                raise ValueError(f"--{name} and another output both name {path}")
            with open(self.path(name), "wb"):
                pass

    def path(self, name: str) -> str:
        """Where an output is written until everything has succeeded."""
        path = self.paths[name]
        return os.path.abspath(f"scpp-dask-{name}" if path == "-" else path) + f".unfinished-{os.getpid()}"

    @property
    def written(self) -> list[str]:
        return [path for path in self.paths.values() if path != "-"]

    def refuse_inputs(self, inputs: Iterable[str]) -> None:
        known = {os.path.realpath(path) for path in inputs}
        for name, path in self.paths.items():
            if path != "-" and os.path.realpath(path) in known:
                raise ValueError(f"--{name} names {path}, which is an input: it would be overwritten")

    def write(self, name: str, content: bytes) -> None:
        with open(self.path(name), "wb") as file:
            file.write(content)

    def commit(self) -> None:
        for name, path in self.paths.items():
            if path == "-":
                with open(self.path(name), "rb") as file:
                    shutil.copyfileobj(file, sys.stdout.buffer)
                sys.stdout.flush()
            else:
                os.replace(self.path(name), path)

    def discard(self) -> None:
        """Removes what was not committed."""
        for name in self.paths:
            if os.path.exists(self.path(name)):
                os.remove(self.path(name))


@contextmanager
def shared_folder(prefix: str, where: str) -> Iterator[str]:
    """A folder that workers write into, gone afterwards. One that was told to stop may write for another moment."""
    folder = tempfile.mkdtemp(prefix=prefix, dir=where)
    try:
        os.chmod(folder, 0o770)  # workers may run as other users of the group
        yield folder
    finally:
        for _ in range(MOMENTS):
            shutil.rmtree(folder, ignore_errors=True)
            if not os.path.exists(folder):
                break
            time.sleep(MOMENT_SECONDS)
